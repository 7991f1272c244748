#include "runtime/realm/hosted_process_realm.h"

#include <unistd.h>

#include <utility>

#include "absl/memory/memory.h"
#include "runtime/ipc/exit_watch.h"
#include "runtime/ipc/frame_socket.h"

namespace rt {

absl::StatusOr<std::unique_ptr<HostedProcessRealm>> HostedProcessRealm::Accept(
    UniqueFd socket) {
  absl::StatusOr<std::unique_ptr<IoThread>> io = IoThread::Start("rt maker");
  if (!io.ok()) return io.status();
  auto hosted = absl::WrapUnique(new HostedProcessRealm(*std::move(io)));
  hosted->io_->Post(
      [realm = hosted.get(), socket = std::move(socket)]() mutable {
        realm->maker_.emplace(
            *realm->io_,
            std::make_unique<FrameSocket>(*realm->io_, std::move(socket)),
            static_cast<FarMaker::Delegate&>(*realm));
      });
  hosted->said_.WaitForNotification();
  if (!hosted->start_status_.ok()) return hosted->start_status_;
  return hosted;
}

HostedProcessRealm::~HostedProcessRealm() {
  io_->Run([this] { maker_.reset(); });
}

int HostedProcessRealm::Run(RealmRegistry& registry) {
  RealmFarewell farewell;
  {
    Realm realm(registry, std::move(options_));
    SetRealm(&realm);
    farewell.result = realm.Run();
    SetRealm(nullptr);
  }
  farewell.realms_made = registry.realms_made() + registry.outside();
  const int exit_code = farewell.result.exit_code;
  io_->Post(
      [this, farewell = std::move(farewell)] { maker_->Finish(farewell); });
  finished_.WaitForNotification();
  return exit_code;
}

void HostedProcessRealm::SetRealm(Realm* realm) {
  absl::MutexLock lock(&mutex_);
  realm_ = realm;
  if (realm_ != nullptr && is_maker_gone_) realm_->Terminate();
}

absl::Status HostedProcessRealm::OnStart(RealmStart start,
                                         Realm::Options realm) {
  start_ = std::move(start);
  options_ = std::move(realm);
  said_.Notify();
  return absl::OkStatus();
}

void HostedProcessRealm::AskUsage(ChildRealm::UsageAnswer answer) {
  absl::MutexLock lock(&mutex_);
  if (realm_ != nullptr) realm_->AskUsage(std::move(answer));
}

void HostedProcessRealm::OnGone(absl::Status status) {
  if (!said_.HasBeenNotified()) {
    start_status_ = status.ok()
                        ? absl::UnavailableError("the maker said nothing")
                        : std::move(status);
    said_.Notify();
    return;
  }
  // Its realms end with it. What does not end then, as a call into the kernel
  // that does not return, has no time to.
  io_->PostAfter(ExitWatch::kGraceMs, [] { _exit(1); });
  absl::MutexLock lock(&mutex_);
  is_maker_gone_ = true;
  if (realm_ != nullptr) realm_->Terminate();
}

}  // namespace rt
