#include "runtime/realm/realm_usage.h"

#include <sys/resource.h>

#include "runtime/base/clock.h"

namespace rt {

RealmUsage MeasureUsage(v8::Isolate* isolate) {
  RealmUsage usage;
  v8::HeapStatistics heap;
  isolate->GetHeapStatistics(&heap);
  usage.heap_used = heap.used_heap_size();
  usage.heap_total = heap.total_heap_size();
  usage.external = heap.external_memory();
  usage.array_buffers = heap.external_memory();

  rusage used = {};
  getrusage(RUSAGE_THREAD, &used);
  usage.user_us = Micros(used.ru_utime);
  usage.system_us = Micros(used.ru_stime);
  return usage;
}

}  // namespace rt
