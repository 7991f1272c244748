#ifndef PROFILER_CPU_ISOLATE_PROFILER_H_
#define PROFILER_CPU_ISOLATE_PROFILER_H_

#include <v8-profiler.h>
#include <v8.h>

#include <memory>

#include "runtime/engine/isolate_host.h"

namespace rt {

// The v8::CpuProfiler of one isolate, for all its recorders.
//
// It is made when profiling is first thought of and kept until the realm ends,
// for a profiler knows only the code that was there when it was made and what
// was compiled since, and of the first kind not all: V8 does not tell it of
// code that was entered in the middle of a loop. It logs from its making on
// ("eager"), because one that stops to log between two profiles gives wrong
// names after that.
//
// host.State<IsolateProfiler>(); on the isolate's thread, with it entered.
// Takes some milliseconds to make, more where there is much code.
class IsolateProfiler {
 public:
  explicit IsolateProfiler(IsolateHost& host);
  ~IsolateProfiler();
  IsolateProfiler(const IsolateProfiler&) = delete;
  IsolateProfiler& operator=(const IsolateProfiler&) = delete;

  struct ProfileDeleter {
    void operator()(v8::CpuProfile* profile) const { profile->Delete(); }
  };
  using Profile = std::unique_ptr<v8::CpuProfile, ProfileDeleter>;

  // Starts one more profile. `interval_us` is a multiple of
  // kSamplingIntervalStepUs.
  v8::CpuProfilingResult Start(v8::CpuProfilingMode mode, unsigned max_samples,
                               int interval_us);

  // Ends a profile. It holds the samples that V8 has processed by then: see
  // AwaitProcessing().
  Profile Stop(v8::ProfilerId id);

  // Returns when V8 has processed all samples that it took.
  void AwaitProcessing();

 private:
  v8::CpuProfiler* const profiler_;
  // Makes V8 know the address of LineMarker by its name.
  v8::Global<v8::Function> line_marker_;
};

}  // namespace rt

#endif  // PROFILER_CPU_ISOLATE_PROFILER_H_
