#include "bindings/performance_binding.h"

#include "bindings/glue/arguments.h"
#include "runtime/base/clock.h"
#include "runtime/engine/isolate_host.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

constexpr double kNanosPerMilli = 1e6;

// The moment that a realm's times count from, on both clocks: when it first
// asks, which bootstrap.ts does as the realm starts.
struct TimeOrigin {
  explicit TimeOrigin(IsolateHost&) {}
  const int64_t monotonic_ns = MonotonicNanos();
  const int64_t wall_ns = WallNanos();
};

// now(): milliseconds since the time origin
void Now(const Info& info) {
  const TimeOrigin& origin = StateOf<TimeOrigin>(info.GetIsolate());
  info.GetReturnValue().Set(
      static_cast<double>(MonotonicNanos() - origin.monotonic_ns) /
      kNanosPerMilli);
}

// timeOrigin(): milliseconds since the Unix epoch
void GetTimeOrigin(const Info& info) {
  const TimeOrigin& origin = StateOf<TimeOrigin>(info.GetIsolate());
  info.GetReturnValue().Set(static_cast<double>(origin.wall_ns) /
                            kNanosPerMilli);
}

constexpr NativeFunction kFunctions[] = {{"now", &Now},
                                         {"timeOrigin", &GetTimeOrigin}};

}  // namespace

NativeModule PerformanceBinding() { return {"performance", kFunctions}; }

}  // namespace rt
