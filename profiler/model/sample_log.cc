#include "profiler/model/sample_log.h"

#include "runtime/base/check.h"

namespace rt {

StackId SampleLog::Push(StackId parent, FrameId frame) {
  RT_CHECK(static_cast<size_t>(parent) <= entries_.size());
  entries_.push_back({.parent = parent, .frame = frame, .values = {}});
  return static_cast<StackId>(entries_.size());
}

void SampleLog::Add(StackId stack, const SampleValues& values) {
  const size_t place = static_cast<size_t>(stack);
  RT_CHECK(place >= 1 && place <= entries_.size());
  RT_CHECK(values.samples >= 0 && values.cpu_ns >= 0 && values.wall_ns >= 0);
  entries_[place - 1].values += values;
}

}  // namespace rt
