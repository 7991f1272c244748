#ifndef HOST_RT_H_
#define HOST_RT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/engine/script_error.h"
#include "runtime/ipc/child_process.h"
#include "runtime/store/settings/settings.h"

// rt as a library: what a program needs that runs JavaScript and TypeScript,
// the command line of rt among them. Values in, values out; nothing of V8.
//
//   absl::Status ready = rt::Initialize({.exact_profiles = true});
//   ...
//   rt::RunOptions options;
//   options.script = "app.ts";
//   options.profile.emplace();
//   absl::StatusOr<rt::RunReport> report = rt::Run(options);

namespace rt {

// --- The process ---

struct ProcessOptions {
  // Some Run() of this process writes an exact profile: sets V8 up so that it
  // can tell the line of all code, which takes away one of its compilers.
  bool exact_profiles = false;
  // For V8, such as "--no-opt". What a flag does, and that it exists at all,
  // changes with V8's version.
  std::vector<std::string> v8_flags;
};

// Prepares this process to run scripts. Once, before the first Run() and before
// the process has a second thread.
//
// It changes the process: SIGPIPE and SIGXFSZ are ignored, so that a closed
// pipe and a full disk are errors and no sudden end; SIGPROF is ignored but for
// the profiler's own handler; a standard stream that is closed is opened on
// /dev/null, in such a way that writing to it still fails, so that no other
// file can take its number.
//
// Fails with InvalidArgument, naming it, for a flag that V8 does not know or
// whose value it does not take.
absl::Status Initialize(const ProcessOptions& options);

// What this build is made of.
struct VersionInfo {
  std::string rt;        // "0.1.0"
  std::string revision;  // of the source, abbreviated; empty where not known
  std::string v8;        // "13.6.233.17-node.37"
  std::string build;     // "release" or "debug", with "asan" where it is
  std::string compiler;  // "clang 14.0.6"
};
VersionInfo Version();

// --- A run ---

inline constexpr int64_t kMinProfileIntervalUs = 100;
inline constexpr int64_t kMaxProfileIntervalUs = 1'000'000;
inline constexpr int64_t kMinCheckpointSeconds = 1;
inline constexpr int64_t kMaxCheckpointSeconds = 86'400;

// What was written where a profile was asked for.
struct ProfileSummary {
  std::string path;
  int64_t realms = 0;
  // Those whose last part is missing: they were in a native function, and gave
  // no answer. The comments in the profile name them.
  int64_t incomplete = 0;
  int64_t samples = 0;
  // CPU time of the realms' threads while they were recorded.
  int64_t cpu_ns = 0;
  // Realms that ran in other processes, which no profile of this one can hold.
  int64_t realms_outside = 0;
};

// The profile of a run: one file over all realms of the process.
struct ProfileOptions {
  // Where it is written, by a temporary file in the same folder, when the run
  // has ended.
  std::string path = "profile.pb";
  // Microseconds between two samples of a realm, within the bounds above;
  // rounded down to a multiple of 100, and the profile says so.
  int64_t interval_us = 1000;
  // The process was initialized with `exact_profiles`. Without, the program
  // runs as it does without a profile, and some of its code is on its
  // function's first line, or on that of the function that it was inlined into.
  bool exact = true;
  // Where it has a value, within the bounds above: every so many seconds the
  // profile so far is written to `path`, so that a process that is killed has
  // lost no more than that. `path` must not be a device or a pipe. Where that
  // fails, RunOptions::warn is told, once, and the run goes on.
  std::optional<int64_t> checkpoint_s;
  // Where it is set, SIGUSR2 has the profile so far written beside `path`, as
  // app.1.pb, app.2.pb and so on, while the program goes on. Gets what was
  // written, or why it was not, on a thread of its own. From the first such run
  // on, SIGUSR2 does not end the process any more. A program that listens to it
  // gets it instead; where it is ignored when the run starts, it stays so.
  std::function<void(const absl::StatusOr<ProfileSummary>&)> on_part;
};

inline constexpr int64_t kMinHeapMegabytes = 16;
inline constexpr int64_t kMaxHeapMegabytes = 1 << 20;
inline constexpr int64_t kMinReactors = 1;
inline constexpr int64_t kMaxReactors = 256;

struct RunReport;

inline constexpr int64_t kMaxCacheBytes = int64_t{1} << 40;

// What all realms of a process share by rt:kv, rt:cache, rt:config and
// rt:secret.
struct StoreOptions {
  // The folder of the key-value stores, which is made where it is missing;
  // empty: they are in memory. Other processes may use it at the same time.
  std::string data_folder;
  // JSON objects and secrets by name, which are read before the script runs.
  std::vector<NamedFile> configs;
  std::vector<NamedFile> secrets;
  // What all caches together may hold, up to kMaxCacheBytes; without it, 64 MB.
  std::optional<int64_t> cache_bytes;
};

struct RunOptions {
  // The first module: a path, relative to the current folder or absolute, or a
  // file: URL.
  std::string script;
  // What the script sees as its arguments. Any bytes but 0.
  std::vector<std::string> args;
  // The limit of V8's heap in each realm, and of its ArrayBuffers, within the
  // bounds above; without it V8 decides by the machine's memory.
  std::optional<int64_t> max_heap_megabytes;
  // Gets what a person should know while the script runs, in one line: that a
  // realm keeps others waiting, that a source map can't be used. On any thread;
  // may be null.
  std::function<void(absl::string_view)> warn;
  // Errors and profiles show places in scripts as the source maps have them
  // that these scripts name. A map is read when a place is first shown.
  bool source_maps = true;
  // Threads that pooled realms share, within the bounds above; without it, one
  // for each core.
  std::optional<int64_t> reactors;
  StoreOptions stores;
  std::optional<ProfileOptions> profile;
  // "HOST:PORT" or "PORT", with 0 for one that is free: the script's default
  // export, an object with a function `fetch`, answers HTTP requests there. The
  // address is written to standard error.
  std::optional<std::string> serve;
  // What the script's HTTP servers are called in the header CDN-Loop, by which
  // they know a request that comes back to them: a token of HTTP, or a host
  // with a port. Without it, a random name.
  std::optional<std::string> loop_id;
  // Servers that scripts may call by a name, each as "NAME=URL" with an origin
  // for URL, or "NAME=unix:PATH".
  std::vector<std::string> backends;
  // A PEM file with certificates of authorities that TLS connections trust
  // beside the system's; empty: none.
  std::string root_certificates;
  // What starts a process that calls Initialize() and then RunProcessRealm(),
  // for realms that ask for one; one more word that names the realm is added.
  // Without it they cannot be made.
  ProcessCommand realm_process;
  // Called on another thread, instead of Run()'s return, where the run does not
  // come to its end: the main realm was told to end, or has ended, and it or a
  // realm of it is in a function of V8 that takes very long and cannot be
  // ended. The profile is written, without the last part of that realm. Must
  // end the process and not return. Null: Run() waits for as long as it takes.
  std::function<void(const RunReport&)> abandon;
  // Signals that end the run in order where their default action would end the
  // process, so that a profile is written: RunReport::signal then says which
  // came. Each counts once: its second coming has the default action. A signal
  // that the script listens to goes to the script; one that is ignored when the
  // run starts stays so.
  std::vector<int> ending_signals;
};

// How a run ended.
struct RunReport {
  enum class Ending {
    kCompleted,       // nothing was left to do
    kExited,          // the script called exit()
    kError,           // an exception or a rejection that nobody handled
    kOutOfMemory,     // the main realm reached its heap limit
    kUnsettledAwait,  // a top-level await that nothing can settle any more
    kSignal,          // one of RunOptions::ending_signals
  };
  Ending ending = Ending::kCompleted;
  // What the process should exit with: by the script's own word in the first
  // two cases, 13 after a top-level await that never settles, else 1.
  int exit_code = 0;
  // With kError, kOutOfMemory and kUnsettledAwait; in the last case its place
  // is that of the await, in the second it has none.
  std::optional<ScriptError> error;
  // The first of RunOptions::ending_signals that came, also if the script had
  // ended by then and its profile was being written; 0 when none did.
  int signal = 0;

  // Where a profile was asked for: what was written, or why nothing was.
  absl::StatusOr<ProfileSummary> profile = absl::NotFoundError("no profile");
};

// Runs a script, with all realms that it makes, to the end. One at a time in a
// process; on the calling thread, which becomes the main realm's.
//
// Fails, with a message that names the cause and before any JavaScript has run,
// where an option is out of bounds, where there is no such script, where a
// store is not to be had, and where a profile could not be written at its path.
absl::StatusOr<RunReport> Run(const RunOptions& options);

// Runs the realm that a Run() in another process started this process for, to
// its end, which is told there. Returns what this process should exit with.
// Instead of Run(); `realm_process`, `warn`, `stores`, `source_maps`,
// `backends` and `root_certificates` as in RunOptions, of which it looks at
// nothing else.
//
// Fails where this process was not started for one; with Unavailable where
// whoever started it was gone before it said what to run.
absl::StatusOr<int> RunProcessRealm(const RunOptions& options);

// --- A host of remote realms ---

struct RealmHostOptions {
  // An address of this machine and a port, as "127.0.0.1:7000" and "[::1]:0";
  // port 0 is one that is free.
  std::string listen;
  // A file with the secret that callers show.
  std::string token_file;
  // PEM files: the chain of the certificate, and its key. Both empty: without
  // TLS, and then on loopback only, unless the third is set.
  std::string tls_certificate;
  std::string tls_key;
  bool is_insecure_allowed = false;
  // What its realms are granted (runtime/policy/policy_file.h); empty: nothing.
  std::string policy_file;
  // Realms of connections at a time; 0: no limit.
  size_t max_realms = 0;
  // As of RunOptions: what its realms may find and call, as far as the policy
  // grants it. All of them share the stores.
  StoreOptions stores;
  std::vector<std::string> backends;
  std::string root_certificates;
  // Gets the address and port when others can connect; on the calling thread.
  std::function<void(absl::string_view)> on_listening;
  // Gets what the operator should know, in one line. On any thread; may be
  // null.
  std::function<void(absl::string_view)> warn;
  // Signals that end it in order; as of RunOptions.
  std::vector<int> ending_signals;
};

// Runs realms for callers on other machines, until an ending signal comes: then
// it ends them, tells their callers, and returns. Instead of Run().
//
// Fails before it listens: with InvalidArgument where an option or the policy
// is wrong, with the system's error where a file cannot be read or the address
// is not to be had. The message names the file or the address.
absl::Status RunRealmHost(const RealmHostOptions& options);

}  // namespace rt

#endif  // HOST_RT_H_
