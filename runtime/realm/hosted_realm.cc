#include "runtime/realm/hosted_realm.h"

#include <unistd.h>

#include <string>
#include <utility>

#include "absl/memory/memory.h"
#include "runtime/ipc/exit_watch.h"
#include "runtime/ipc/frame_socket.h"

namespace rt {

absl::StatusOr<std::unique_ptr<HostedRealm>> HostedRealm::Accept(
    UniqueFd socket) {
  absl::StatusOr<std::unique_ptr<IoThread>> io = IoThread::Start("rt maker");
  if (!io.ok()) return io.status();
  auto hosted = absl::WrapUnique(new HostedRealm(*std::move(io)));
  hosted->io_->Post(
      [realm = hosted.get(), socket = std::move(socket)]() mutable {
        realm->Connect(std::move(socket));
      });
  hosted->said_.WaitForNotification();
  if (!hosted->start_status_.ok()) return hosted->start_status_;
  return hosted;
}

void HostedRealm::Connect(UniqueFd socket) {
  auto [port, port_there] = PortEnd::CreateChannel(Reach::kOtherProcess);
  auto [calls, calls_there] = PortEnd::CreateChannel(Reach::kOtherProcess);
  port_ = std::move(port);
  calls_ = std::move(calls);
  link_ = RealmLink::Create(
      *io_, std::make_unique<FrameSocket>(*io_, std::move(socket)),
      static_cast<RealmLink::Delegate&>(*this));
  // Before anything is read: messages may come right behind the start.
  link_->Open(RealmChannel::kPort, std::move(port_there));
  link_->Open(RealmChannel::kCalls, std::move(calls_there));
}

HostedRealm::~HostedRealm() {
  absl::Notification done;
  io_->Post([&] {
    link_.reset();
    done.Notify();
  });
  done.WaitForNotification();
}

int HostedRealm::Run(RealmRegistry& registry) {
  Realm::Options options;
  options.info = start_.info;
  options.data = std::move(start_.data);
  options.port = std::move(port_);
  options.calls = std::move(calls_);

  RealmFarewell farewell;
  {
    Realm realm(registry, std::move(options));
    SetRealm(&realm);
    farewell.result = realm.Run();
    SetRealm(nullptr);
  }
  farewell.realms_made = registry.realms_made() + registry.outside();
  const int exit_code = farewell.result.exit_code;
  io_->Post([this, payload = Encode(farewell)] {
    link_->Finish(RealmFrame::kEnd, payload);
  });
  finished_.WaitForNotification();
  return exit_code;
}

void HostedRealm::SetRealm(Realm* realm) {
  absl::MutexLock lock(&mutex_);
  realm_ = realm;
  if (realm_ != nullptr && is_maker_gone_) realm_->Terminate();
}

absl::Status HostedRealm::OnFrame(RealmFrame type, FieldReader fields) {
  if (type == RealmFrame::kAskUsage) return AnswerUsage(fields);
  if (type != RealmFrame::kStart || said_.HasBeenNotified()) {
    return NoSuchPayload(type);
  }
  absl::StatusOr<RealmStart> start = ReadStart(fields);
  if (!start.ok()) return start.status();
  start_ = *std::move(start);
  said_.Notify();
  return absl::OkStatus();
}

absl::Status HostedRealm::AnswerUsage(FieldReader fields) {
  const uint32_t question = fields.U32();
  if (!fields.AtEnd()) return NoSuchPayload(RealmFrame::kAskUsage);
  absl::MutexLock lock(&mutex_);
  // One that is not answered, as the realm has ended, is so on the other side.
  if (realm_ == nullptr) return absl::OkStatus();
  realm_->AskUsage([this, question](const RealmUsage& usage) {
    io_->Post([this, question, usage] {
      std::string payload;
      AppendU32(payload, question);
      AppendUsage(payload, usage);
      link_->Send(RealmFrame::kUsage, payload);
    });
  });
  return absl::OkStatus();
}

void HostedRealm::OnEnd(absl::Status status) {
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
