#ifndef PROFILER_CPU_ROTATION_H_
#define PROFILER_CPU_ROTATION_H_

#include "profiler/cpu/sampled_realm.h"
#include "runtime/engine/isolate_host.h"

namespace rt {

// Rotation: reading a realm's ring of ticks, and the V8 profiles beside it,
// before they grow. It has to happen on its thread, in its isolate, between two
// steps of whatever JavaScript runs there, so it is an interrupt of V8. And V8
// can't be asked for one in a signal handler, nor to process the samples that
// it has; so there is a thread that waits for the handler's word and asks. It
// starts with the first RotatedRealm and waits for ever when there is none.

// Asks for a rotation of `realm`, and for HaveSamplesProcessed(). Async-signal
// safe.
void RequestRotation(SampledRealm& realm);
void RequestProcessing(SampledRealm& realm);

// Has a realm rotated when that is asked for, while it lives: SampledRealm::
// Rotate() is called on it. Made and destroyed on
// its thread.
class RotatedRealm {
 public:
  RotatedRealm(IsolateHost& host, SampledRealm& realm);
  ~RotatedRealm();
  RotatedRealm(const RotatedRealm&) = delete;
  RotatedRealm& operator=(const RotatedRealm&) = delete;

 private:
  SampledRealm& realm_;
};

}  // namespace rt

#endif  // PROFILER_CPU_ROTATION_H_
