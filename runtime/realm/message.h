#ifndef RUNTIME_REALM_MESSAGE_H_
#define RUNTIME_REALM_MESSAGE_H_

#include <v8.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "runtime/engine/buffer_charge.h"
#include "runtime/realm/port.h"

namespace rt {

// A JavaScript value on its way from one realm to another, or to itself
// (https://html.spec.whatwg.org/#structuredserializewithtransfer). Belongs to
// no isolate: any thread may hold and destroy it. What is transferred or shared
// goes beside the bytes and is never copied.
struct Message {
  struct Free {
    void operator()(uint8_t* bytes) const { free(bytes); }
  };

  // What v8::ValueSerializer wrote; from malloc, as it allocates.
  std::unique_ptr<uint8_t, Free> bytes;
  size_t size = 0;

  // By the ids under which the bytes speak of them. All empty in a message that
  // was written for another process.
  std::vector<std::shared_ptr<v8::BackingStore>> buffers;  // transferred
  std::vector<std::shared_ptr<v8::BackingStore>> shared_buffers;
  std::vector<v8::CompiledWasmModule> wasm_modules;
  std::vector<PortEnd> ports;

  // The value's objects that V8 cannot clone by their properties
  // (PlatformObjects), as an array of what platformParts() of
  // modules/web/structured_clone.ts returns for each; null where there is none.
  std::unique_ptr<Message> platform_objects;

  // Until it is read it counts for its writer, with what it transfers.
  BufferCharge charge;
};

}  // namespace rt

#endif  // RUNTIME_REALM_MESSAGE_H_
