#ifndef RUNTIME_ENGINE_REALM_CONTROL_H_
#define RUNTIME_ENGINE_REALM_CONTROL_H_

#include <v8.h>

namespace rt {

// What the code of a realm may ask of the realm that it runs in. A realm
// implements it and gives itself to its IsolateHost; bindings find it there.
//
// On the realm's thread, with the isolate entered, in a task of its loop.
class RealmControl {
 public:
  virtual ~RealmControl() = default;

  // Ends the realm with this exit code; if it is the main realm, the process.
  // No more JavaScript runs: the caller returns at once.
  virtual void RequestExit(int code) = 0;

  // An error that nobody caught and no 'error' listener handled: the realm ends
  // with it after the task that now runs.
  virtual void ReportUncaught(v8::Local<v8::Value> error) = 0;
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_REALM_CONTROL_H_
