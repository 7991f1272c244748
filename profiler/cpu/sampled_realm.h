#ifndef PROFILER_CPU_SAMPLED_REALM_H_
#define PROFILER_CPU_SAMPLED_REALM_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "profiler/cpu/tick_ring.h"
#include "profiler/cpu/tick_timer.h"
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

// Where V8's machine code is.
struct EngineCode {
  // What it compiled for this isolate.
  AddressRange compiled;
  // Its built-ins, in the program or in a copy.
  AddressRange builtins;
};

// What the profiler keeps for a realm that it samples, and all that its signal
// handler touches: the ring of ticks, the clocks, and whether ticks count now.
//
// A realm has a thread while its loop has a turn; between two turns it is
// parked, and other realms may be at work on the thread. While it has its turn
// it is busy, unless the profiler itself is at work for it (a pause). So the
// busy clocks tell what the program used, to the nanosecond, and what parking
// and pauses took is known without a sample.
//
// What the thread uses of a CPU after one realm's turn and before the next
// one's, in the kernel, the reactor and signal handlers, counts for the realm
// whose turn comes: so the realms of a thread have all of its CPU time.
//
// Life: made by Acquire() in a turn of its loop (or where the loop has no
// turns), shared by the realm's recorders, destroyed there with the last of
// them. All of it belongs to the realm's thread and to the signal handler that
// interrupts it, save what is for any thread.
class SampledRealm : private LoopWatcher,
                     public std::enable_shared_from_this<SampledRealm> {
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

  // What took time that is not the program's, since the object was made.
  struct Apart {
    // Parked with nothing to do, and parked with something to do: while another
    // realm had its turn, or the thread had no core.
    int64_t idle_wall_ns = 0;
    int64_t ready_wall_ns = 0;
    // Of the thread, while it looked for this realm's next turn.
    int64_t reactor_cpu_ns = 0;
    // Of other realms' turns.
    int64_t others_cpu_ns = 0;
    int64_t profiler_wall_ns = 0;
    int64_t profiler_cpu_ns = 0;
  };

  // The object of the realm that now has its turn on this thread. `loop` is
  // that realm's and outlives it.
  static std::shared_ptr<SampledRealm> Acquire(EventLoop& loop);
  ~SampledRealm() override;

  // Whether the system had a timer for the thread's ticks.
  static bool HasTicks();

  // Of the realm that has its turn on the calling thread; null where none has,
  // or it is not sampled. Async-signal safe.
  static SampledRealm* Current();

  // --- On the thread ---

  // `interval_us`: microseconds between two ticks that it wants, about.
  void AddReader(Reader* reader, int interval_us);
  void RemoveReader(Reader* reader);

  // Lets every reader read, then drops the ticks that none needs any more.
  void Rotate();

  const TickRing& ring() const { return ring_; }
  BusyTime Now() const;
  // In a pause: without what that pause took so far.
  const Apart& apart() const { return apart_; }

  void BeginPause();
  void EndPause();
  // In a pause: Now(), when it began.
  const BusyTime& paused_at() const { return paused_at_; }

  // Of this realm's isolate.
  void set_code(const EngineCode& code) { code_ = code; }

  // Around a wait in the kernel that the realm's code makes in its turn. The
  // stack must be the same at both.
  void BeginWait();
  void EndWait();

  // --- In the signal handler ---

  // At each signal: whether the realm that has its turn on this thread is to be
  // sampled now, and is; else null. If so, it says so again by EndTick() when
  // that is done.
  static SampledRealm* BeginTick();
  void EndTick();

  // Whether this tick is to be sampled. One in a pause is not. Nor are some
  // sampled of those that come when the ring is more than half full, because
  // nobody could read it (the thread sits in a long native call): ever fewer as
  // it fills, so that it lasts for hours. The samples that are taken then stand
  // for more time each, since shares are differences of clocks.
  bool WantsTick();

  // Keeps the tick, with the time that had none as the thread waited. True when
  // it is time to rotate.
  bool Record(Tick tick);

  const EngineCode& code() const { return code_; }

  // --- Any thread ---

  // Set by the handler, cleared by the thread that sees to it: see rotation.h.
  std::atomic<bool> rotation_due{false};
  std::atomic<bool> processing_due{false};

  // V8's sampler of the realm's isolate; null where it has none. Set by
  // v8_sampler.h, which knows what it is.
  void set_sampler(void* sampler) { sampler_.store(sampler); }
  void* sampler() const { return sampler_.load(std::memory_order_relaxed); }

 private:
  explicit SampledRealm(EventLoop& loop);

  void OnTurnBegin(int64_t ready_ns, int64_t cpu_ns) override;
  void OnTurnEnd() override;
  void SetInterval();

  struct Use {
    Reader* reader;
    int64_t interval_ns;
  };

  EventLoop& loop_;
  TickRing ring_;
  std::vector<Use> readers_;
  EngineCode code_;

  std::atomic<void*> sampler_{nullptr};
  // The longest that all readers' are multiples of: so V8 counts them too.
  int64_t interval_ns_ = TickTimer::kNever;
  // Set while paused. What the handler reads beside it is changed only while it
  // is set.
  std::atomic<bool> is_paused_{false};
  BusyTime paused_at_;
  // By the thread's clocks, when it was parked.
  BusyTime parked_at_;
  Apart apart_;
  // Of waits since the last tick.
  std::atomic<int64_t> unticked_ns_{0};
  // Ticks since the ring became half full.
  uint64_t crowded_ticks_ = 0;
};

// A pause for as long as it lives.
class ScopedProfilerPause {
 public:
  explicit ScopedProfilerPause(SampledRealm& realm) : realm_(realm) {
    realm_.BeginPause();
  }
  ~ScopedProfilerPause() { realm_.EndPause(); }
  ScopedProfilerPause(const ScopedProfilerPause&) = delete;
  ScopedProfilerPause& operator=(const ScopedProfilerPause&) = delete;

 private:
  SampledRealm& realm_;
};

}  // namespace rt

#endif  // PROFILER_CPU_SAMPLED_REALM_H_
