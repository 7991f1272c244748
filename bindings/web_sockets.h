#ifndef BINDINGS_WEB_SOCKETS_H_
#define BINDINGS_WEB_SOCKETS_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "bindings/web_socket.h"
#include "runtime/engine/isolate_host.h"

namespace rt {

// The WebSockets of one realm, by ids: StateOf<WebSockets>(isolate). On the
// realm's thread.
class WebSockets {
 public:
  using Id = uint32_t;
  // Those that came to one HTTP server (HttpServers); a client's are of none.
  using ServerId = uint32_t;
  static constexpr ServerId kNoServer = 0;

  explicit WebSockets(IsolateHost& host) : host_(host) {}
  ~WebSockets();

  // Called when a socket of a server has ended.
  void set_on_end(absl::AnyInvocable<void()> on_end) {
    on_end_ = std::move(on_end);
  }

  struct Added {
    Id id;
    std::shared_ptr<WebSocket> socket;
  };
  Added Add(v8::Isolate* isolate, ServerId server,
            v8::Local<v8::Function> sink);
  // Null for one that has ended.
  std::shared_ptr<WebSocket> Find(Id id) const;

  size_t CountOf(ServerId server) const;
  // Closes those of a server, which goes away.
  void CloseAllOf(ServerId server);
  void CutAllOf(ServerId server, const absl::Status& why);

 private:
  struct Entry {
    ServerId server;
    std::shared_ptr<WebSocket> socket;
  };

  std::vector<std::shared_ptr<WebSocket>> AllOf(ServerId server) const;

  IsolateHost& host_;
  Id last_id_ = 0;
  absl::flat_hash_map<Id, Entry> sockets_;
  absl::AnyInvocable<void()> on_end_;
};

}  // namespace rt

#endif  // BINDINGS_WEB_SOCKETS_H_
