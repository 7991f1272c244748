#ifndef RUNTIME_LOOP_REACTOR_MEMBER_H_
#define RUNTIME_LOOP_REACTOR_MEMBER_H_

#include <cstdint>
#include <optional>

namespace rt {

// What takes turns on a reactor: an EventLoop.
class ReactorMember {
 public:
  virtual ~ReactorMember() = default;

  // Does what there is to do, and ends early where Reactor::IsTurnOver() says
  // so. True where something is left to do. On the reactor's thread.
  virtual bool TakeTurn() = 0;

  // Since when it has had something to do, by MonotonicNanos(); nothing while
  // it has its turn or has nothing to do. Any thread.
  virtual std::optional<int64_t> waiting_since_ns() = 0;
};

}  // namespace rt

#endif  // RUNTIME_LOOP_REACTOR_MEMBER_H_
