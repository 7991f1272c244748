#ifndef PROFILER_CPU_REALM_RECORDER_H_
#define PROFILER_CPU_REALM_RECORDER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "profiler/cpu/isolate_profiler.h"
#include "profiler/cpu/profile_walk.h"
#include "profiler/cpu/rotation.h"
#include "profiler/cpu/sample_shares.h"
#include "profiler/cpu/sampled_realm.h"
#include "profiler/model/recording.h"
#include "runtime/engine/isolate_host.h"

namespace rt {

// Records one realm: runs profiles of its IsolateProfiler, and turns them into
// one Recording.
//
// V8 keeps a profile's samples until it is stopped. So that they do not grow
// without end, a recorder lets one profile follow the other (segments): when
// the thread's ring of ticks is half full, the next profile starts; a little
// later, when V8 has surely processed all that belongs to the one before, that
// one is stopped and walked. A sample counts in the segment in whose time it
// was taken, so that none is lost or counted twice. Memory stays below a
// megabyte a recorder, beside the stacks.
//
// Life: made, used and destroyed on the realm's thread, with its isolate
// entered, before the isolate is disposed of. Any number of them in one realm.
class RealmRecorder : private SampledRealm::Reader {
 public:
  // What was recorded since the start, or since the last Take(), and not given
  // to Keep. With that, the values of its samples add up to that part of the
  // realm's life (wall) and to what the kernel says that its thread used in it
  // (CPU).
  struct Result {
    Recording recording;
    // How many ticks the interval asks for since the start, and how many of
    // them became a sample or came while it was parked.
    int64_t expected_ticks = 0;
    int64_t taken_ticks = 0;
  };

  // Gets what was recorded of a segment when it is read, without labels, and
  // until when that is, by MonotonicNanos(). On the realm's thread.
  using Keep = std::function<void(Recording, int64_t until_ns)>;

  // Starts to record, at the next lower step of `interval_us`. Null if V8
  // refuses, which has too many profiles then, or if the system has no timer
  // left for this user (ulimit -i). Without `keep`, segments are kept for
  // Take() and Finish().
  static std::unique_ptr<RealmRecorder> Start(
      IsolateHost& host, int interval_us, KnownLines lines = KnownLines::kSome,
      Keep keep = nullptr);

  // A recording that was not finished is dropped.
  ~RealmRecorder() override;

  // Gives what was recorded so far, without labels, and goes on. Nothing if V8
  // refuses, which has too many profiles then: it is in what comes later. In a
  // task, or between two steps of JavaScript.
  std::optional<Result> Take();

  // Stops, and gives the rest. Once.
  Result Finish();

 private:
  // A pair of V8's profiles (see ProfilePair), from begin_us on.
  struct Segment {
    v8::ProfilerId calls = 0;
    v8::ProfilerId starts = 0;
    int64_t begin_us = 0;
  };

  RealmRecorder(IsolateHost& host, int interval_us, KnownLines lines,
                Keep keep);

  void Rotate() override;
  uint64_t first_needed_tick() const override { return shares_.next_tick(); }

  std::optional<Segment> StartSegment();
  void WalkSegment(const Segment& segment, int64_t end_us);
  // Reads all segments, which end at `end_us`.
  void WalkSegments(int64_t end_us);
  // Adds what no sample stands for: the time from the last one to `now`, the
  // pauses, and the time that the realm was parked.
  void AddRest(const BusyTime& now);
  Recording TakeRecording();
  Result TakeResult();
  int64_t TicksIn(int64_t ns) const;

  IsolateHost& host_;
  const int interval_us_;
  const KnownLines lines_;
  const Keep keep_;
  const std::shared_ptr<SampledRealm> realm_;
  const RotatedRealm rotated_;
  // What of it is in a recording.
  SampledRealm::Apart apart_before_;
  const int64_t started_ns_;
  SampleShares shares_;

  IsolateProfiler& profiler_;
  std::optional<Segment> current_;
  std::optional<Segment> retiring_;

  Recording recording_;
  int64_t samples_ = 0;
  int64_t parked_ticks_ = 0;
  StackId last_stack_ = StackId::kRoot;
};

}  // namespace rt

#endif  // PROFILER_CPU_REALM_RECORDER_H_
