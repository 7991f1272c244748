#include "runtime/realm/stall_watch.h"

#include <atomic>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "runtime/base/file_url.h"
#include "runtime/engine/position_mapper.h"
#include "runtime/engine/strings.h"

namespace rt {
namespace {

// The realm answers between two steps of its JavaScript, or when its turn is
// over.
constexpr char kNative[] = "it is in a native function";

// Where the program's own code is that the isolate runs, as its author wrote
// it: "/path/file.ts:12"; empty where there is none.
std::string Place(v8::Isolate* isolate) {
  static constexpr int kMaxFrames = 64;
  const v8::HandleScope handles(isolate);
  const v8::Local<v8::StackTrace> stack = v8::StackTrace::CurrentStackTrace(
      isolate, kMaxFrames, v8::StackTrace::kDetailed);
  for (int i = 0; i < stack->GetFrameCount(); ++i) {
    const v8::Local<v8::StackFrame> frame =
        stack->GetFrame(isolate, static_cast<uint32_t>(i));
    const v8::Local<v8::String> name = frame->GetScriptName();
    if (name.IsEmpty()) continue;
    const std::string script = ToUtf8(isolate, name);
    if (!absl::StartsWith(script, "file:")) continue;
    const SourcePosition position = StateOf<PositionMapper>(isolate).Map(
        script, frame->GetLineNumber(), frame->GetColumn());
    return absl::StrCat(DisplayPath(position.file), ":", position.line);
  }
  return "";
}

}  // namespace

// Said once, by whoever comes first.
class StallWatch::Report {
 public:
  Report(Warn warn, absl::string_view label)
      : warn_(std::move(warn)), label_(label) {}

  void Say(absl::string_view what) {
    if (is_said_.exchange(true)) return;
    warn_(absl::StrCat(
        label_, " has kept others on its reactor waiting for ", kPatienceS,
        " s: ", what, "; a realm made with `thread: true` keeps none waiting"));
  }

 private:
  const Warn warn_;
  const std::string label_;
  std::atomic<bool> is_said_{false};
};

struct StallWatch::Watched {
  std::string label;
  std::shared_ptr<RealmStop> stop;
  // Shared with the question that asks for the line.
  std::shared_ptr<Report> report;
};

StallWatch::StallWatch(ReactorPool& pool, Warn warn)
    : pool_(pool), warn_(std::move(warn)) {}

StallWatch::~StallWatch() {
  std::optional<Thread> thread;
  {
    absl::MutexLock lock(&mutex_);
    is_over_ = true;
    if (thread_.has_value()) thread.emplace(*std::move(thread_));
  }
  if (thread.has_value()) thread->Join();
}

void StallWatch::Add(const ReactorMember* loop, std::string label,
                     std::shared_ptr<RealmStop> stop) {
  if (warn_ == nullptr) return;
  absl::MutexLock lock(&mutex_);
  realms_[loop] = std::make_unique<Watched>(
      Watched{std::move(label), std::move(stop), nullptr});
  if (thread_.has_value()) return;
  // Where there is no thread to be had, nobody watches.
  absl::StatusOr<Thread> thread =
      Thread::Start("stall watch", [this] { Run(); });
  if (thread.ok()) thread_.emplace(*std::move(thread));
}

void StallWatch::Remove(const ReactorMember* loop) {
  std::unique_ptr<Watched> removed;
  absl::MutexLock lock(&mutex_);
  const auto found = realms_.find(loop);
  if (found == realms_.end()) return;
  removed = std::move(found->second);
  realms_.erase(found);
}

void StallWatch::Run() {
  absl::MutexLock lock(&mutex_);
  while (!is_over_) {
    Look();
    mutex_.AwaitWithTimeout(absl::Condition(&is_over_), absl::Seconds(1));
  }
}

void StallWatch::Look() {
  for (const std::shared_ptr<Reactor>& reactor : pool_.running()) {
    const std::optional<Reactor::Stall> stall = reactor->FindStall();
    if (!stall.has_value() ||
        stall->waiting_ns < int64_t{kPatienceS} * 1'000'000'000) {
      continue;
    }
    const auto found = realms_.find(stall->member);
    if (found == realms_.end()) continue;
    Watched& realm = *found->second;
    if (realm.report != nullptr) {
      // Asked a second ago, and it has not come to answer.
      realm.report->Say(kNative);
      continue;
    }
    realm.report = std::make_shared<Report>(warn_, realm.label);
    realm.stop->questions().Ask([report = realm.report](v8::Isolate* isolate) {
      const std::string place = Place(isolate);
      report->Say(place.empty() ? kNative : absl::StrCat("it is at ", place));
    });
  }
}

}  // namespace rt
