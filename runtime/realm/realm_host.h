#ifndef RUNTIME_REALM_REALM_HOST_H_
#define RUNTIME_REALM_REALM_HOST_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/notification.h"
#include "runtime/ipc/io_thread.h"
#include "runtime/net/websocket_server.h"
#include "runtime/realm/hosted_remote_realm.h"

namespace rt {

// Runs realms for makers on other machines: one for each connection of a client
// that knows the token, beside each other.
//
// Made, and destroyed, on any thread; all else on a thread of its own.
class RealmHost {
 public:
  struct Options {
    WebSocketServer::Options server;
    HostedRemoteRealm::Terms terms;
    // Realms of connections at a time; 0: as many as come. One more is told so
    // and not run.
    size_t max_realms = 0;
    // Gets what its operator should know of a connection, in one line; on the
    // host's thread. May be null.
    std::function<void(absl::string_view)> warn;
  };

  // Listens when it returns. Fails where a realm could not be held by the
  // policy (Sandbox::Make()), with the server's errors, and where the system
  // has no thread to give.
  static absl::StatusOr<std::unique_ptr<RealmHost>> Start(Options options);

  // Ends all realms, tells their makers so, and waits until they are gone.
  ~RealmHost();
  RealmHost(const RealmHost&) = delete;
  RealmHost& operator=(const RealmHost&) = delete;

  // Where it listens.
  const HostPort& at() const { return at_; }

 private:
  explicit RealmHost(Options options);

  // On the thread.
  absl::Status Listen();
  void Accept(std::unique_ptr<WebSocketConnection> connection);
  bool IsFull() const;
  void OnGone(uint64_t number, const std::string& peer,
              const absl::Status& status);
  void Close();

  Options options_;
  HostPort at_;
  std::unique_ptr<IoThread> io_;

  // Of the thread.
  std::unique_ptr<WebSocketServer> server_;
  uint64_t accepted_ = 0;
  absl::flat_hash_map<uint64_t, std::shared_ptr<HostedRemoteRealm>> realms_;
  // Of them, those that were not refused.
  size_t admitted_ = 0;
  bool is_closing_ = false;
  absl::Notification closed_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_REALM_HOST_H_
