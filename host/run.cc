#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "host/call_settings_of.h"
#include "host/ending_signals.h"
#include "host/open_stores.h"
#include "host/profile_parts.h"
#include "host/rt.h"
#include "host/script_entry.h"
#include "host/snapshot/engine_image.h"
#include "profiler/cpu/profile_session.h"
#include "runtime/base/atomic_file.h"
#include "runtime/base/check.h"
#include "runtime/base/file_url.h"
#include "runtime/base/version.h"
#include "runtime/net/http/loop_id.h"
#include "runtime/net/websocket_url.h"
#include "runtime/realm/realm.h"

namespace rt {
namespace {

// Where nobody says which address: of this machine only.
constexpr char kServeHost[] = "127.0.0.1";

absl::Status CheckBounds(absl::string_view what, int64_t value, int64_t lowest,
                         int64_t highest) {
  if (value >= lowest && value <= highest) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      what, " is ", value, ", and not from ", lowest, " to ", highest));
}

// `text`: RunOptions::serve.
absl::StatusOr<ServeAt> ServeAtOf(absl::string_view text) {
  const bool has_host = absl::StrContains(text, ':');
  const absl::StatusOr<HostPort> at = ParseHostPort(
      has_host ? std::string(text) : absl::StrCat(kServeHost, ":", text));
  if (!at.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot serve at '", text, "': ", at.status().message()));
  }
  return ServeAt{at->host, at->port};
}

absl::Status CheckOptions(const RunOptions& options) {
  if (options.max_heap_megabytes.has_value()) {
    const absl::Status status =
        CheckBounds("max_heap_megabytes", *options.max_heap_megabytes,
                    kMinHeapMegabytes, kMaxHeapMegabytes);
    if (!status.ok()) return status;
  }
  if (options.reactors.has_value()) {
    const absl::Status status =
        CheckBounds("reactors", *options.reactors, kMinReactors, kMaxReactors);
    if (!status.ok()) return status;
  }
  if (options.loop_id.has_value()) {
    const absl::Status status = CheckLoopId(*options.loop_id);
    if (!status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("loop_id is wrong: ", status.message()));
    }
  }
  if (!options.profile.has_value()) return absl::OkStatus();
  const ProfileOptions& profile = *options.profile;
  if (profile.checkpoint_s.has_value()) {
    const absl::Status status =
        CheckBounds("checkpoint_s", *profile.checkpoint_s,
                    kMinCheckpointSeconds, kMaxCheckpointSeconds);
    if (!status.ok()) return status;
  }
  return CheckBounds("interval_us", profile.interval_us, kMinProfileIntervalUs,
                     kMaxProfileIntervalUs);
}

// Whoever profiles a long run wants to know at its start that the profile has
// no place to go. Leaves nothing behind.
absl::Status CheckCanWrite(const ProfileOptions& profile) {
  struct stat info;
  if (!IsReplaceable(profile.path) && stat(profile.path.c_str(), &info) == 0 &&
      !S_ISDIR(info.st_mode)) {
    // Opening a pipe would wake its reader.
    return !profile.checkpoint_s.has_value()
               ? absl::OkStatus()
               : absl::FailedPreconditionError(absl::StrCat(
                     "no checkpoints can be written to ", profile.path,
                     ", which is no regular file; choose another file, or "
                     "leave --profile-checkpoint out"));
  }
  return AtomicFile::Create(profile.path).status();
}

RunReport::Ending EndingOf(RealmEnd end) {
  using Ending = RunReport::Ending;
  switch (end) {
    case RealmEnd::kCompleted:
      return Ending::kCompleted;
    // Nobody else terminates the main realm.
    case RealmEnd::kTerminated:
      return Ending::kSignal;
    case RealmEnd::kExited:
      return Ending::kExited;
    case RealmEnd::kError:
      return Ending::kError;
    case RealmEnd::kOutOfMemory:
      return Ending::kOutOfMemory;
    case RealmEnd::kUnsettledAwait:
      return Ending::kUnsettledAwait;
    // Of sandboxes, and the main realm is none.
    case RealmEnd::kCpuLimit:
    case RealmEnd::kWallLimit:
      break;
  }
  RT_CHECK(false);
  return Ending::kError;
}

RunReport ReportOf(RealmResult result) {
  RunReport report;
  report.ending = EndingOf(result.end);
  report.exit_code = result.exit_code;
  report.error = std::move(result.error);
  return report;
}

absl::StatusOr<ProfileSummary> Summarize(
    const absl::StatusOr<ProfileSession::Summary>& written,
    const RealmRegistry& registry) {
  if (!written.ok()) return written.status();
  ProfileSummary summary = SummaryOf(*written);
  summary.realms_outside = static_cast<int64_t>(registry.outside());
  return summary;
}

}  // namespace

absl::StatusOr<RunReport> Run(const RunOptions& options) {
  if (absl::Status status = CheckOptions(options); !status.ok()) return status;
  absl::StatusOr<std::string> entry = ScriptEntry(options.script);
  if (!entry.ok()) return entry.status();

  const absl::StatusOr<std::shared_ptr<const CallSettings>> calls =
      CallSettingsOf(options.backends, options.root_certificates);
  if (!calls.ok()) return calls.status();
  const absl::StatusOr<std::unique_ptr<Stores>> stores =
      OpenStores(options.stores);
  if (!stores.ok()) return stores.status();

  std::optional<ProfileSession> session;
  std::optional<ProfileParts> parts;
  if (options.profile.has_value()) {
    if (absl::Status status = CheckCanWrite(*options.profile); !status.ok()) {
      return status;
    }
    session.emplace(ProfileSession::Options{
        .path = options.profile->path,
        .interval_us = static_cast<int>(options.profile->interval_us),
        .exact = options.profile->exact,
        .program = DisplayPath(*entry),
        .rt_version = kRtVersion});
    parts.emplace(*session, *options.profile, options.warn);
  }

  RealmObserver nobody;
  RealmRegistry registry(
      {.image = &BuiltinImage(),
       .observer = session.has_value() ? session->observer() : &nobody,
       .max_heap_bytes =
           static_cast<size_t>(options.max_heap_megabytes.value_or(0)) << 20,
       .reactors = static_cast<size_t>(options.reactors.value_or(0)),
       .warn = options.warn,
       .maps_sources = options.source_maps,
       .loop_id = options.loop_id.value_or(""),
       .call_settings = *calls,
       .args = options.args,
       .stores = stores->get(),
       .realm_process = options.realm_process});
  Realm::Options realm_options;
  realm_options.info.kind = "main";
  realm_options.info.entry = *std::move(entry);
  if (options.serve.has_value()) {
    absl::StatusOr<ServeAt> serve = ServeAtOf(*options.serve);
    if (!serve.ok()) return serve.status();
    realm_options.serve = *std::move(serve);
  }
  Realm realm(registry, std::move(realm_options));
  const EndingSignals signals(options.ending_signals,
                              [&realm] { realm.Terminate(); });
  if (options.abandon != nullptr) {
    registry.end_watch().set_overdue([&](RealmResult so_far) {
      RunReport report = ReportOf(std::move(so_far));
      if (session.has_value()) {
        report.profile = Summarize(session->FinishWithoutMain(), registry);
      }
      report.signal = signals.received();
      options.abandon(report);
    });
  }
  RunReport report = ReportOf(realm.Run());
  if (session.has_value()) {
    report.profile = Summarize(session->Finish(), registry);
  }
  report.signal = signals.received();
  return report;
}

}  // namespace rt
