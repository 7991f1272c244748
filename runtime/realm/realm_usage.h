#ifndef RUNTIME_REALM_REALM_USAGE_H_
#define RUNTIME_REALM_REALM_USAGE_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>

#include "runtime/base/clock.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/loop/event_loop.h"
#include "runtime/loop/reactor.h"

namespace rt {

// What a realm uses.
struct RealmUsage {
  // Bytes. Of V8's heap: what lives or is not collected yet, and what the heap
  // takes; what objects hold outside of it, and of that the ArrayBuffers.
  size_t heap_used = 0;
  size_t heap_total = 0;
  size_t external = 0;
  size_t array_buffers = 0;
  // Microseconds of CPU since its start.
  int64_t user_us = 0;
  int64_t system_us = 0;
};

// The CPU time of a realm that shares its thread with others: that of its
// turns, and what the thread uses to come to each. The State<TurnCpu>() of its
// isolate, made in its first turn.
class TurnCpu : private LoopWatcher {
 public:
  explicit TurnCpu(IsolateHost& host) : loop_(host.loop()) {
    loop_.AddWatcher(this);
  }
  ~TurnCpu() override { loop_.RemoveWatcher(this); }

  // Where the first turn began, by ThreadCpuNanos().
  void CountFrom(int64_t began_ns) { began_ns_ = began_ns; }

  // In a turn.
  int64_t used_ns() const { return before_ns_ + ThreadCpuNanos() - began_ns_; }

 private:
  void OnTurnBegin(int64_t /*ready_ns*/, int64_t cpu_ns) override {
    began_ns_ = cpu_ns;
  }
  void OnTurnEnd() override {
    before_ns_ += loop_.reactor()->cpu_after_last_turn_ns() - began_ns_;
  }

  EventLoop& loop_;
  int64_t before_ns_ = 0;
  int64_t began_ns_ = 0;
};

// Of the realm whose isolate this is, on its thread, in one of its turns. May
// be called between two steps of JavaScript. The kernel tells user from system
// time by the thread: a realm that shares it has the thread's ratio.
RealmUsage MeasureUsage(v8::Isolate* isolate);

}  // namespace rt

#endif  // RUNTIME_REALM_REALM_USAGE_H_
