#ifndef RUNTIME_NET_HTTP_SOCKET_POLLER_H_
#define RUNTIME_NET_HTTP_SOCKET_POLLER_H_

#include <sys/epoll.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "runtime/base/unique_fd.h"

namespace boost::asio {
class io_context;
}  // namespace boost::asio

namespace rt {

// Waits for many sockets at once, with an epoll(7) of its own that Asio waits
// for as for one socket. Asio would call epoll_ctl(2) each time that somebody
// waits again for a socket, and queue each event by itself; here a socket is
// registered once, edge-triggered, and all that are ready are told in one go:
// what they brought is then given to JavaScript together.
//
// On the thread of the io_context, which outlives it.
class SocketPoller {
 public:
  class Socket {
   public:
    virtual ~Socket() = default;
    // EPOLLIN, EPOLLOUT, EPOLLRDHUP, EPOLLHUP, EPOLLERR. The socket may be
    // removed in it; it is to live until the round is over.
    virtual void OnEvents(uint32_t events) = 0;
  };

  // `on_round`: after the events of each round were told.
  static absl::StatusOr<std::unique_ptr<SocketPoller>> Create(
      boost::asio::io_context& context, absl::AnyInvocable<void()> on_round);
  ~SocketPoller();

  // Edge-triggered, for all events. False where the system refuses.
  bool Add(int fd, Socket* socket);
  void Remove(int fd, Socket* socket);

  // Tells what is ready now. It is called by itself where the io_context runs.
  void RunRound();

  // The time of the round, or of the last one, by MonotonicNanos().
  int64_t now_ns() const;

 private:
  struct Impl;

  explicit SocketPoller(std::shared_ptr<Impl> impl);

  const std::shared_ptr<Impl> impl_;
};

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_SOCKET_POLLER_H_
