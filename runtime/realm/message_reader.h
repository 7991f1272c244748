#ifndef RUNTIME_REALM_MESSAGE_READER_H_
#define RUNTIME_REALM_MESSAGE_READER_H_

#include <v8.h>

#include <memory>
#include <vector>

#include "runtime/engine/isolate_scope.h"
#include "runtime/realm/message.h"

namespace rt {

// What a message says, in this realm. Ports that came with it are adopted by
// the realm, and put into `ports` (may be null) in the order of the transfer
// list. Empty with an exception pending where memory does not suffice, and
// where another process wrote what is no value.
v8::MaybeLocal<v8::Value> ReadMessage(
    IsolateScope& scope, std::unique_ptr<Message> message,
    std::vector<v8::Local<v8::Value>>* ports = nullptr);

}  // namespace rt

#endif  // RUNTIME_REALM_MESSAGE_READER_H_
