#ifndef RUNTIME_BASE_CHECK_H_
#define RUNTIME_BASE_CHECK_H_

namespace rt {

// Prints `file:line: check failed: condition` to stderr and aborts.
// Async-signal safe: it writes with write(2) only.
[[noreturn]] void CheckFailed(const char* file, int line,
                              const char* condition);

}  // namespace rt

// For what only a bug in rt can make false. An error that a user, a file or the
// machine can cause is an absl::Status.
#define RT_CHECK(condition)     \
  (static_cast<bool>(condition) \
       ? static_cast<void>(0)   \
       : ::rt::CheckFailed(__FILE__, __LINE__, #condition))

// The same, in debug builds only; the condition is not evaluated elsewhere.
#ifdef RT_DCHECK_IS_ON
#define RT_DCHECK(condition) RT_CHECK(condition)
#else
#define RT_DCHECK(condition) static_cast<void>(sizeof(!(condition)))
#endif

#endif  // RUNTIME_BASE_CHECK_H_
