#ifndef PROFILER_CPU_ROTATION_H_
#define PROFILER_CPU_ROTATION_H_

#include "profiler/cpu/sampled_thread.h"
#include "runtime/engine/isolate_host.h"

namespace rt {

// Rotation: reading a thread's ring of ticks, and the V8 profiles beside it,
// before they grow. It has to happen on the thread, in its isolate, between two
// steps of whatever JavaScript runs there, so it is an interrupt of V8. And V8
// can't be asked for one in a signal handler, so there is a thread that waits
// for the handler's word and asks. It starts with the first RotatedThread and
// waits for ever when there is none.

// Asks for a rotation of `thread`. Async-signal safe.
void RequestRotation(SampledThread& thread);

// Has a thread rotated when that is asked for, while it lives: SampledThread::
// Rotate() is called on it. Made and destroyed on that thread.
class RotatedThread {
 public:
  RotatedThread(IsolateHost& host, SampledThread& thread);
  ~RotatedThread();
  RotatedThread(const RotatedThread&) = delete;
  RotatedThread& operator=(const RotatedThread&) = delete;

 private:
  SampledThread& thread_;
};

}  // namespace rt

#endif  // PROFILER_CPU_ROTATION_H_
