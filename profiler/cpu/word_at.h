#ifndef PROFILER_CPU_WORD_AT_H_
#define PROFILER_CPU_WORD_AT_H_

#include <cstdint>

namespace rt {

// What is at an aligned address that can be read. Async-signal safe.
inline uintptr_t WordAt(uintptr_t address) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): a register's value, or from one.
  return *reinterpret_cast<const uintptr_t*>(address);
}

}  // namespace rt

#endif  // PROFILER_CPU_WORD_AT_H_
