#ifndef RUNTIME_ENGINE_REALM_CONTROL_H_
#define RUNTIME_ENGINE_REALM_CONTROL_H_

#include <v8.h>

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "runtime/base/interruption.h"
#include "runtime/observe/realm_observer.h"
#include "runtime/observe/request_observer.h"

namespace rt {

class ModuleSource;
class Policy;
class Stores;

// What the code of a realm may ask of the realm that it runs in. A realm
// implements it and gives itself to its IsolateHost; bindings find it there.
//
// On the realm's thread, with the isolate entered, in a task of its loop.
class RealmControl {
 public:
  virtual ~RealmControl() = default;

  // What realm this is.
  virtual const RealmInfo& info() const = 0;

  // What the realm may do, where it is a sandbox; else null. The same for its
  // whole life; to be shared with threads that work for it.
  virtual const std::shared_ptr<const Policy>& policy() const = 0;

  // Those of its process.
  virtual Stores& stores() = 0;

  // Where its modules come from; null for the disk. The same for its whole
  // life.
  virtual const std::shared_ptr<ModuleSource>& module_source() const = 0;

  // Whether places in scripts that name a source map are shown as it has them.
  virtual bool maps_sources() const = 0;

  // Who watches the requests that the realm's servers answer; null: nobody. The
  // same for its whole life.
  virtual RequestObserver* request_observer() const = 0;

  // What the process's HTTP servers are called where requests might come back
  // (runtime/net/http/loop_id.h).
  virtual const std::string& loop_id() const = 0;

  // Tells a person, in one line of the process's, without an end; once for each
  // text in a process.
  virtual void Warn(absl::string_view message) = 0;

  // Ends the process with this exit code: the main realm, and all realms with
  // it. No more JavaScript of this realm runs: the caller returns at once.
  virtual void RequestExit(int code) = 0;

  // Ends the realm, as if nothing were left to do, when the task that now runs
  // is done.
  virtual void Close() = 0;

  // When nothing is left to do, whether the realm asks internal.runDry
  // (modules/realm/run_dry.ts) if it should wait for others to give it
  // something to do, or ends.
  virtual void SetAsksWhenDry(bool asks) = 0;

  // An error that nobody caught and no 'error' listener handled: the realm ends
  // with it. No more of its JavaScript runs: the caller returns at once.
  virtual void ReportUncaught(v8::Local<v8::Value> error) = 0;

  // What the realm's thread waits by where it waits in the kernel, while
  // JavaScript calls it: the end of the realm ends the wait.
  virtual Interruption& interruption() = 0;
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_REALM_CONTROL_H_
