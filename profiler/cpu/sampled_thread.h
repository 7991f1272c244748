#ifndef PROFILER_CPU_SAMPLED_THREAD_H_
#define PROFILER_CPU_SAMPLED_THREAD_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "profiler/cpu/tick_ring.h"
#include "runtime/loop/event_loop.h"

namespace rt {

// Addresses, the last one not included.
struct AddressRange {
  uintptr_t begin = 0;
  uintptr_t end = 0;

  bool Contains(uintptr_t address) const {
    return begin <= address && address < end;
  }
};

// What the profiler keeps for a thread that it samples, and all that its signal
// handler touches: the ring of ticks, the clocks, and whether ticks count now.
//
// The thread is busy, or it is paused for one of two reasons:
//   - idle: its loop waits in the kernel for something to do;
//   - profiler: the profiler itself is at work on it.
// Ticks that come in a pause are not sampled. So the busy clocks tell what the
// program used, to the nanosecond, and what the pauses took is known without a
// sample.
//
// Life: made by Acquire() on its thread, shared by the recorders of that
// thread, destroyed on it with the last of them. All of it belongs to that
// thread and to the signal handler that interrupts it, save rotation_due.
class SampledThread : private LoopWatcher,
                      public std::enable_shared_from_this<SampledThread> {
 public:
  // Reads the ring, with ticks of its own to wait for.
  class Reader {
   public:
    virtual ~Reader() = default;

    // The ring is filling up: reads what it can. Called once, and again some
    // ticks later; see RealmRecorder. Not for a signal handler.
    virtual void Rotate() = 0;

    // The index of the first tick that it still needs.
    virtual uint64_t first_needed_tick() const = 0;
  };

  enum class Pause { kIdle, kProfiler };

  // What the pauses took, since the object was made.
  struct Paused {
    int64_t idle_wall_ns = 0;
    // CPU used in the kernel and by signal handlers while idle.
    int64_t idle_cpu_ns = 0;
    // Ticks that found the thread idle.
    int64_t idle_ticks = 0;
    int64_t profiler_wall_ns = 0;
    int64_t profiler_cpu_ns = 0;
  };

  // The calling thread's object. `loop` is the thread's loop and outlives it.
  static std::shared_ptr<SampledThread> Acquire(EventLoop& loop);
  ~SampledThread() override;

  // The calling thread's object, null if it has none. Async-signal safe.
  static SampledThread* Current();

  // --- On the thread ---

  void AddReader(Reader* reader) { readers_.push_back(reader); }
  void RemoveReader(Reader* reader);

  // Lets every reader read, then drops the ticks that none needs any more.
  void Rotate();

  const TickRing& ring() const { return ring_; }
  BusyTime Now() const;
  // In a pause: without what that pause took so far.
  const Paused& paused() const { return paused_; }

  void BeginPause(Pause why);
  void EndPause();

  // Where V8 keeps the machine code that it makes for this thread's isolate;
  // without its built-ins.
  void set_code_range(const AddressRange& range) { code_range_ = range; }

  // --- In the signal handler ---

  // Whether this tick is to be sampled. A tick in a pause is not. Nor are some
  // of those that come when the ring is more than half full, because nobody
  // could read it (the thread sits in a long native call): ever fewer as it
  // fills, so that it lasts for hours. The samples that are taken then stand
  // for more time each, since shares are differences of clocks.
  bool WantsTick();

  // Keeps the tick. True when it is time to rotate.
  bool Record(const Tick& tick);

  const AddressRange& code_range() const { return code_range_; }

  // --- Any thread ---

  // Set by the handler, cleared by the thread that asks the isolate for it.
  std::atomic<bool> rotation_due{false};

 private:
  explicit SampledThread(EventLoop& loop);

  void OnTurnBegin(int64_t /*ready_ns*/, int64_t /*cpu_ns*/) override {
    EndPause();
  }
  void OnTurnEnd() override { BeginPause(Pause::kIdle); }

  EventLoop& loop_;
  TickRing ring_;
  std::vector<Reader*> readers_;
  AddressRange code_range_;

  // Set while paused. What the handler reads beside it is changed only while it
  // is set.
  std::atomic<bool> is_paused_{false};
  Pause pause_ = Pause::kIdle;
  BusyTime paused_at_;
  std::atomic<int64_t> idle_ticks_{0};
  Paused paused_;
  // Ticks since the ring became half full.
  uint64_t crowded_ticks_ = 0;
};

// A pause for as long as it lives.
class ScopedProfilerPause {
 public:
  explicit ScopedProfilerPause(SampledThread& thread) : thread_(thread) {
    thread_.BeginPause(SampledThread::Pause::kProfiler);
  }
  ~ScopedProfilerPause() { thread_.EndPause(); }
  ScopedProfilerPause(const ScopedProfilerPause&) = delete;
  ScopedProfilerPause& operator=(const ScopedProfilerPause&) = delete;

 private:
  SampledThread& thread_;
};

}  // namespace rt

#endif  // PROFILER_CPU_SAMPLED_THREAD_H_
