#include "runtime/realm/remote_realm.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "runtime/ipc/io_thread.h"
#include "runtime/net/net_error.h"
#include "runtime/net/websocket_frames.h"
#include "runtime/realm/linked_realm.h"
#include "runtime/realm/realm_frames.h"
#include "runtime/realm/realm_registry.h"

namespace rt {

namespace {

// How long a host may take to end a realm that is to end, and to close the
// connection behind its farewell.
constexpr int kGraceMs = 2000;

}  // namespace

// All on the IoThread, but for the constructor.
class RemoteRealm::Life : public std::enable_shared_from_this<Life>,
                          private LinkedRealm::Delegate {
 public:
  Life(RealmRegistry& registry, IoThread& io, ModuleServer& modules,
       Realm::Options options, WebSocketClient::Options host,
       OnEnforcement on_enforcement, ChildRealm::OnEnd on_end)
      : services_(registry.services()),
        io_(io),
        modules_(modules),
        host_(std::move(host)),
        on_enforcement_(std::move(on_enforcement)),
        realm_(registry, io, std::move(options), std::move(on_end), *this) {}

  void Begin() {
    client_.emplace(
        io_.context(), std::move(host_),
        [this](absl::StatusOr<std::unique_ptr<WebSocketConnection>> opened) {
          OnOpen(std::move(opened));
        });
  }

  void Terminate() {
    if (realm_.is_over() || is_ending_) return;
    realm_.SetTerminated();
    if (client_.has_value()) {
      Conclude();
      return;
    }
    realm_.Send(RealmFrame::kTerminate, "");
    ConcludeSoon();
  }

  void AskUsage(UsageAnswer answer) { realm_.AskUsage(std::move(answer)); }

 private:
  void OnOpen(absl::StatusOr<std::unique_ptr<WebSocketConnection>> opened) {
    client_.reset();
    if (!opened.ok()) {
      open_error_ = opened.status();
      Conclude();
      return;
    }
    RealmStart start;
    start.max_heap_bytes = services_.max_heap_bytes;
    realm_.Start(std::make_unique<WebSocketFrames>(*std::move(opened)),
                 std::move(start));
  }

  // LinkedRealm::Delegate

  absl::Status OnFrame(RealmFrame type, FieldReader fields) override {
    if (type == RealmFrame::kAskFiles && !is_asked_) {
      AnswerFiles(std::string(fields.Rest()));
      return absl::OkStatus();
    }
    if (type != RealmFrame::kEnforcement || on_enforcement_ == nullptr) {
      return NoSuchPayload(type);
    }
    absl::StatusOr<Enforcement> enforcement = ReadEnforcement(fields);
    if (!enforcement.ok()) return enforcement.status();
    std::exchange(on_enforcement_, nullptr)(*std::move(enforcement));
    return absl::OkStatus();
  }

  void OnFarewell() override { ConcludeSoon(); }

  void OnLinkEnd() override { Conclude(); }

  void AnswerFiles(std::string question) {
    is_asked_ = true;
    modules_.Answer(std::move(question),
                    [&io = io_, weak = weak_from_this()](
                        absl::StatusOr<std::string> answer) {
                      io.Post([weak, answer = std::move(answer)] {
                        if (const auto life = weak.lock()) life->Tell(answer);
                      });
                    });
  }

  void Tell(const absl::StatusOr<std::string>& answer) {
    if (realm_.is_over()) return;
    is_asked_ = false;
    if (answer.ok()) {
      realm_.Send(RealmFrame::kFiles, *answer);
      return;
    }
    // No question that a host has.
    bad_question_ = answer.status();
    Conclude();
  }

  void ConcludeSoon() {
    is_ending_ = true;
    io_.PostAfter(kGraceMs, [weak = weak_from_this()] {
      const auto life = weak.lock();
      if (life != nullptr && !life->realm_.is_over()) life->Conclude();
    });
  }

  absl::Status WhatWentWrong() const {
    const auto say = [this](absl::string_view what, const absl::Status& status,
                            absl::string_view code) {
      const std::string own = GetErrorPayload(status, kErrorCode);
      return WithCode(absl::UnavailableError(
                          absl::StrCat(realm_.label(), what, status.message())),
                      own.empty() ? code : own);
    };
    if (!open_error_.ok()) {
      return say(" could not be started: ", open_error_, "");
    }
    const absl::Status& end =
        bad_question_.ok() ? *realm_.link_end() : bad_question_;
    if (absl::IsDataLoss(end)) {
      return say(" is lost: what its host sent is broken: ", end,
                 kBrokenProtocol);
    }
    if (!end.ok()) return say(" is lost: ", end, kCutConnection);
    return say(" is lost: its host closed the connection before it was done",
               end, kClosedByPeer);
  }

  void Conclude() {
    client_.reset();
    realm_.Conclude(realm_.Result([this] { return WhatWentWrong(); }));
  }

  const RealmServices& services_;
  IoThread& io_;
  ModuleServer& modules_;
  WebSocketClient::Options host_;  // until Begin()
  OnEnforcement on_enforcement_;   // null: it was told
  LinkedRealm realm_;
  std::optional<WebSocketClient> client_;  // until the connection is there
  bool is_asked_ = false;                  // for files, and has not answered
  bool is_ending_ = false;
  // What went wrong, beside the link.
  absl::Status open_error_;
  absl::Status bad_question_;
};

absl::StatusOr<std::unique_ptr<ChildRealm>> RemoteRealm::Start(
    RealmRegistry& registry, Realm::Options options,
    WebSocketClient::Options host, const std::shared_ptr<const Policy>& policy,
    OnEnforcement on_enforcement, OnEnd on_end) {
  absl::StatusOr<IoThread*> io = registry.io();
  if (!io.ok()) return io.status();
  absl::StatusOr<std::unique_ptr<ModuleServer>> modules =
      ModuleServer::Create(options.info.entry, policy);
  if (!modules.ok()) return modules.status();
  auto life = std::make_shared<Life>(
      registry, **io, **modules, std::move(options), std::move(host),
      std::move(on_enforcement), std::move(on_end));
  (*io)->Post([life] { life->Begin(); });
  return absl::WrapUnique(
      new RemoteRealm(**io, *std::move(modules), std::move(life)));
}

void RemoteRealm::Terminate() {
  io_.Post([life = life_] { life->Terminate(); });
}

void RemoteRealm::AskUsage(UsageAnswer answer) {
  io_.Post([life = life_, answer = std::move(answer)]() mutable {
    life->AskUsage(std::move(answer));
  });
}

}  // namespace rt
