#ifndef RUNTIME_REALM_MESSAGE_WRITER_H_
#define RUNTIME_REALM_MESSAGE_WRITER_H_

#include <v8.h>

#include <memory>

#include "runtime/engine/isolate_scope.h"
#include "runtime/realm/message.h"

namespace rt {

// Serializes `value` with all that it refers to. What `transfer` lists (an
// Array of ArrayBuffers and MessagePorts, or undefined) leaves this realm:
// buffers are detached, ports are gone. Runs getters of the value.
//
// Null with an exception pending, and nothing transferred, where something can
// be neither cloned nor transferred (a DOMException 'DataCloneError' that names
// it), or where a getter throws.
//
// What is for another process has all that it says in its bytes: no memory is
// shared with it, no port or compiled module goes there, and the bytes of a
// transferred buffer are copied.
std::unique_ptr<Message> WriteMessage(IsolateScope& scope,
                                      v8::Local<v8::Value> value,
                                      v8::Local<v8::Value> transfer,
                                      Reach reach = Reach::kProcess);

// A thrown value for another realm, as modules/realm/error_transport.ts packs
// it and makes it an error again there. Null where nothing of it can be sent.
// Throws nothing.
std::unique_ptr<Message> PackError(IsolateScope& scope,
                                   v8::Local<v8::Value> error,
                                   Reach reach = Reach::kProcess);

}  // namespace rt

#endif  // RUNTIME_REALM_MESSAGE_WRITER_H_
