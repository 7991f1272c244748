#include "runtime/net/http/socket_poller.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>
#include <utility>

#include "absl/memory/memory.h"
#include "runtime/base/clock.h"
#include "runtime/base/eintr.h"
#include "runtime/base/error_payload.h"

namespace rt {
namespace {

// Sockets that are told of in one round.
constexpr int kMostEvents = 256;

}  // namespace

struct SocketPoller::Impl : std::enable_shared_from_this<Impl> {
  Impl(boost::asio::io_context& context, int fd) : epoll(context, fd) {}

  void Wait();
  void RunRound();

  boost::asio::posix::stream_descriptor epoll;
  absl::AnyInvocable<void()> on_round;
  int64_t now_ns = MonotonicNanos();
  epoll_event events[kMostEvents];
  int count = 0;
  bool is_closed = false;
};

void SocketPoller::Impl::Wait() {
  epoll.async_wait(
      boost::asio::posix::stream_descriptor::wait_read,
      [self = shared_from_this()](const boost::system::error_code& error) {
        if (error || self->is_closed) return;
        self->RunRound();
        if (!self->is_closed) self->Wait();
      });
}

void SocketPoller::Impl::RunRound() {
  count = RetryOnEintr([this] {
    return epoll_wait(epoll.native_handle(), events, kMostEvents, 0);
  });
  now_ns = MonotonicNanos();
  for (int i = 0; i < count; ++i) {
    auto* const socket = static_cast<Socket*>(events[i].data.ptr);
    // Null where it was removed in this round.
    if (socket != nullptr) socket->OnEvents(events[i].events);
    if (is_closed) return;
  }
  count = 0;
  on_round();
}

absl::StatusOr<std::unique_ptr<SocketPoller>> SocketPoller::Create(
    boost::asio::io_context& context, absl::AnyInvocable<void()> on_round) {
  const int fd = epoll_create1(EPOLL_CLOEXEC);
  if (fd < 0) {
    return ErrnoStatus(errno, "listen", "", "epoll_create1");
  }
  auto impl = std::make_shared<Impl>(context, fd);
  impl->on_round = std::move(on_round);
  impl->Wait();
  return absl::WrapUnique(new SocketPoller(std::move(impl)));
}

SocketPoller::SocketPoller(std::shared_ptr<Impl> impl)
    : impl_(std::move(impl)) {}

SocketPoller::~SocketPoller() {
  impl_->is_closed = true;
  boost::system::error_code ignored;
  impl_->epoll.close(ignored);
}

bool SocketPoller::Add(int fd, Socket* socket) {
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.ptr = socket;
  return epoll_ctl(impl_->epoll.native_handle(), EPOLL_CTL_ADD, fd, &event) ==
         0;
}

void SocketPoller::Remove(int fd, Socket* socket) {
  epoll_ctl(impl_->epoll.native_handle(), EPOLL_CTL_DEL, fd, nullptr);
  for (int i = 0; i < impl_->count; ++i) {
    if (impl_->events[i].data.ptr == socket) {
      impl_->events[i].data.ptr = nullptr;
    }
  }
}

void SocketPoller::RunRound() { impl_->RunRound(); }

int64_t SocketPoller::now_ns() const { return impl_->now_ns; }

}  // namespace rt
