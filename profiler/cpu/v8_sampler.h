#ifndef PROFILER_CPU_V8_SAMPLER_H_
#define PROFILER_CPU_V8_SAMPLER_H_

#include "profiler/cpu/sampled_realm.h"

namespace rt {

// A hold on V8's samplers, which V8 gives to nobody.
//
// A v8::CpuProfiler with an active profile has a sampler, which walks the stack
// of its isolate into a queue, and a thread, which takes the samples out of it
// and has the sampler take one at each interval: it sends a signal, and V8's
// handler looks for the samplers that it may mean. So each isolate that is
// profiled costs a wake-up and a signal at each interval, though it may not
// have run since the last one; the handler drops samples while another thread
// is in it; and the more isolates share a thread, the longer it looks.
//
// rt takes the samples itself, where the thread's TickTimer says so, of the
// isolate that has its turn there. V8's thread only takes them out of the
// queue, when there are many: it starts with the first kSamplesAtOnce of them,
// so that a realm which has nothing to do has none, and sleeps where it would
// wait for the next interval. Where it has not started when a profile ends, the
// thread that ends it does what is left.
//
// For that the linker gives V8's calls of some functions of its own to
// v8_sampler.cc (--wrap in BUILD.gn): Sampler::Start(), Stop() and DoSample()
// of its src/libsampler/sampler.h; Thread::Start() and Join(),
// Semaphore::Wait(), ConditionVariable::Wait() and WaitFor() of its src/base;
// and AlignedAllocWithRetry(), which is where the queue's memory comes from.
// All that is not of a sampler of rt's goes on to V8. With a V8 where one of
// them has another name or is not called, the tests of this folder find no
// samples.

// While it lives, samplers that V8 starts on this thread are `realm`'s, and so
// are threads for them; they are so until they stop. A realm has one at a time.
class ScopedSamplerOwner {
 public:
  explicit ScopedSamplerOwner(SampledRealm* realm);
  ~ScopedSamplerOwner();
  ScopedSamplerOwner(const ScopedSamplerOwner&) = delete;
  ScopedSamplerOwner& operator=(const ScopedSamplerOwner&) = delete;
};

// How many samples V8's queue has room for: it holds half a megabyte of them.
// HaveSamplesProcessed() is due well before so many were taken.
inline constexpr int kSamplesAtOnce = 64;

// In the signal handler: has the sampler of `realm`, which has its turn on this
// thread, take a sample of what the signal interrupted. Takes none where there
// is no sampler, or where no isolate is entered.
void TakeSample(const SampledRealm& realm, const void* context);

// Wakes V8's thread for the samples of `realm`. Any thread, while the realm
// lives. May come to nothing now and then, and so is asked for again with the
// next samples.
void HaveSamplesProcessed(const SampledRealm& realm);

}  // namespace rt

#endif  // PROFILER_CPU_V8_SAMPLER_H_
