#include "profiler/cpu/realm_recorder.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "profiler/cpu/sampling_interval.h"
#include "profiler/cpu/v8_sampler.h"
#include "runtime/base/clock.h"
#include "runtime/engine/position_mapper.h"

namespace rt {
namespace {

// More than the ring of ticks ever holds at a rotation, for V8 puts down a few
// samples of its own.
constexpr unsigned kMaxSamples = 2 * TickRing::kCapacity;

int64_t NowMicros() { return MonotonicNanos() / 1000; }

AddressRange RangeOf(const void* start, size_t size) {
  const auto begin = reinterpret_cast<uintptr_t>(start);
  return {begin, begin + size};
}

EngineCode CodeOf(v8::Isolate* isolate) {
  void* compiled = nullptr;
  const void* builtins = nullptr;
  size_t size = 0;
  EngineCode code;
  isolate->GetCodeRange(&compiled, &size);
  code.compiled = RangeOf(compiled, size);
  isolate->GetEmbeddedCodeRange(&builtins, &size);
  code.builtins = RangeOf(builtins, size);
  // V8 may keep a copy of its built-ins at the end of the isolate's code.
  if (code.compiled.Contains(code.builtins.begin)) {
    code.compiled.end = code.builtins.begin;
  }
  return code;
}

// The first call in a realm takes its time, which is the profiler's.
IsolateProfiler& ProfilerOf(IsolateHost& host, SampledRealm& realm) {
  const ScopedProfilerPause pause(realm);
  return host.State<IsolateProfiler>();
}

}  // namespace

std::unique_ptr<RealmRecorder> RealmRecorder::Start(IsolateHost& host,
                                                    int interval_us,
                                                    KnownLines lines,
                                                    Keep keep) {
  std::unique_ptr<RealmRecorder> recorder(new RealmRecorder(
      host, RoundSamplingInterval(interval_us), lines, std::move(keep)));
  if (!SampledRealm::HasTicks()) return nullptr;
  const ScopedProfilerPause pause(*recorder->realm_);
  recorder->realm_->set_code(CodeOf(v8::Isolate::GetCurrent()));
  recorder->current_ = recorder->StartSegment();
  if (!recorder->current_.has_value()) return nullptr;
  return recorder;
}

RealmRecorder::RealmRecorder(IsolateHost& host, int interval_us,
                             KnownLines lines, Keep keep)
    : host_(host),
      interval_us_(interval_us),
      lines_(lines),
      keep_(std::move(keep)),
      realm_(SampledRealm::Acquire(host.loop())),
      rotated_(host, *realm_),
      apart_before_(realm_->apart()),
      started_ns_(MonotonicNanos()),
      shares_(realm_->Now(), realm_->ring().end()),
      profiler_(ProfilerOf(host, *realm_)) {
  realm_->AddReader(this, interval_us_);
}

RealmRecorder::~RealmRecorder() {
  const ScopedProfilerPause pause(*realm_);
  realm_->RemoveReader(this);
  for (const auto& segment : {retiring_, current_}) {
    if (!segment.has_value()) continue;
    profiler_.Stop(segment->starts);
    profiler_.Stop(segment->calls);
  }
}

std::optional<RealmRecorder::Segment> RealmRecorder::StartSegment() {
  Segment segment;
  segment.begin_us = NowMicros();
  const v8::CpuProfilingResult calls =
      profiler_.Start(v8::kCallerLineNumbers, kMaxSamples, interval_us_);
  if (calls.status != v8::CpuProfilingStatus::kStarted) return std::nullopt;
  segment.calls = calls.id;
  const v8::CpuProfilingResult starts =
      profiler_.Start(v8::kLeafNodeLineNumbers, kMaxSamples, interval_us_);
  if (starts.status != v8::CpuProfilingStatus::kStarted) {
    profiler_.Stop(calls.id);
    return std::nullopt;
  }
  segment.starts = starts.id;
  return segment;
}

void RealmRecorder::Rotate() {
  if (!current_.has_value()) return;
  if (retiring_.has_value()) {
    WalkSegment(*retiring_, current_->begin_us);
    retiring_.reset();
    if (keep_ != nullptr) keep_(TakeRecording(), current_->begin_us * 1000);
    return;
  }
  std::optional<Segment> next = StartSegment();
  if (!next.has_value()) return;
  retiring_ = std::exchange(current_, next);
  HaveSamplesProcessed(*realm_);
}

void RealmRecorder::WalkSegment(const Segment& segment, int64_t end_us) {
  const IsolateProfiler::Profile starts = profiler_.Stop(segment.starts);
  const IsolateProfiler::Profile calls = profiler_.Stop(segment.calls);
  if (starts == nullptr || calls == nullptr) return;
  const WalkResult result = WalkProfile(
      {calls.get(), starts.get(), segment.begin_us, end_us, interval_us_,
       lines_},
      realm_->ring(), host_.State<PositionMapper>(), shares_, recording_);
  samples_ += result.samples;
  if (result.last_stack != StackId::kRoot) last_stack_ = result.last_stack;
}

void RealmRecorder::WalkSegments(int64_t end_us) {
  if (retiring_.has_value()) WalkSegment(*retiring_, current_->begin_us);
  retiring_.reset();
  profiler_.AwaitProcessing();
  WalkSegment(*current_, end_us);
}

std::optional<RealmRecorder::Result> RealmRecorder::Take() {
  const ScopedProfilerPause pause(*realm_);
  // No tick comes in the pause, so that each belongs to what is taken or to
  // what follows.
  const std::optional<Segment> next = StartSegment();
  if (!next.has_value()) return std::nullopt;
  WalkSegments(next->begin_us);
  current_ = next;
  AddRest(realm_->paused_at());
  return TakeResult();
}

RealmRecorder::Result RealmRecorder::Finish() {
  {
    const ScopedProfilerPause pause(*realm_);
    WalkSegments(std::numeric_limits<int64_t>::max());
    current_.reset();
  }
  AddRest(realm_->Now());
  return TakeResult();
}

Recording RealmRecorder::TakeRecording() {
  Recording taken = std::exchange(recording_, Recording());
  // What comes before the next sample may be of the last one's stack.
  last_stack_ = CopyStack(taken, last_stack_, recording_);
  return taken;
}

RealmRecorder::Result RealmRecorder::TakeResult() {
  Result result;
  result.recording = TakeRecording();
  result.expected_ticks = TicksIn(MonotonicNanos() - started_ns_);
  result.taken_ticks =
      std::min(result.expected_ticks, samples_ + parked_ticks_);
  return result;
}

// No tick is needed to know that a realm was parked: this many would have found
// it so.
int64_t RealmRecorder::TicksIn(int64_t ns) const {
  return ns / (int64_t{interval_us_} * 1000);
}

void RealmRecorder::AddRest(const BusyTime& now) {
  const SampledRealm::Apart before =
      std::exchange(apart_before_, realm_->apart());
  const SampledRealm::Apart& after = apart_before_;
  const auto add = [this](std::string_view name, const SampleValues& values) {
    const FunctionId function =
        recording_.symbols.InternFunction({.name = name, .system_name = name});
    const FrameId frame =
        recording_.symbols.InternFrame({.function = function});
    const StackId stack = recording_.samples.Push(StackId::kRoot, frame);
    recording_.samples.Add(stack, values);
    return stack;
  };
  const auto add_parked = [&](std::string_view name, int64_t from_ns,
                              int64_t to_ns) {
    // The ticks of all parts are those of the whole.
    const int64_t ticks = TicksIn(to_ns) - TicksIn(from_ns);
    parked_ticks_ += ticks;
    add(name, {.samples = ticks, .wall_ns = to_ns - from_ns});
  };
  const StackId program =
      add("(program)",
          {.cpu_ns = after.reactor_cpu_ns - before.reactor_cpu_ns +
                     after.profiler_cpu_ns - before.profiler_cpu_ns,
           .wall_ns = after.profiler_wall_ns - before.profiler_wall_ns});
  add_parked("(idle)", before.idle_wall_ns, after.idle_wall_ns);
  add_parked("(ready)", before.ready_wall_ns, after.ready_wall_ns);
  const BusyTime rest = shares_.TakeRemainder(now);
  recording_.samples.Add(last_stack_ == StackId::kRoot ? program : last_stack_,
                         {.cpu_ns = std::max<int64_t>(rest.cpu_ns, 0),
                          .wall_ns = std::max<int64_t>(rest.wall_ns, 0)});
}

}  // namespace rt
