#include "runtime/realm/realm_usage.h"

#include <sys/resource.h>

#include <algorithm>

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
  IsolateHost& host = IsolateHost::Of(isolate);
  if (host.control().info().kind == "pooled") {
    const int64_t all_us =
        std::max<int64_t>(usage.user_us + usage.system_us, 1);
    const int64_t own_us = host.State<TurnCpu>().used_ns() / 1000;
    usage.system_us = own_us * usage.system_us / all_us;
    usage.user_us = own_us - usage.system_us;
  }
  return usage;
}

}  // namespace rt
