#include "runtime/net/client/raw_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/check.h"
#include "runtime/base/eintr.h"

namespace rt {

std::string RawConnection::ReadUntil(absl::string_view end) {
  size_t found;
  while ((found = left_.find(end.data(), 0, end.size())) == std::string::npos) {
    char bytes[4096];
    const ssize_t size =
        RetryOnEintr([&] { return recv(fd_.get(), bytes, sizeof(bytes), 0); });
    if (size <= 0) return std::exchange(left_, "");
    left_.append(bytes, static_cast<size_t>(size));
  }
  std::string taken = left_.substr(0, found + end.size());
  left_.erase(0, taken.size());
  return taken;
}

std::string RawConnection::ReadSize(size_t wanted) {
  while (left_.size() < wanted) {
    char bytes[65536];
    const ssize_t size =
        RetryOnEintr([&] { return recv(fd_.get(), bytes, sizeof(bytes), 0); });
    if (size <= 0) return std::exchange(left_, "");
    left_.append(bytes, static_cast<size_t>(size));
  }
  std::string taken = left_.substr(0, wanted);
  left_.erase(0, wanted);
  return taken;
}

void RawConnection::Send(absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = RetryOnEintr([&] {
      return send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    });
    if (size <= 0) return;
    bytes.remove_prefix(static_cast<size_t>(size));
  }
}

void RawConnection::ResetOnClose() {
  const linger hard = {.l_onoff = 1, .l_linger = 0};
  RT_CHECK(setsockopt(fd_.get(), SOL_SOCKET, SO_LINGER, &hard, sizeof(hard)) ==
           0);
}

RawServer::RawServer(Serve serve)
    : listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const raw = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof(address);
  RT_CHECK(bind(listener_.get(), raw, size) == 0);
  RT_CHECK(listen(listener_.get(), 128) == 0);
  RT_CHECK(getsockname(listener_.get(), raw, &size) == 0);
  port_ = ntohs(address.sin_port);
  auto started =
      Thread::Start("raw server", [this, serve = std::move(serve)]() mutable {
        for (;;) {
          const int fd = RetryOnEintr(
              [&] { return accept(listener_.get(), nullptr, nullptr); });
          if (fd == -1) return;
          ++accepted_;
          RawConnection connection((UniqueFd(fd)));
          serve(connection);
        }
      });
  RT_CHECK(started.ok());
  thread_ = std::make_unique<Thread>(*std::move(started));
}

RawServer::~RawServer() {
  // accept() then fails.
  shutdown(listener_.get(), SHUT_RDWR);
  thread_->Join();
}

std::string RawServer::Url(absl::string_view path) const {
  return absl::StrCat("http://127.0.0.1:", port_, path);
}

}  // namespace rt
