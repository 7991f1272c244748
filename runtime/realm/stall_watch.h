#ifndef RUNTIME_REALM_STALL_WATCH_H_
#define RUNTIME_REALM_STALL_WATCH_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "runtime/base/thread.h"
#include "runtime/loop/reactor_pool.h"
#include "runtime/realm/realm_stop.h"

namespace rt {

// Says when a realm has kept others on its reactor waiting for kPatienceS
// seconds: which realm, and on what line it is. Once for each realm.
//
// Owned by the registry. It has a thread, which looks at the reactors once a
// second from the first Add() on. Any thread.
class StallWatch {
 public:
  static constexpr int kPatienceS = 5;

  // A warning is one line for a person, without an end; on any thread.
  using Warn = std::function<void(absl::string_view)>;

  // `warn` may be null: then nothing is watched.
  StallWatch(ReactorPool& pool, Warn warn);
  ~StallWatch();
  StallWatch(const StallWatch&) = delete;
  StallWatch& operator=(const StallWatch&) = delete;

  // A pooled realm: its loop, what people call it, and how it is asked.
  void Add(const ReactorMember* loop, std::string label,
           std::shared_ptr<RealmStop> stop) ABSL_LOCKS_EXCLUDED(mutex_);
  void Remove(const ReactorMember* loop) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Watched;
  class Report;

  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  void Look() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  ReactorPool& pool_;
  const Warn warn_;
  absl::Mutex mutex_;
  bool is_over_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<Thread> thread_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<const ReactorMember*, std::unique_ptr<Watched>> realms_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // RUNTIME_REALM_STALL_WATCH_H_
