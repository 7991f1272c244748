#ifndef RUNTIME_REALM_HOSTED_PROCESS_REALM_H_
#define RUNTIME_REALM_HOSTED_PROCESS_REALM_H_

#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "runtime/base/unique_fd.h"
#include "runtime/ipc/io_thread.h"
#include "runtime/realm/far_maker.h"
#include "runtime/realm/realm.h"

namespace rt {

// A realm whose maker is in another process, which has it as a ProcessRealm:
// the main realm of this process. It ends with its maker, however that ends.
//
// On the process's first thread; it talks to the maker on a thread of its own,
// so that it is heard whatever the realm does.
class HostedProcessRealm : private FarMaker::Delegate {
 public:
  // Waits until the maker has said what to run. Fails where no maker is at the
  // other side of `socket`.
  static absl::StatusOr<std::unique_ptr<HostedProcessRealm>> Accept(
      UniqueFd socket);
  ~HostedProcessRealm() override;

  // What the maker said.
  const RealmStart& start() const { return start_; }

  // Runs the realm to its end and tells the maker, once. Returns what the
  // process should exit with. The registry is of this process, and nothing else
  // is.
  int Run(RealmRegistry& registry);

 private:
  explicit HostedProcessRealm(std::unique_ptr<IoThread> io)
      : io_(std::move(io)) {}

  // FarMaker::Delegate
  absl::Status OnStart(RealmStart start, Realm::Options realm) override;
  void AskUsage(ChildRealm::UsageAnswer answer) override
      ABSL_LOCKS_EXCLUDED(mutex_);
  void OnFinished() override { finished_.Notify(); }
  void OnGone(absl::Status status) override ABSL_LOCKS_EXCLUDED(mutex_);

  void SetRealm(Realm* realm) ABSL_LOCKS_EXCLUDED(mutex_);

  const std::unique_ptr<IoThread> io_;

  // Of the IoThread, until `said_`.
  RealmStart start_;
  Realm::Options options_;
  absl::Status start_status_;
  absl::Notification said_;

  std::optional<FarMaker> maker_;  // of the IoThread
  absl::Notification finished_;

  absl::Mutex mutex_;
  // While it runs.
  Realm* realm_ ABSL_GUARDED_BY(mutex_) = nullptr;
  bool is_maker_gone_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace rt

#endif  // RUNTIME_REALM_HOSTED_PROCESS_REALM_H_
