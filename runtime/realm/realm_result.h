#ifndef RUNTIME_REALM_REALM_RESULT_H_
#define RUNTIME_REALM_REALM_RESULT_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "runtime/engine/script_error.h"
#include "runtime/ipc/child_process.h"

namespace rt {

struct Message;

// Why a realm ended.
enum class RealmEnd {
  kCompleted,       // nothing was left to do
  kTerminated,      // Realm::Terminate() was called
  kExited,          // some realm's code asked for the process to exit
  kError,           // an exception or a rejection that nobody handled
  kOutOfMemory,     // its heap limit
  kCpuLimit,        // its policy's CPU time
  kWallLimit,       // its policy's time on the wall
  kUnsettledAwait,  // a top-level await that nothing can settle any more
};

inline constexpr RealmEnd kLastRealmEnd = RealmEnd::kUnsettledAwait;

inline constexpr int kTerminatedExitCode = 1;
inline constexpr int kUnsettledAwaitExitCode = 13;

// How a realm ended. Plain data, for any thread.
struct RealmResult {
  RealmEnd end = RealmEnd::kCompleted;
  // Of the main realm: what the process should exit with. By the script's own
  // word with kCompleted and kExited; 1 with kError, kOutOfMemory and
  // kTerminated (a main realm has no policy); kUnsettledAwaitExitCode with
  // kUnsettledAwait. An 'exit' listener that sets another one has the last
  // word, where they run.
  int exit_code = 0;
  // With kError; with kUnsettledAwait where the place is known; with
  // kOutOfMemory, kCpuLimit and kWallLimit, without a place.
  std::optional<ScriptError> error;
  // With kError, for the realm that made this one: the thrown value as
  // modules/realm/error_transport.ts packs it. Null where it could not be.
  std::unique_ptr<Message> error_value;
  // With an error that has none of these: the `code` that it gets
  // (error_payload.h), or empty.
  std::string error_code;
  // Of a realm that had a process of its own: how that ended.
  std::optional<ProcessExit> process;
};

// That of a realm which something else than its own code made fail: kError,
// with an error that has no place.
RealmResult ErrorResult(std::string message);
// The same, with the code of the status.
RealmResult ErrorResult(const absl::Status& status);

}  // namespace rt

#endif  // RUNTIME_REALM_REALM_RESULT_H_
