#include "runtime/realm/process_realm.h"

#include <signal.h>

#include <optional>
#include <string>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "runtime/ipc/child_process.h"
#include "runtime/ipc/exit_watch.h"
#include "runtime/ipc/frame_socket.h"
#include "runtime/ipc/io_thread.h"
#include "runtime/loop/signals.h"
#include "runtime/realm/linked_realm.h"
#include "runtime/realm/realm_frames.h"
#include "runtime/realm/realm_registry.h"

namespace rt {

namespace {

// How long a process that has said all may take to end.
constexpr int kFarewellMs = 10'000;

}  // namespace

// All on the IoThread, but for the constructor.
class ProcessRealm::Life : private LinkedRealm::Delegate {
 public:
  Life(RealmRegistry& registry, IoThread& io, ChildProcess process,
       Realm::Options options, ChildRealm::OnEnd on_end)
      : services_(registry.services()),
        io_(io),
        process_(std::move(process)),
        realm_(registry, io, std::move(options), std::move(on_end), *this) {}

  void Begin(UniqueFd socket) {
    absl::StatusOr<std::unique_ptr<ExitWatch>> watch = ExitWatch::Start(
        io_, process_, [this](ProcessExit exit) { OnExit(exit); });
    if (!watch.ok()) {
      Conclude(ErrorResult(watch.status()));
      return;
    }
    watch_ = *std::move(watch);
    RealmStart start;
    start.args = services_.args;
    start.max_heap_bytes = services_.max_heap_bytes;
    start.reactors = services_.reactors;
    realm_.Start(std::make_unique<FrameSocket>(io_, std::move(socket)),
                 std::move(start));
  }

  void Terminate() {
    if (realm_.is_over()) return;
    realm_.SetTerminated();
    watch_->Terminate();
  }

  void AskUsage(UsageAnswer answer) { realm_.AskUsage(std::move(answer)); }

 private:
  // LinkedRealm::Delegate
  absl::Status OnFrame(RealmFrame type, FieldReader /*fields*/) override {
    return NoSuchPayload(type);
  }
  void OnFarewell() override {}
  void OnLinkEnd() override {
    // One that breaks the rules is not asked to end.
    if (!realm_.link_end()->ok()) process_.Signal(SIGKILL);
    watch_->KillAfter(realm_.has_farewell() ? kFarewellMs
                                            : ExitWatch::kGraceMs);
    ConcludeWhereAllIsKnown();
  }

  // ExitWatch::OnExit
  void OnExit(ProcessExit exit) {
    exit_ = exit;
    ConcludeWhereAllIsKnown();
  }

  void ConcludeWhereAllIsKnown() {
    if (!exit_.has_value() || !realm_.link_end().has_value()) return;
    RealmResult result = realm_.Result([this] { return WhatWentWrong(); });
    result.process = exit_;
    Conclude(std::move(result));
  }

  absl::Status WhatWentWrong() const {
    const std::string how =
        exit_->signal != 0
            ? absl::StrCat("was ended by ", SignalName(exit_->signal))
            : absl::StrCat("ended with exit code ", exit_->code);
    const absl::Status& link_end = *realm_.link_end();
    return absl::UnavailableError(absl::StrCat(
        realm_.label(), " ", how,
        link_end.ok() ? " before it was done"
                      : absl::StrCat(", and what it sent is broken: ",
                                     link_end.message())));
  }

  void Conclude(RealmResult result) {
    watch_.reset();
    realm_.Conclude(std::move(result));
  }

  const RealmServices& services_;
  IoThread& io_;
  ChildProcess process_;
  std::unique_ptr<ExitWatch> watch_;
  LinkedRealm realm_;
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
