#ifndef RUNTIME_BASE_EINTR_H_
#define RUNTIME_BASE_EINTR_H_

#include <cerrno>

namespace rt {

// Calls a function that follows the convention of Unix system calls (-1 and
// errno) again for as long as a signal interrupts it. Under a profiler, SIGPROF
// interrupts blocking calls a thousand times a second, in spite of SA_RESTART.
//
// Not for close(2): on Linux the descriptor is gone even when it says EINTR.
template <typename Call>
auto RetryOnEintr(Call call) -> decltype(call()) {
  decltype(call()) result;
  do {
    result = call();
  } while (result == -1 && errno == EINTR);
  return result;
}

}  // namespace rt

#endif  // RUNTIME_BASE_EINTR_H_
