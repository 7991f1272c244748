#include "bindings/process_binding.h"

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "bindings/glue/arguments.h"
#include "runtime/base/clock.h"
#include "runtime/base/standard_streams.h"
#include "runtime/base/version.h"
#include "runtime/base/working_folder.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/status_error.h"
#include "runtime/engine/strings.h"
#include "runtime/loop/signals.h"
#include "runtime/policy/policy.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

// The C library's environment is one for the process and may be read by one
// thread only while none writes; realms have threads of their own.
ABSL_CONST_INIT absl::Mutex environment_mutex(absl::kConstInit);

void ReturnNumbers(const Info& info, const std::vector<double>& numbers) {
  std::vector<v8::Local<v8::Value>> values;
  values.reserve(numbers.size());
  for (const double number : numbers) {
    values.push_back(v8::Number::New(info.GetIsolate(), number));
  }
  info.GetReturnValue().Set(
      v8::Array::New(info.GetIsolate(), values.data(), values.size()));
}

// Null outside of a sandbox.
const Policy* PolicyOf(const Info& info) {
  return IsolateHost::Of(info.GetIsolate()).control().policy().get();
}

// True, with the error pending, in a sandbox, which cannot be granted this.
bool DenyToSandbox(const Info& info, absl::string_view tried,
                   absl::string_view why) {
  if (PolicyOf(info) == nullptr) return false;
  ThrowStatus(info.GetIsolate(), DeniedAlways(tried, why));
  return true;
}

constexpr char kOneEnvironment[] = "all realms have one environment";

// True, with the error pending, where a sandbox was not granted a variable.
bool DenyVariable(const Info& info, const std::string& name) {
  const Policy* const policy = PolicyOf(info);
  if (policy == nullptr || policy->MaySeeEnv(name)) return false;
  ThrowStatus(info.GetIsolate(),
              Denied(absl::StrCat("read the environment variable '", name, "'"),
                     absl::StrCat("sandbox.env with '", name, "'")));
  return true;
}

// pid(): 0 in a sandbox, to which the process is nothing
void Pid(const Info& info) {
  info.GetReturnValue().Set(PolicyOf(info) == nullptr ? getpid() : 0);
}

// versions(): [rt's, V8's]
void Versions(const Info& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  v8::Local<v8::Value> versions[] = {NewString(isolate, kRtVersion),
                                     NewString(isolate, v8::V8::GetVersion())};
  info.GetReturnValue().Set(v8::Array::New(isolate, versions, 2));
}

void Cwd(const Info& info) {
  const absl::StatusOr<std::string> path = WorkingFolder();
  if (!path.ok()) {
    ThrowStatus(info.GetIsolate(), path.status());
    return;
  }
  const Policy* const policy = PolicyOf(info);
  if (policy != nullptr && !policy->MayRead(*path)) {
    ThrowStatus(info.GetIsolate(), Denied("tell the working folder",
                                          "sandbox.read with that folder"));
    return;
  }
  Arguments(info).Return(*path);
}

// Pages of the process that are in memory; 0 where /proc is not there.
double ResidentPages() {
  FILE* const file = fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  double total = 0;
  double resident = 0;
  if (fscanf(file, "%lf %lf", &total, &resident) != 2) resident = 0;
  fclose(file);
  return resident;
}

// memoryUsage(), where rss is 0 in a sandbox: [rss, heapTotal, heapUsed,
// external], in bytes
void MemoryUsage(const Info& info) {
  v8::HeapStatistics heap;
  info.GetIsolate()->GetHeapStatistics(&heap);
  ReturnNumbers(info, {(PolicyOf(info) == nullptr ? ResidentPages() : 0) *
                           static_cast<double>(sysconf(_SC_PAGESIZE)),
                       static_cast<double>(heap.total_heap_size()),
                       static_cast<double>(heap.used_heap_size()),
                       static_cast<double>(heap.external_memory())});
}

// cpuUsage(): [user, system], in microseconds; in a sandbox, of its thread
void CpuUsage(const Info& info) {
  rusage usage = {};
  getrusage(PolicyOf(info) == nullptr ? RUSAGE_SELF : RUSAGE_THREAD, &usage);
  ReturnNumbers(info, {static_cast<double>(Micros(usage.ru_utime)),
                       static_cast<double>(Micros(usage.ru_stime))});
}

// getEnv(name): string or undefined
void GetEnv(const Info& info) {
  const Arguments args(info);
  const std::string name = args.String(0);
  if (DenyVariable(info, name)) return;
  absl::MutexLock lock(&environment_mutex);
  const char* const value = getenv(name.c_str());
  if (value != nullptr) args.Return(absl::string_view(value));
}

void SetEnv(const Info& info) {
  const Arguments args(info);
  if (DenyToSandbox(info, "set an environment variable", kOneEnvironment)) {
    return;
  }
  const std::string name = args.String(0);
  const std::string value = args.String(1);
  absl::MutexLock lock(&environment_mutex);
  setenv(name.c_str(), value.c_str(), 1);
}

void DeleteEnv(const Info& info) {
  if (DenyToSandbox(info, "remove an environment variable", kOneEnvironment)) {
    return;
  }
  const std::string name = Arguments(info).String(0);
  absl::MutexLock lock(&environment_mutex);
  unsetenv(name.c_str());
}

// envNames(): string[]; in a sandbox, of what it was granted
void EnvNames(const Info& info) {
  std::vector<v8::Local<v8::Value>> names;
  const Policy* const policy = PolicyOf(info);
  absl::MutexLock lock(&environment_mutex);
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const absl::string_view text(*entry);
    const size_t equals = text.find('=');
    if (equals == text.npos || equals == 0) continue;
    const absl::string_view name = text.substr(0, equals);
    if (policy != nullptr && !policy->MaySeeEnv(name)) continue;
    names.push_back(NewString(info.GetIsolate(), name));
  }
  info.GetReturnValue().Set(
      v8::Array::New(info.GetIsolate(), names.data(), names.size()));
}

// The number of "SIGINT" and the like. Empty for an unknown name and for what
// JavaScript cannot wait for: the signals that a faulting thread gets at once,
// and SIGPROF, which is the profiler's.
std::optional<int> SignalByName(const std::string& name) {
  for (int signal = 1; signal < SIGRTMIN; ++signal) {
    if (SignalName(signal) != name) continue;
    for (const int other : {SIGBUS, SIGFPE, SIGILL, SIGPROF, SIGSEGV}) {
      if (signal == other) return std::nullopt;
    }
    return signal;
  }
  return std::nullopt;
}

// The signals that a realm's JavaScript listens to.
class SignalListeners {
 public:
  explicit SignalListeners(IsolateHost& host) : loop_(host.shared_loop()) {}

  // False where the signal cannot be caught.
  bool Watch(v8::Isolate* isolate, int signal,
             v8::Local<v8::Function> callback) {
    absl::StatusOr<SignalSubscription> subscription = SignalSubscription::Start(
        signal, SignalSubscription::Rank::kListener,
        [loop = loop_](int number) {
          // Refused once the realm has ended.
          loop->Post([number] {
            v8::Isolate* const current = v8::Isolate::GetCurrent();
            StateOf<SignalListeners>(current).Call(current, number);
          });
        });
    if (!subscription.ok()) return false;
    listeners_.insert_or_assign(
        signal, Listener{v8::Global<v8::Function>(isolate, callback),
                         *std::move(subscription)});
    return true;
  }

  void Unwatch(int signal) { listeners_.erase(signal); }

 private:
  struct Listener {
    v8::Global<v8::Function> callback;
    SignalSubscription subscription;
  };

  void Call(v8::Isolate* isolate, int signal) {
    const auto found = listeners_.find(signal);
    if (found == listeners_.end()) return;
    const v8::Local<v8::Function> callback =
        found->second.callback.Get(isolate);
    // What it throws is the task's exception; the realm sees to it.
    v8::MaybeLocal<v8::Value> ignored = callback->Call(
        isolate->GetCurrentContext(), v8::Undefined(isolate), 0, nullptr);
    static_cast<void>(ignored);
  }

  const std::shared_ptr<EventLoop> loop_;
  absl::flat_hash_map<int, Listener> listeners_;
};

// watchSignal(name, callback): false where it is no signal to wait for
void WatchSignal(const Info& info) {
  const Arguments args(info);
  if (DenyToSandbox(info, "listen to a signal",
                    "signals are the whole process's")) {
    return;
  }
  const std::optional<int> signal = SignalByName(args.String(0));
  args.Return(signal.has_value() &&
              StateOf<SignalListeners>(args.isolate())
                  .Watch(args.isolate(), *signal, args.Function(1)));
}

void UnwatchSignal(const Info& info) {
  const Arguments args(info);
  const std::optional<int> signal = SignalByName(args.String(0));
  if (signal.has_value()) {
    StateOf<SignalListeners>(args.isolate()).Unwatch(*signal);
  }
}

// writeBytes(fd, bytes): true when all of it was written
void WriteBytes(const Info& info) {
  const Arguments args(info);
  const absl::Span<uint8_t> bytes = args.Bytes(1);
  args.Return(WriteStandardStream(
      static_cast<int>(args.Integer(0)),
      {reinterpret_cast<const char*>(bytes.data()), bytes.size()},
      IsolateHost::Of(args.isolate()).control().interruption()));
}

constexpr NativeFunction kFunctions[] = {
    {"pid", &Pid},
    {"versions", &Versions},
    {"cwd", &Cwd},
    {"memoryUsage", &MemoryUsage},
    {"cpuUsage", &CpuUsage},
    {"getEnv", &GetEnv},
    {"setEnv", &SetEnv},
    {"deleteEnv", &DeleteEnv},
    {"envNames", &EnvNames},
    {"watchSignal", &WatchSignal},
    {"unwatchSignal", &UnwatchSignal},
    {"writeBytes", &WriteBytes},
};

}  // namespace

NativeModule ProcessBinding() { return {"process", kFunctions}; }

}  // namespace rt
