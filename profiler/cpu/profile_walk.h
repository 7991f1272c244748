#ifndef PROFILER_CPU_PROFILE_WALK_H_
#define PROFILER_CPU_PROFILE_WALK_H_

#include <v8-profiler.h>

#include <cstdint>

#include "profiler/cpu/sample_shares.h"
#include "profiler/cpu/tick_ring.h"
#include "profiler/model/recording.h"
#include "runtime/engine/position_mapper.h"

namespace rt {

// Of which of the program's code V8 knows the lines.
enum class KnownLines {
  // Not of what Maglev compiled, nor of all that ran before there was a
  // profiler.
  kSome,
  // Of all: V8 runs with ProfileSession::EngineFlags(), and profiles from the
  // realm's start.
  kAll,
};

// Two V8 profiles of the same time, by the same v8::CpuProfiler. V8 has two
// ways to give lines, and neither tells all: in `calls`
// (v8::kCallerLineNumbers) a node's line is where its parent was when it called
// it; in `starts` (v8::kLeafNodeLineNumbers) a node's line is where its
// function starts.
struct ProfilePair {
  const v8::CpuProfile* calls;
  const v8::CpuProfile* starts;
  // Samples count from `begin_us` on and before `end_us`, in the clock of their
  // timestamps.
  int64_t begin_us;
  int64_t end_us;
  int64_t interval_us;
  KnownLines lines = KnownLines::kSome;
};

// What a walk found beside the stacks.
struct WalkResult {
  // With the ticks that were not needed, as the thread waited.
  int64_t samples = 0;
  // The stack of the last sample; the root if there was none.
  StackId last_stack = StackId::kRoot;
};

// Adds the samples of `profiles` to `recording`, each stack with the time that
// `shares` and `ring` say. Runs no JavaScript and makes no handle: it works in
// a realm that was terminated or is out of memory. Isolate entered.
//
// A frame of the recording is a function and the line that it was on. That line
// comes from a frame's child in `calls`: the call's line, and for the innermost
// function the LineMarker that sigprof.h puts there. Where there is no marker,
// the samples of a function are spread over its lines as V8's line ticks are.
WalkResult WalkProfile(const ProfilePair& profiles, const TickRing& ring,
                       const PositionMapper& mapper, SampleShares& shares,
                       Recording& recording);

}  // namespace rt

#endif  // PROFILER_CPU_PROFILE_WALK_H_
