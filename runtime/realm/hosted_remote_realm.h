#ifndef RUNTIME_REALM_HOSTED_REMOTE_REALM_H_
#define RUNTIME_REALM_HOSTED_REMOTE_REALM_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/ipc/io_thread.h"
#include "runtime/realm/asked_files.h"
#include "runtime/realm/child_realm.h"
#include "runtime/realm/far_maker.h"
#include "runtime/realm/realm_registry.h"
#include "runtime/realm/sandbox.h"

namespace rt {

// A realm whose maker is on another machine, which has it as a RemoteRealm: a
// sandbox realm, with a registry of its own, so that it knows of no other. It
// ends with its maker, however that ends.
//
// On the IoThread, where nothing of it blocks but its end: for the realm's
// thread, which has ended by then.
class HostedRemoteRealm
    : private FarMaker::Delegate,
      public std::enable_shared_from_this<HostedRemoteRealm> {
 public:
  // What every realm of a host gets. Outlives them.
  struct Terms {
    const EngineImage* image = nullptr;
    // Its policy, whatever the maker asks for.
    SandboxRequest sandbox;
    // What it may call and find, as far as the policy grants it: the host's,
    // and the same for all. Null stores: each realm has its own.
    std::shared_ptr<const CallSettings> call_settings =
        std::make_shared<CallSettings>();
    Stores* stores = nullptr;
  };

  // Called once, on the thread, when nothing is left of the realm: OK, or what
  // its maker broke (DataLoss) or how it was lost.
  using Gone = absl::AnyInvocable<void(absl::Status)>;

  static std::shared_ptr<HostedRemoteRealm> Create(
      IoThread& io, const Terms& terms,
      std::unique_ptr<FrameTransport> transport, Gone on_gone);
  ~HostedRemoteRealm() override;

  // It is not run: its maker is told so, and why. Before the maker said what to
  // run.
  void Refuse(std::string why) { refused_ = std::move(why); }

  // Ends it, and tells its maker why, who has some seconds to hear it.
  void End(const std::string& why);

  // A maker that says nothing is let go after this time.
  static constexpr int kStartMs = 10'000;
  // What a maker has for hearing of the end of its host.
  static constexpr int kFarewellMs = 2'000;

 private:
  HostedRemoteRealm(IoThread& io, const Terms& terms, Gone on_gone);

  // FarMaker::Delegate
  absl::Status OnStart(RealmStart start, Realm::Options realm) override;
  void AskUsage(ChildRealm::UsageAnswer answer) override;
  absl::Status OnFrame(RealmFrame type, FieldReader fields) override;
  void OnFinished() override { LetGo(absl::OkStatus()); }
  void OnGone(absl::Status status) override { LetGo(std::move(status)); }

  absl::Status Run(const RealmStart& start, Realm::Options realm);
  void OnRealmEnd(RealmResult result);
  void Conclude(RealmResult result);
  void LetGo(absl::Status status);
  // Of the maker, after so long.
  void LetGoAfter(int milliseconds);
  void TellWhereAllIsGone();

  IoThread& io_;
  const Terms& terms_;
  Gone on_gone_;  // null: it was called
  std::string label_;
  bool has_started_ = false;
  std::string refused_;        // why; empty where it was not
  std::string ended_by_host_;  // why; empty where it was not
  absl::Status maker_status_;
  std::optional<RealmRegistry> registry_;
  std::shared_ptr<AskedFiles> files_;
  std::unique_ptr<ChildRealm> realm_;  // while it runs
  std::unique_ptr<FarMaker> maker_;    // until it is gone
};

}  // namespace rt

#endif  // RUNTIME_REALM_HOSTED_REMOTE_REALM_H_
