#ifndef RUNTIME_REALM_REALM_H_
#define RUNTIME_REALM_REALM_H_

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/engine/isolate_host.h"
#include "runtime/engine/isolate_scope.h"
#include "runtime/engine/realm_control.h"
#include "runtime/engine/script_error.h"
#include "runtime/observe/realm_observer.h"

namespace rt {

// What a realm needs from its process. Outlives every realm.
struct RealmServices {
  const EngineImage* image = nullptr;
  RealmObserver* observer = nullptr;
};

// How a realm ended.
struct RealmResult {
  enum class Reason {
    kCompleted,       // nothing was left to do
    kTerminated,      // Terminate() was called
    kExited,          // its code asked for the process to exit
    kError,           // an exception or a rejection that nobody handled
    kOutOfMemory,     // its heap limit
    kUnsettledAwait,  // a top-level await that nothing can settle any more
  };
  Reason reason = Reason::kCompleted;
  int exit_code = 0;
  // With kError.
  std::optional<ScriptError> error;
};

// One realm: an isolate, its loop and its modules.
//
// Life: made on any thread; Run() is the whole life of its isolate, on the
// thread that calls it. Terminate() and RequestExit() may be called from any
// thread between the two.
class Realm : private LoopDelegate, private RealmControl {
 public:
  struct Options {
    RealmInfo info;
    size_t max_heap_bytes = 0;
    // The program's arguments.
    std::vector<std::string> args;
  };

  Realm(const RealmServices& services, Options options);
  ~Realm() override;

  RealmResult Run();

 private:
  void RunTask(absl::AnyInvocable<void()>& task) override;
  void BeforeWait() override;
  void AfterWait() override;
  void RequestExit(int code) override;
  void ReportUncaught(v8::Local<v8::Value> error) override;

  void Start(IsolateScope& scope);
  // Offers an exception that nobody caught to the program's listeners; it ends
  // the realm where none of them handles it.
  void HandleException(IsolateScope& scope, v8::Local<v8::Value> exception,
                       v8::Local<v8::Message> message);
  // The exit code, after the 'exit' listeners.
  int Finish(IsolateScope& scope);
  void Fail(IsolateScope& scope, v8::Local<v8::Value> exception,
            v8::Local<v8::Message> message);

  const RealmServices& services_;
  const Options options_;
  const std::shared_ptr<EventLoop> loop_;
  std::unique_ptr<IsolateHost> host_;
  std::optional<ScriptError> error_;
  std::optional<int> exit_code_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_REALM_H_
