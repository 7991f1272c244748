#ifndef RUNTIME_REALM_REALM_CALLS_H_
#define RUNTIME_REALM_REALM_CALLS_H_

#include <memory>

#include "runtime/engine/isolate_host.h"
#include "runtime/net/client/call_settings.h"

namespace rt {

// What the HTTP calls of a realm know: StateOf<RealmCalls>(isolate). The realm
// sets it before its first module is loaded. On the realm's thread.
struct RealmCalls {
  explicit RealmCalls(IsolateHost& /*host*/) {}

  std::shared_ptr<const CallSettings> settings =
      std::make_shared<CallSettings>();
};

}  // namespace rt

#endif  // RUNTIME_REALM_REALM_CALLS_H_
