#ifndef RUNTIME_REALM_REALM_H_
#define RUNTIME_REALM_REALM_H_

#include <v8.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/isolate_scope.h"
#include "runtime/engine/realm_control.h"
#include "runtime/engine/script_error.h"
#include "runtime/loop/event_loop.h"
#include "runtime/observe/realm_observer.h"
#include "runtime/realm/message.h"
#include "runtime/realm/port.h"
#include "runtime/realm/realm_registry.h"
#include "runtime/realm/realm_result.h"
#include "runtime/realm/realm_stop.h"
#include "runtime/realm/realm_usage.h"

namespace rt {

// A host and a port of this machine; 0 for one that is free.
struct ServeAt {
  std::string host;
  uint16_t port = 0;
};

// One realm: an isolate, its loop and its modules.
//
// Life: made on any thread. Start() has it begin on its reactor's thread, where
// its isolate is made, takes its turns and is disposed of. When its loop ends,
// or Terminate() is called, it runs its last JavaScript and ends the realms
// that it made; its loop goes on without JavaScript until these are gone, so
// that they may be on the same thread. Then it hands out its result.
// Terminate() may be called from any thread while the Realm lives, also before
// Start() and when it has ended.
class Realm : private LoopDelegate, private RealmControl {
 public:
  struct Options {
    RealmInfo info;
    // Where it runs. Null: one of its own, for Run().
    std::shared_ptr<Reactor> reactor;
    // Of a realm that another one made: the end of its port that it gets, that
    // of the channel for calls (a worker has none), what it gets as `data`
    // (null: undefined), and whether its global is that of the web's
    // DedicatedWorkerGlobalScope.
    std::optional<PortEnd> port;
    std::optional<PortEnd> calls;
    std::unique_ptr<Message> data;
    bool is_worker = false;
    // Of a sandbox; else null.
    std::shared_ptr<const Policy> policy;
    // Null: its modules are on the disk.
    std::shared_ptr<ModuleSource> module_source;
    // Where the default export of its first module serves HTTP; null: nowhere.
    std::optional<ServeAt> serve;
    // Called once, on its thread, when the isolate is there and nothing has
    // run in it. Where it fails, that is the error that the realm ends with.
    absl::AnyInvocable<absl::Status(Realm&)> restrict;
  };

  // The realm whose id is 0 is the main realm, and so is a process realm in its
  // process: to end it ends the process.
  Realm(RealmRegistry& registry, Options options);
  ~Realm() override;

  // Called once, on the reactor's thread, when the realm has ended: all realms
  // that it made have, and every observation is destroyed. The Realm may be
  // destroyed in it.
  using EndCallback = absl::AnyInvocable<void(RealmResult)>;

  // Any thread, once.
  void Start(EndCallback on_end);

  // Start(), and runs its reactor, which is for this realm only, until it has
  // ended.
  RealmResult Run();

  // Ends the realm at once; it runs no 'exit' listeners.
  void Terminate();

  // What it uses, told on its thread: see RealmQuestions. As Terminate().
  void AskUsage(absl::AnyInvocable<void(const RealmUsage&)> answer);

  // The same, since it has used up what it was given: kCpuLimit or kWallLimit.
  void EndOverBudget(RealmEnd end) { stop_->Kill(end); }

  // An error of a realm that this one made and did not look at: it is as if it
  // had been thrown here. On the realm's thread, in a task.
  void HandleChildError(IsolateScope& scope, v8::Local<v8::Value> error,
                        ScriptError description);

 private:
  // LoopDelegate
  void RunTasks(absl::FunctionRef<void()> run) override;
  void RunTask(absl::FunctionRef<void()> task) override;
  bool ExpectsTask() override;
  void OnEnd() override;

  // RealmControl
  const RealmInfo& info() const override { return options_.info; }
  const std::shared_ptr<const Policy>& policy() const override {
    return options_.policy;
  }
  const std::shared_ptr<ModuleSource>& module_source() const override {
    return options_.module_source;
  }
  Stores& stores() override { return registry_.stores(); }
  void RequestExit(int code) override;
  void Close() override;
  void ReportUncaught(v8::Local<v8::Value> error) override;
  Interruption& interruption() override { return stop_->interruption(); }
  void SetAsksWhenDry(bool asks) override { asks_when_dry_ = asks; }
  bool maps_sources() const override {
    return registry_.services().maps_sources;
  }
  RequestObserver* request_observer() const override {
    return registry_.services().request_observer;
  }
  const std::string& loop_id() const override { return registry_.loop_id(); }
  void Warn(absl::string_view message) override { registry_.WarnOnce(message); }

  bool has_maker() const { return options_.info.id != 0; }
  bool has_process() const { return options_.info.kind == "process"; }
  // How far it is to its maker.
  Reach reach() const { return ReachOfKind(options_.info.kind); }
  bool is_main() const { return !has_maker() || has_process(); }

  // The steps of its life.
  void Begin();
  bool TellModules(IsolateScope& scope);
  bool GivePort(IsolateScope& scope, v8::Local<v8::Object> start,
                const char* name, std::optional<PortEnd> end);
  void Load(IsolateScope& scope);
  void StopWhereNothingIsLeft(IsolateScope& scope);
  void DescribeEnd(IsolateScope& scope);
  void RunExitListeners(IsolateScope& scope);
  void Finish();

  // The module's namespace to the calls of the realm's maker, from when it is
  // evaluated. The promise is that of the evaluation, or follows it.
  v8::MaybeLocal<v8::Promise> ServeHttp(IsolateScope& scope,
                                        v8::Local<v8::Promise> evaluated);
  v8::MaybeLocal<v8::Promise> Serve(IsolateScope& scope,
                                    v8::Local<v8::Promise> evaluated);

  // Microtasks and what they leave, until nothing is left.
  void RunMicrotasks(IsolateScope& scope);
  // Offers what nobody caught or handled to the program's listeners. True where
  // one of them handled it.
  bool OfferException(IsolateScope& scope, v8::Local<v8::Value> exception);
  bool OfferRejection(IsolateScope& scope, v8::Local<v8::Promise> promise,
                      v8::Local<v8::Message> message);
  void HandleException(IsolateScope& scope, v8::Local<v8::Value> exception,
                       v8::Local<v8::Message> message);
  // Ends the realm with an error that nobody handled. The first one counts.
  void Fail(IsolateScope& scope, v8::Local<v8::Value> exception,
            ScriptError description);
  // Ends the JavaScript that runs, as soon as the calling function returns.
  void Unwind(IsolateScope& scope);

  RealmRegistry& registry_;
  Options options_;
  const bool is_pooled_;
  const std::shared_ptr<EventLoop> loop_;
  const std::shared_ptr<RealmStop> stop_;
  EndCallback on_end_;
  std::unique_ptr<IsolateHost> host_;
  std::unique_ptr<RealmObservation> observation_;
  // Of the evaluation of the first module.
  v8::Global<v8::Promise> main_promise_;
  bool closed_ = false;
  bool has_calls_ = false;
  bool asks_when_dry_ = false;
  absl::Status restricted_;  // what came of Options::restrict
  RealmResult result_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_REALM_H_
