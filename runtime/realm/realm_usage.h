#ifndef RUNTIME_REALM_REALM_USAGE_H_
#define RUNTIME_REALM_REALM_USAGE_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>

namespace rt {

// What a realm uses.
struct RealmUsage {
  // Bytes. Of V8's heap: what lives or is not collected yet, and what the heap
  // takes; what objects hold outside of it, and of that the ArrayBuffers.
  size_t heap_used = 0;
  size_t heap_total = 0;
  size_t external = 0;
  size_t array_buffers = 0;
  // Microseconds of CPU since its start.
  int64_t user_us = 0;
  int64_t system_us = 0;
};

// Of the realm whose isolate this is, on its thread, which runs nothing but
// this realm. May be called between two steps of JavaScript.
RealmUsage MeasureUsage(v8::Isolate* isolate);

}  // namespace rt

#endif  // RUNTIME_REALM_REALM_USAGE_H_
