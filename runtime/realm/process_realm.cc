#include "runtime/realm/process_realm.h"

#include <signal.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "runtime/ipc/child_process.h"
#include "runtime/ipc/exit_watch.h"
#include "runtime/ipc/frame_socket.h"
#include "runtime/ipc/io_thread.h"
#include "runtime/loop/signals.h"
#include "runtime/realm/realm_frames.h"
#include "runtime/realm/realm_label.h"
#include "runtime/realm/realm_link.h"

namespace rt {

namespace {

// How long a process that has said all may take to end.
constexpr int kFarewellMs = 10'000;

}  // namespace

// All on the IoThread, but for the constructor.
class ProcessRealm::Life : private RealmLink::Delegate {
 public:
  Life(RealmRegistry& registry, IoThread& io, ChildProcess process,
       Realm::Options options, ChildRealm::OnEnd on_end)
      : registry_(registry),
        io_(io),
        label_(RealmLabel(options.info)),
        options_(std::move(options)),
        process_(std::move(process)),
        on_end_(std::move(on_end)) {}

  void Begin(UniqueFd socket) {
    absl::StatusOr<std::unique_ptr<ExitWatch>> watch = ExitWatch::Start(
        io_, process_, [this](ProcessExit exit) { OnExit(exit); });
    if (!watch.ok()) {
      Conclude(ErrorResult(std::string(watch.status().message())));
      return;
    }
    watch_ = *std::move(watch);
    link_ = RealmLink::Create(
        io_, std::make_unique<FrameSocket>(io_, std::move(socket)), *this);
    const RealmServices& services = registry_.services();
    RealmStart start;
    start.info = options_.info;
    start.args = services.args;
    start.max_heap_bytes = services.max_heap_bytes;
    start.reactors = services.reactors;
    start.data = std::move(options_.data);
    link_->Send(RealmFrame::kStart, Encode(start));
    link_->Open(RealmChannel::kPort, *std::move(options_.port));
    link_->Open(RealmChannel::kCalls, *std::move(options_.calls));
  }

  void Terminate() {
    if (is_over()) return;
    is_terminated_ = true;
    watch_->Terminate();
  }

  void AskUsage(UsageAnswer answer) {
    if (is_over()) return;
    const uint32_t question = ++last_question_;
    questions_.emplace(question, std::move(answer));
    std::string payload;
    AppendU32(payload, question);
    link_->Send(RealmFrame::kAskUsage, payload);
  }

 private:
  bool is_over() const { return on_end_ == nullptr; }

  // RealmLink::Delegate
  absl::Status OnFrame(RealmFrame type, FieldReader fields) override {
    if (type == RealmFrame::kEnd && !farewell_.has_value()) {
      absl::StatusOr<RealmFarewell> farewell = ReadFarewell(fields);
      if (!farewell.ok()) return farewell.status();
      farewell_ = *std::move(farewell);
      return absl::OkStatus();
    }
    if (type != RealmFrame::kUsage) return NoSuchPayload(type);
    const auto asked = questions_.find(fields.U32());
    absl::StatusOr<RealmUsage> usage = ReadUsage(fields);
    if (!usage.ok()) return usage.status();
    if (asked == questions_.end()) return NoSuchPayload(type);
    asked->second(*usage);
    questions_.erase(asked);
    return absl::OkStatus();
  }

  void OnEnd(absl::Status status) override {
    link_end_ = std::move(status);
    // One that breaks the rules is not asked to end.
    if (!link_end_->ok()) process_.Signal(SIGKILL);
    watch_->KillAfter(farewell_.has_value() ? kFarewellMs
                                            : ExitWatch::kGraceMs);
    ConcludeWhereAllIsKnown();
  }

  // ExitWatch::OnExit
  void OnExit(ProcessExit exit) {
    exit_ = exit;
    ConcludeWhereAllIsKnown();
  }

  void ConcludeWhereAllIsKnown() {
    if (exit_.has_value() && link_end_.has_value()) Conclude(Result());
  }

  RealmResult Result() {
    RealmResult result;
    if (farewell_.has_value() && link_end_->ok()) {
      registry_.CountOutside(farewell_->realms_made);
      result = std::move(farewell_->result);
    } else if (is_terminated_) {
      result.end = RealmEnd::kTerminated;
    } else {
      result = ErrorResult(WhatWentWrong());
    }
    result.process = exit_;
    return result;
  }

  std::string WhatWentWrong() const {
    const std::string how =
        exit_->signal != 0
            ? absl::StrCat("was ended by ", SignalName(exit_->signal))
            : absl::StrCat("ended with exit code ", exit_->code);
    return absl::StrCat(label_, " ", how,
                        link_end_->ok()
                            ? " before it was done"
                            : absl::StrCat(", and what it sent is broken: ",
                                           link_end_->message()));
  }

  void Conclude(RealmResult result) {
    questions_.clear();
    // Closes the channels, behind all that came.
    link_.reset();
    options_.port.reset();
    options_.calls.reset();
    watch_.reset();
    ChildRealm::OnEnd on_end = std::exchange(on_end_, nullptr);
    on_end(std::move(result));
  }

  RealmRegistry& registry_;
  IoThread& io_;
  const std::string label_;
  Realm::Options options_;
  ChildProcess process_;
  ChildRealm::OnEnd on_end_;  // null: it has ended
  std::unique_ptr<ExitWatch> watch_;
  std::shared_ptr<RealmLink> link_;
  bool is_terminated_ = false;
  uint32_t last_question_ = 0;
  absl::flat_hash_map<uint32_t, UsageAnswer> questions_;
  // What is known of the end.
  std::optional<RealmFarewell> farewell_;
  std::optional<absl::Status> link_end_;
  std::optional<ProcessExit> exit_;
};

absl::StatusOr<std::unique_ptr<ChildRealm>> ProcessRealm::Start(
    RealmRegistry& registry, Realm::Options options, OnEnd on_end) {
  const ProcessCommand& command = registry.services().realm_process;
  if (command.program.empty()) {
    return absl::UnimplementedError(
        "this program cannot start process realms: it does not say by what "
        "command (RunOptions::realm_process)");
  }
  absl::StatusOr<IoThread*> io = registry.io();
  if (!io.ok()) return io.status();
  // The last word tells the processes of a list from each other.
  ProcessCommand named = command;
  named.words.push_back(options.info.name.empty() ? options.info.entry
                                                  : options.info.name);
  absl::StatusOr<ChildProcess::Spawned> spawned = ChildProcess::Spawn(named);
  if (!spawned.ok()) return spawned.status();
  registry.CountOutside(1);
  auto life =
      std::make_shared<Life>(registry, **io, std::move(spawned->process),
                             std::move(options), std::move(on_end));
  (*io)->Post([life, socket = std::move(spawned->socket)]() mutable {
    life->Begin(std::move(socket));
  });
  return absl::WrapUnique(new ProcessRealm(**io, std::move(life)));
}

void ProcessRealm::Terminate() {
  io_.Post([life = life_] { life->Terminate(); });
}

void ProcessRealm::AskUsage(UsageAnswer answer) {
  io_.Post([life = life_, answer = std::move(answer)]() mutable {
    life->AskUsage(std::move(answer));
  });
}

}  // namespace rt
