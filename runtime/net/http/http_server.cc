#include "runtime/net/http/http_server.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <utility>
#include <vector>

#include "absl/memory/memory.h"
#include "runtime/base/clock.h"
#include "runtime/base/eintr.h"
#include "runtime/net/http/http_server_core.h"
#include "runtime/net/http/server_tls.h"

namespace rt {
namespace {

// So that a flood of clients does not keep those that are there waiting.
constexpr int kAcceptedAtOnce = 64;

constexpr int64_t kMinTickNs = 10'000'000;
constexpr int64_t kMaxTickNs = 500'000'000;

// Limits of time are kept to an eighth of themselves, or half a second.
int64_t TickOf(const HttpLimits& limits) {
  const int64_t least =
      std::min({limits.header_timeout_ns, limits.body_timeout_ns,
                limits.idle_timeout_ns});
  return std::clamp(least / 8, kMinTickNs, kMaxTickNs);
}

}  // namespace

struct HttpServer::Impl final : public std::enable_shared_from_this<Impl>,
                                public SocketPoller::Socket {
  explicit Impl(boost::asio::io_context& context) : timer(context) {}

  // The listening socket.
  void OnEvents(uint32_t events) override;
  void StopListening();
  void ArmTimer();
  void Tick();
  void TellIfClosed();
  // The last connection to close tells, or where there is none, a handler.
  void TellLater();
  std::vector<HttpConnection*> Connections() const;

  HttpServerCore core;
  Listener listener;
  std::string unix_path;
  boost::asio::steady_timer timer;
  bool is_ticking = false;
  // Descriptors have run out: somebody waits, and the kernel will not tell of
  // him again.
  bool may_accept_more = false;
  absl::AnyInvocable<void()> on_closed;
};

void HttpServer::Impl::OnEvents(uint32_t /*events*/) {
  may_accept_more = false;
  for (int i = 0; i < kAcceptedAtOnce; ++i) {
    if (core.is_closing) return;
    const int fd = RetryOnEintr([this] {
      return accept4(listener.socket.get(), nullptr, nullptr,
                     SOCK_NONBLOCK | SOCK_CLOEXEC);
    });
    if (fd < 0) {
      if (errno == EAGAIN || errno == EWOULDBLOCK) return;
      // The client has left again, or so; else there is no room now.
      if (errno == ECONNABORTED || errno == EPROTO) continue;
      break;
    }
    auto connection = std::make_unique<HttpConnection>(
        core, Transport(UniqueFd(fd), core.tls.get()));
    HttpConnection* const begun = connection.get();
    core.connections.emplace(begun, std::move(connection));
    begun->Begin();
  }
  may_accept_more = true;
  ArmTimer();
}

void HttpServer::Impl::StopListening() {
  if (!listener.socket.valid()) return;
  core.is_closing = true;
  core.poller->Remove(listener.socket.get(), this);
  listener.socket = UniqueFd();
  if (!unix_path.empty()) unlink(unix_path.c_str());
}

std::vector<HttpConnection*> HttpServer::Impl::Connections() const {
  std::vector<HttpConnection*> all;
  all.reserve(core.connections.size());
  for (const auto& [connection, owned] : core.connections) {
    all.push_back(connection);
  }
  return all;
}

void HttpServer::Impl::ArmTimer() {
  if (is_ticking) return;
  is_ticking = true;
  timer.expires_after(std::chrono::nanoseconds(
      may_accept_more ? kMinTickNs : TickOf(core.limits)));
  timer.async_wait(
      [weak = weak_from_this()](const boost::system::error_code& error) {
        const std::shared_ptr<Impl> self = weak.lock();
        if (self == nullptr || error) return;
        self->is_ticking = false;
        self->Tick();
      });
}

void HttpServer::Impl::Tick() {
  const int64_t now_ns = MonotonicNanos();
  for (HttpConnection* connection : Connections()) connection->Tick(now_ns);
  core.Sweep();
  if (may_accept_more) OnEvents(0);
  TellIfClosed();
  if (!core.connections.empty()) ArmTimer();
}

void HttpServer::Impl::TellIfClosed() {
  if (!core.is_closing || !core.connections.empty() || !on_closed) return;
  std::exchange(on_closed, nullptr)();
}

void HttpServer::Impl::TellLater() {
  if (!core.connections.empty()) return ArmTimer();
  boost::asio::post(timer.get_executor(), [weak = weak_from_this()] {
    if (const std::shared_ptr<Impl> self = weak.lock()) self->TellIfClosed();
  });
}

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Listen(
    boost::asio::io_context& context, Options options) {
  auto impl = std::make_shared<Impl>(context);
  HttpServerCore& core = impl->core;
  core.limits = options.limits;
  if (options.tls.has_value()) {
    absl::StatusOr<ServerTls> tls =
        MakeServerTls(options.tls->certificate, options.tls->key);
    if (!tls.ok()) return tls.status();
    core.tls = *std::move(tls);
  }
  absl::StatusOr<Listener> listener = Listener::Open(options.at);
  if (!listener.ok()) return listener.status();
  impl->listener = *std::move(listener);
  impl->unix_path = options.at.unix_path;
  core.on_ready = std::move(options.on_ready);
  impl->on_closed = std::move(options.on_closed);
  // What it captures is its owner.
  absl::StatusOr<std::unique_ptr<SocketPoller>> poller =
      SocketPoller::Create(context, [impl = impl.get()] {
        impl->core.Sweep();
        if (!impl->core.connections.empty()) impl->ArmTimer();
        impl->TellIfClosed();
      });
  if (!poller.ok()) return poller.status();
  core.poller = *std::move(poller);
  core.poller->Add(impl->listener.socket.get(), impl.get());
  return absl::WrapUnique(new HttpServer(std::move(impl)));
}

HttpServer::HttpServer(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

HttpServer::~HttpServer() {
  impl_->on_closed = nullptr;
  Abort();
  impl_->timer.cancel();
  impl_->core.Sweep();
}

const std::string& HttpServer::host() const { return impl_->listener.host; }
uint16_t HttpServer::port() const { return impl_->listener.port; }

HttpExchange* HttpServer::Take() {
  std::deque<HttpExchange*>& ready = impl_->core.ready;
  if (ready.empty()) return nullptr;
  HttpExchange* const exchange = ready.front();
  ready.pop_front();
  return exchange;
}

void HttpServer::Close() {
  impl_->StopListening();
  for (HttpConnection* connection : impl_->Connections()) {
    connection->CloseIfIdle();
  }
  impl_->TellLater();
}

void HttpServer::Abort() {
  impl_->StopListening();
  for (HttpConnection* connection : impl_->Connections()) connection->Cut();
  impl_->TellLater();
}

}  // namespace rt
