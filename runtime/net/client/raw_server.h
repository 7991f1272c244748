#ifndef RUNTIME_NET_CLIENT_RAW_SERVER_H_
#define RUNTIME_NET_CLIENT_RAW_SERVER_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/functional/any_invocable.h"
#include "absl/strings/string_view.h"
#include "runtime/base/thread.h"
#include "runtime/base/unique_fd.h"

namespace rt {

// A connection of a RawServer, on the server's thread.
class RawConnection {
 public:
  explicit RawConnection(UniqueFd fd) : fd_(std::move(fd)) {}

  // All that came, up to and with `end`; all there was where the other side
  // closed.
  std::string ReadUntil(absl::string_view end);
  std::string ReadSize(size_t wanted);
  void Send(absl::string_view bytes);
  // The next close is a reset.
  void ResetOnClose();

 private:
  UniqueFd fd_;
  std::string left_;
};

// A server of plain sockets on 127.0.0.1 that does what a test says: each
// connection is handed to it, one after the other.
class RawServer {
 public:
  using Serve = absl::AnyInvocable<void(RawConnection&)>;

  explicit RawServer(Serve serve);
  // Accepts no more, and waits for `serve` to return.
  ~RawServer();
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  uint16_t port() const { return port_; }
  std::string Url(absl::string_view path = "/") const;
  // Connections so far.
  int accepted() const { return accepted_.load(); }

 private:
  UniqueFd listener_;
  uint16_t port_ = 0;
  std::atomic<int> accepted_{0};
  std::unique_ptr<Thread> thread_;
};

}  // namespace rt

#endif  // RUNTIME_NET_CLIENT_RAW_SERVER_H_
