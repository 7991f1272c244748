#ifndef RUNTIME_REALM_SANDBOX_H_
#define RUNTIME_REALM_SANDBOX_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/policy/policy.h"
#include "runtime/policy/thread_restriction.h"
#include "runtime/realm/realm.h"
#include "runtime/realm/thread_realm.h"

namespace rt {

// What makes a sandbox of a realm: made by its maker, on the maker's thread.
struct Sandbox {
  // Nothing where the realm is none: nobody asks for one, and its maker is none
  // either. A realm of a sandbox is always one, with no more than its maker.
  //
  // `entry` is the URL of its first module; empty where its modules are not on
  // the disk (ModuleSource): none may be loaded from there. Errors: those of
  // Policy::Make() and ThreadRestriction::Prepare().
  static absl::StatusOr<std::optional<Sandbox>> Make(
      const std::optional<SandboxRequest>& request, const std::string& entry,
      const std::shared_ptr<const Policy>& maker);

  std::shared_ptr<const Policy> policy;
  ThreadRestriction restriction;
};

// Starts a sandbox realm, whose Options have its policy already: on a thread
// that is restricted before any script runs, and whose time is kept. Where that
// cannot be had, the realm ends with the error. `maker` is the id of the realm
// that makes it.
//
// V8 makes the isolate before: with --short-builtin-calls it maps its built-ins
// from the program's file, which a sandbox may not read, or else copies them.
absl::StatusOr<std::unique_ptr<ChildRealm>> StartSandbox(
    RealmRegistry& registry, Realm::Options options, Sandbox sandbox,
    uint64_t maker, ThreadRealm::OnEnd on_end);

}  // namespace rt

#endif  // RUNTIME_REALM_SANDBOX_H_
