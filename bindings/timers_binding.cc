#include "bindings/timers_binding.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "bindings/glue/arguments.h"
#include "runtime/engine/async_context.h"
#include "runtime/engine/isolate_host.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

struct Timer {
  TimerQueue::Id loop_id = 0;
  int64_t delay_ns = 0;
  bool repeat = false;
  v8::Global<v8::Function> callback;
  // The request that it was started for.
  AsyncContexts::Id request = 0;
  EventLoop::KeepAlive hold;
};

// The timers of one realm, under the ids that its JavaScript knows.
class Timers {
 public:
  explicit Timers(IsolateHost& host) : host_(host) {}

  uint32_t Start(v8::Isolate* isolate, double delay_ms, bool repeat,
                 v8::Local<v8::Function> callback) {
    const uint32_t id = ++last_id_;
    Timer& timer = timers_[id];
    // HTML caps the delay at what a signed 32-bit integer holds, and a repeated
    // one is at least 1 ms, so that it cannot take the loop for itself.
    const double capped = delay_ms >= 1 && delay_ms <= INT32_MAX ? delay_ms : 0;
    timer.delay_ns =
        static_cast<int64_t>(std::max(capped, repeat ? 1.0 : 0.0) * 1e6);
    timer.repeat = repeat;
    timer.callback.Reset(isolate, callback);
    timer.request = AsyncContexts::RunningId(isolate);
    timer.hold = host_.loop().Hold();
    Arm(id, timer);
    return id;
  }

  void Clear(uint32_t id) {
    const auto found = timers_.find(id);
    if (found == timers_.end()) return;
    host_.loop().RemoveTimer(found->second.loop_id);
    timers_.erase(found);
  }

  void SetRef(uint32_t id, bool ref) {
    const auto found = timers_.find(id);
    if (found == timers_.end()) return;
    found->second.hold = ref ? host_.loop().Hold() : EventLoop::KeepAlive();
  }

 private:
  void Arm(uint32_t id, Timer& timer) {
    timer.loop_id =
        host_.loop().AddTimer(timer.delay_ns, [this, id] { Fire(id); });
  }

  void Fire(uint32_t id) {
    v8::Isolate* const isolate = v8::Isolate::GetCurrent();
    const v8::Local<v8::Context> context = isolate->GetCurrentContext();
    Timer& timer = timers_.at(id);
    const v8::Local<v8::Function> callback = timer.callback.Get(isolate);
    const AsyncContexts::Scope works_for(isolate, timer.request);
    if (timer.repeat) {
      Arm(id, timer);
    } else {
      timers_.erase(id);
    }
    // What it throws is the task's exception; the realm sees to it.
    v8::MaybeLocal<v8::Value> ignored =
        callback->Call(context, v8::Undefined(isolate), 0, nullptr);
    static_cast<void>(ignored);
  }

  IsolateHost& host_;
  uint32_t last_id_ = 0;
  absl::flat_hash_map<uint32_t, Timer> timers_;
};

uint32_t Id(const Arguments& args) {
  return static_cast<uint32_t>(args.Integer(0));
}

// start(milliseconds, repeat, callback): id
void Start(const Info& info) {
  const Arguments args(info);
  args.Return(static_cast<double>(StateOf<Timers>(args.isolate())
                                      .Start(args.isolate(), args.Number(0),
                                             args.Bool(1), args.Function(2))));
}

void Clear(const Info& info) {
  const Arguments args(info);
  StateOf<Timers>(args.isolate()).Clear(Id(args));
}

void Ref(const Info& info) {
  const Arguments args(info);
  StateOf<Timers>(args.isolate()).SetRef(Id(args), true);
}

void Unref(const Info& info) {
  const Arguments args(info);
  StateOf<Timers>(args.isolate()).SetRef(Id(args), false);
}

constexpr NativeFunction kFunctions[] = {
    {"start", &Start}, {"clear", &Clear}, {"ref", &Ref}, {"unref", &Unref}};

}  // namespace

NativeModule TimersBinding() { return {"timers", kFunctions}; }

}  // namespace rt
