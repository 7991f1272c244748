#include "runtime/realm/hosted_remote_realm.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "runtime/net/net_error.h"
#include "runtime/realm/realm_label.h"

namespace rt {
namespace {

// A maker may ask for a limit below its host's, within what V8 takes.
constexpr uint64_t kMostHeapBytes = uint64_t{1} << 40;

size_t HeapLimitOf(const RealmStart& start) {
  if (start.max_heap_bytes == 0) return 0;
  return std::clamp(start.max_heap_bytes, Policy::kLeastMemoryBytes,
                    kMostHeapBytes);
}

// The end of a realm that its host does not run, or not any more.
RealmResult Refusal(absl::string_view why) {
  return ErrorResult(WithCode(absl::UnavailableError(why), kClosedByPeer));
}

// A realm is in no profile of its host's.
RealmObserver* Nobody() {
  static RealmObserver nobody;
  return &nobody;
}

}  // namespace

std::shared_ptr<HostedRemoteRealm> HostedRemoteRealm::Create(
    IoThread& io, const Terms& terms, std::unique_ptr<FrameTransport> transport,
    Gone on_gone) {
  std::shared_ptr<HostedRemoteRealm> hosted(
      new HostedRemoteRealm(io, terms, std::move(on_gone)));
  hosted->maker_ = std::make_unique<FarMaker>(
      io, std::move(transport), static_cast<FarMaker::Delegate&>(*hosted));
  io.PostAfter(kStartMs, [weak = hosted->weak_from_this()] {
    const auto realm = weak.lock();
    if (realm == nullptr || realm->has_started_) return;
    realm->LetGo(absl::DeadlineExceededError("it did not say what to run"));
  });
  return hosted;
}

HostedRemoteRealm::HostedRemoteRealm(IoThread& io, const Terms& terms,
                                     Gone on_gone)
    : io_(io), terms_(terms), on_gone_(std::move(on_gone)) {}

HostedRemoteRealm::~HostedRemoteRealm() = default;

absl::Status HostedRemoteRealm::OnStart(RealmStart start,
                                        Realm::Options realm) {
  has_started_ = true;
  label_ = RealmLabel(realm.info);
  if (!refused_.empty()) {
    Conclude(Refusal(
        absl::StrCat("the host does not run ", label_, ": ", refused_)));
    return absl::OkStatus();
  }
  realm.info.kind = "remote";
  if (absl::Status status = Run(start, std::move(realm)); !status.ok()) {
    Conclude(Refusal(absl::StrCat("the host of ", label_,
                                  " cannot run it: ", status.message())));
  }
  return absl::OkStatus();
}

absl::Status HostedRemoteRealm::Run(const RealmStart& start,
                                    Realm::Options realm) {
  absl::StatusOr<std::optional<Sandbox>> sandbox =
      Sandbox::Make(terms_.sandbox, "", nullptr);
  if (!sandbox.ok()) return sandbox.status();
  maker_->Send(RealmFrame::kEnforcement,
               Encode((*sandbox)->restriction.enforcement()));
  registry_.emplace(RealmServices{.image = terms_.image,
                                  .observer = Nobody(),
                                  .max_heap_bytes = HeapLimitOf(start),
                                  .call_settings = terms_.call_settings,
                                  .stores = terms_.stores,
                                  .first_id = start.info.id});
  files_ =
      std::make_shared<AskedFiles>(io_, [this](absl::string_view question) {
        maker_->Send(RealmFrame::kAskFiles, question);
      });
  realm.module_source = files_;
  realm.policy = (*sandbox)->policy;
  // By the time that it is called, the realm's thread has nothing else of this.
  auto on_end = [self = shared_from_this(),
                 &io = io_](RealmResult result) mutable {
    io.Post([self = std::move(self), result = std::move(result)]() mutable {
      self->OnRealmEnd(std::move(result));
    });
  };
  absl::StatusOr<std::unique_ptr<ChildRealm>> started =
      StartSandbox(*registry_, std::move(realm), **std::move(sandbox),
                   /*maker=*/0, std::move(on_end));
  if (!started.ok()) return started.status();
  realm_ = *std::move(started);
  return absl::OkStatus();
}

void HostedRemoteRealm::AskUsage(ChildRealm::UsageAnswer answer) {
  if (realm_ != nullptr) realm_->AskUsage(std::move(answer));
}

absl::Status HostedRemoteRealm::OnFrame(RealmFrame type, FieldReader fields) {
  if (type == RealmFrame::kFiles) {
    // An answer may come when nobody waits for it any more.
    const bool is_asked = files_ == nullptr || files_->Take(fields.Rest());
    return is_asked ? absl::OkStatus() : NoSuchPayload(type);
  }
  if (type != RealmFrame::kTerminate || !fields.AtEnd()) {
    return NoSuchPayload(type);
  }
  if (realm_ != nullptr) realm_->Terminate();
  return absl::OkStatus();
}

void HostedRemoteRealm::End(const std::string& why) {
  ended_by_host_ = why;
  if (realm_ != nullptr) {
    realm_->Terminate();
  } else if (!has_started_) {
    LetGo(absl::OkStatus());
  } else {
    LetGoAfter(kFarewellMs);
  }
}

void HostedRemoteRealm::OnRealmEnd(RealmResult result) {
  realm_.reset();
  Conclude(std::move(result));
}

void HostedRemoteRealm::Conclude(RealmResult result) {
  if (files_ != nullptr) {
    files_->Close(absl::CancelledError("the realm has ended"));
    files_.reset();
  }
  if (maker_ == nullptr) {
    TellWhereAllIsGone();
    return;
  }
  if (result.end == RealmEnd::kTerminated && !ended_by_host_.empty()) {
    result = Refusal(
        absl::StrCat(label_, " was ended by its host, ", ended_by_host_));
  }
  RealmFarewell farewell;
  farewell.result = std::move(result);
  if (registry_.has_value()) {
    farewell.realms_made = registry_->realms_made() + registry_->outside();
  }
  maker_->Finish(farewell);
  if (!ended_by_host_.empty()) LetGoAfter(kFarewellMs);
}

void HostedRemoteRealm::LetGoAfter(int milliseconds) {
  io_.PostAfter(milliseconds, [weak = weak_from_this()] {
    if (const auto realm = weak.lock()) realm->LetGo(absl::OkStatus());
  });
}

void HostedRemoteRealm::LetGo(absl::Status status) {
  if (maker_ == nullptr) return;
  maker_status_ = std::move(status);
  maker_.reset();
  if (files_ != nullptr) {
    files_->Close(absl::UnavailableError("the realm's maker is gone"));
  }
  if (realm_ != nullptr) realm_->Terminate();
  TellWhereAllIsGone();
}

void HostedRemoteRealm::TellWhereAllIsGone() {
  if (maker_ != nullptr || realm_ != nullptr || on_gone_ == nullptr) return;
  // Not from within what is gone by it.
  io_.Post([on_gone = std::exchange(on_gone_, nullptr),
            status = maker_status_]() mutable { on_gone(std::move(status)); });
}

}  // namespace rt
