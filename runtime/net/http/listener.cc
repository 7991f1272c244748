#include "runtime/net/http/listener.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "runtime/base/error_payload.h"
#include "runtime/net/net_error.h"

namespace rt {
namespace {

absl::Status Fail(const std::string& where, const char* call) {
  return ErrnoStatus(errno, absl::StrCat("listen at ", where), "", call);
}

// A file of a server that is gone refuses who connects.
bool IsLeftOver(const sockaddr_un& address) {
  const UniqueFd probe(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  return probe.valid() &&
         connect(probe.get(), reinterpret_cast<const sockaddr*>(&address),
                 sizeof(address)) != 0 &&
         errno == ECONNREFUSED;
}

absl::StatusOr<Listener> OpenUnix(const ListenAt& at) {
  const std::string where = absl::StrCat("unix:", at.unix_path);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (at.unix_path.size() >= sizeof(address.sun_path)) {
    errno = ENAMETOOLONG;
    return Fail(where, "bind");
  }
  at.unix_path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  Listener listener;
  listener.socket =
      UniqueFd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!listener.socket.valid()) return Fail(where, "socket");
  const auto* const generic = reinterpret_cast<const sockaddr*>(&address);
  const int fd = listener.socket.get();
  int bound = bind(fd, generic, sizeof(address));
  if (bound != 0 && errno == EADDRINUSE && IsLeftOver(address)) {
    unlink(at.unix_path.c_str());
    bound = bind(fd, generic, sizeof(address));
  }
  if (bound != 0) return Fail(where, "bind");
  if (listen(fd, at.backlog) != 0) return Fail(where, "listen");
  return listener;
}

void SetOption(int fd, int level, int option, int value) {
  setsockopt(fd, level, option, &value, sizeof(value));
}

absl::StatusOr<Listener> OpenAt(const addrinfo& info, const ListenAt& at,
                                const std::string& where) {
  Listener listener;
  listener.socket = UniqueFd(
      socket(info.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!listener.socket.valid()) return Fail(where, "socket");
  const int fd = listener.socket.get();
  SetOption(fd, SOL_SOCKET, SO_REUSEADDR, 1);
  if (at.shares_port) SetOption(fd, SOL_SOCKET, SO_REUSEPORT, 1);
  // Connections have it from the socket that they came by.
  SetOption(fd, IPPROTO_TCP, TCP_NODELAY, 1);
  if (bind(fd, info.ai_addr, info.ai_addrlen) != 0) return Fail(where, "bind");
  if (listen(fd, at.backlog) != 0) return Fail(where, "listen");

  sockaddr_storage bound{};
  socklen_t size = sizeof(bound);
  char host[NI_MAXHOST];
  char port[NI_MAXSERV];
  if (getsockname(fd, reinterpret_cast<sockaddr*>(&bound), &size) != 0 ||
      getnameinfo(reinterpret_cast<sockaddr*>(&bound), size, host, sizeof(host),
                  port, sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return Fail(where, "getsockname");
  }
  listener.host = host;
  listener.port = static_cast<uint16_t>(atoi(port));
  return listener;
}

}  // namespace

absl::StatusOr<Listener> Listener::Open(const ListenAt& at) {
  if (!at.unix_path.empty()) return OpenUnix(at);
  const std::string where = absl::StrCat(absl::StrContains(at.host, ':')
                                             ? absl::StrCat("[", at.host, "]")
                                             : at.host,
                                         ":", at.port);
  addrinfo hints{};
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(
      at.host.c_str(), std::to_string(at.port).c_str(), &hints, &found);
  if (error != 0) {
    return WithCode(absl::NotFoundError(absl::StrCat("cannot listen at ", where,
                                                     ": ", gai_strerror(error),
                                                     " (", kNoSuchHost, ")")),
                    kNoSuchHost);
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owned(found,
                                                             &freeaddrinfo);
  absl::StatusOr<Listener> listener = OpenAt(*found, at, where);
  for (const addrinfo* next = found->ai_next; !listener.ok() && next != nullptr;
       next = next->ai_next) {
    listener = OpenAt(*next, at, where);
  }
  return listener;
}

}  // namespace rt
