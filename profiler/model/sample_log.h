#ifndef PROFILER_MODEL_SAMPLE_LOG_H_
#define PROFILER_MODEL_SAMPLE_LOG_H_

#include <cstddef>
#include <cstdint>
#include <deque>

#include "profiler/model/symbol_table.h"

namespace rt {

// What was measured on one stack. None may be negative.
struct SampleValues {
  // How many ticks of the sampler found this stack.
  int64_t samples = 0;
  // CPU time and wall time, in nanoseconds.
  int64_t cpu_ns = 0;
  int64_t wall_ns = 0;

  SampleValues& operator+=(const SampleValues& other) {
    samples += other.samples;
    cpu_ns += other.cpu_ns;
    wall_ns += other.wall_ns;
    return *this;
  }
  friend bool operator==(const SampleValues&, const SampleValues&) = default;
};

// A stack's place in the log or tree that gave it. kRoot is the stack without a
// frame, which each of them has from the start.
enum class StackId : uint32_t { kRoot = 0 };

// Stacks with what was measured on them, in the order in which a call tree is
// walked. A stack is its caller's stack and one frame more, so a walk that
// comes to parents before children appends one entry a node and looks nothing
// up. Whether two entries are the same stack is found out when the log is added
// to a SampleTree.
//
// The frame ids are those of the SymbolTable that the owner keeps beside the
// log. Not thread-safe.
class SampleLog {
 public:
  struct Entry {
    StackId parent;
    FrameId frame;
    SampleValues values;
  };

  // The stack in which `frame` runs on top of `parent`: a new entry, whatever
  // is there already.
  StackId Push(StackId parent, FrameId frame);

  // Adds to what was measured with `stack` as the whole stack, its last pushed
  // frame being the one that ran. Not for the root.
  void Add(StackId stack, const SampleValues& values);

  // In order of their ids, which count up from 1: a parent comes before its
  // children.
  const std::deque<Entry>& entries() const { return entries_; }

 private:
  // A deque grows without copying: a million entries take what they take, and
  // not three times that for a moment.
  std::deque<Entry> entries_;
};

}  // namespace rt

#endif  // PROFILER_MODEL_SAMPLE_LOG_H_
