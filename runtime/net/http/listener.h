#ifndef RUNTIME_NET_HTTP_LISTENER_H_
#define RUNTIME_NET_HTTP_LISTENER_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "runtime/base/unique_fd.h"

namespace rt {

// Where a server listens: at a host and port, or at a unix socket's path.
struct ListenAt {
  std::string host = "127.0.0.1";  // an address, or a name of this machine's
  uint16_t port = 0;               // 0: one that is free
  std::string unix_path;           // where it is not empty, neither counts
  int backlog = 511;
  // Other sockets may listen at the same port, also in this process: the kernel
  // shares the clients out.
  bool shares_port = false;
};

// A socket that listens, and does not block.
struct Listener {
  UniqueFd socket;
  // The address that it has.
  std::string host;
  uint16_t port = 0;

  // Errors name the address and have the system's code. A unix socket's file
  // that no server listens at any more is replaced.
  static absl::StatusOr<Listener> Open(const ListenAt& at);
};

}  // namespace rt

#endif  // RUNTIME_NET_HTTP_LISTENER_H_
