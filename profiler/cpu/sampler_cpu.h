#ifndef PROFILER_CPU_SAMPLER_CPU_H_
#define PROFILER_CPU_SAMPLER_CPU_H_

namespace rt {

// V8 samples each isolate by a thread of its own that sleeps for an interval
// and then sends SIGPROF to the isolate's thread. Left to the kernel, it runs
// on another CPU than the thread that it samples. Each tick then wakes one CPU
// and interrupts another, which together cost more than the sample does, most
// of all on a virtual machine. So V8's thread is kept on the CPU that the
// sampled thread was on at the tick before: a tick is one switch of threads and
// back. (What either way costs on a machine: test/bench/run tick.)
//
// V8 gives no hold on its thread. What is known of it is that it calls
// pthread_kill() for each tick (Sampler::DoSample in its
// src/libsampler/sampler.cc). The linker therefore gives all calls of that name
// to the function in sampler_cpu.cc, which takes the calling thread for a
// sampler if the signal is SIGPROF, and passes on every call as it is.

// From now on those who sample the calling thread follow it. Once is enough, at
// most until the thread ends.
void LetSamplersFollow();

// Says where the calling thread is now. Does nothing without
// LetSamplersFollow(). Async-signal safe, for the handler of SIGPROF.
void NoteCpu();

}  // namespace rt

#endif  // PROFILER_CPU_SAMPLER_CPU_H_
