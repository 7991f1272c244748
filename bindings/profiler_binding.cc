#include "bindings/profiler_binding.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "bindings/glue/arguments.h"
#include "profiler/cpu/isolate_profiler.h"
#include "profiler/cpu/realm_profile.h"
#include "profiler/cpu/sampling_interval.h"
#include "runtime/base/nearest.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/properties.h"
#include "runtime/engine/status_error.h"
#include "runtime/policy/policy.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

// The profiles that run in one realm, by name. Those that still run when the
// realm ends are dropped.
class RunningProfiles {
 public:
  // Has V8's profiler made, which then knows all code that comes after, and
  // outlives this object.
  explicit RunningProfiles(IsolateHost& host) : host_(host) {
    host.State<IsolateProfiler>();
  }

  absl::Status Start(const std::string& name, int interval_us) {
    if (profiles_.count(name) != 0) {
      return absl::AlreadyExistsError(
          absl::StrCat("The profile '", name, "' is running already."));
    }
    absl::StatusOr<std::unique_ptr<RealmProfile>> profile =
        RealmProfile::Start(host_, host_.control().info(), interval_us);
    if (!profile.ok()) {
      return absl::ResourceExhaustedError(
          absl::StrCat("The profile '", name,
                       "' cannot start: ", profile.status().message(), "."));
    }
    profiles_.emplace(name, *std::move(profile));
    return absl::OkStatus();
  }

  absl::StatusOr<std::string> Stop(const std::string& name) {
    const auto found = profiles_.find(name);
    if (found == profiles_.end()) return NotRunning(name);
    const std::unique_ptr<RealmProfile> profile = std::move(found->second);
    profiles_.erase(found);
    return profile->Stop();
  }

 private:
  absl::Status NotRunning(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& [running, profile] : profiles_) names.push_back(running);
    const std::string nearest = Nearest(name, names);
    return absl::NotFoundError(absl::StrCat(
        "No profile '", name, "' is running.",
        nearest.empty() ? "" : absl::StrCat(" Is it '", nearest, "'?")));
  }

  IsolateHost& host_;
  std::map<std::string, std::unique_ptr<RealmProfile>> profiles_;
};

// intervals(): { least, most, usual }, in microseconds
void Intervals(const Info& info) {
  const Arguments args(info);
  const auto object = v8::Object::New(args.isolate());
  const auto set = [&](const char* name, int value) {
    SetOwn(args.context(), object, name,
           v8::Integer::New(args.isolate(), value));
  };
  set("least", kMinSamplingIntervalUs);
  set("most", kMaxSamplingIntervalUs);
  set("usual", kDefaultSamplingIntervalUs);
  args.Return(object);
}

// prepare()
void Prepare(const Info& info) { StateOf<RunningProfiles>(info.GetIsolate()); }

// start(name, interval)
void Start(const Info& info) {
  const Arguments args(info);
  const Policy* const policy =
      IsolateHost::Of(args.isolate()).control().policy().get();
  if (policy != nullptr && !policy->MayImport("rt:profiler")) {
    ThrowStatus(args.isolate(), Denied("start a profile",
                                       "sandbox.modules with 'rt:profiler'"));
    return;
  }
  const absl::Status status =
      StateOf<RunningProfiles>(args.isolate())
          .Start(args.String(0), static_cast<int>(args.Integer(1)));
  if (!status.ok()) ThrowStatus(args.isolate(), status);
}

// stop(name): Uint8Array
void Stop(const Info& info) {
  const Arguments args(info);
  const absl::StatusOr<std::string> bytes =
      StateOf<RunningProfiles>(args.isolate()).Stop(args.String(0));
  if (!bytes.ok()) {
    ThrowStatus(args.isolate(), bytes.status());
    return;
  }
  args.Return(NewBytes(args.isolate(), *bytes));
}

constexpr NativeFunction kFunctions[] = {{"intervals", &Intervals},
                                         {"prepare", &Prepare},
                                         {"start", &Start},
                                         {"stop", &Stop}};

}  // namespace

NativeModule ProfilerBinding() { return {"profiler", kFunctions}; }

}  // namespace rt
