#include "runtime/engine/loop_platform.h"

#include <cstdint>
#include <utility>

namespace rt {
namespace {

// The loop holds tasks that hold this runner's tasks, never the runner itself.
class LoopTaskRunner final : public v8::TaskRunner {
 public:
  explicit LoopTaskRunner(std::shared_ptr<EventLoop> loop)
      : loop_(std::move(loop)) {}

  bool IdleTasksEnabled() override { return false; }
  // Tasks of a loop never run inside JavaScript.
  bool NonNestableTasksEnabled() const override { return true; }
  bool NonNestableDelayedTasksEnabled() const override { return true; }

 private:
  void PostTaskImpl(std::unique_ptr<v8::Task> task,
                    const v8::SourceLocation& /*location*/) override {
    loop_->Post([task = std::move(task)] { task->Run(); });
  }

  void PostNonNestableTaskImpl(std::unique_ptr<v8::Task> task,
                               const v8::SourceLocation& location) override {
    PostTaskImpl(std::move(task), location);
  }

  // V8 calls this on any thread, the loop's timers belong to its own.
  void PostDelayedTaskImpl(std::unique_ptr<v8::Task> task,
                           double delay_in_seconds,
                           const v8::SourceLocation& /*location*/) override {
    const auto delay_ns = static_cast<int64_t>(delay_in_seconds * 1e9);
    EventLoop* const loop = loop_.get();
    loop->Post([loop, delay_ns, task = std::move(task)]() mutable {
      loop->AddTimer(delay_ns, [task = std::move(task)] { task->Run(); });
    });
  }

  void PostNonNestableDelayedTaskImpl(
      std::unique_ptr<v8::Task> task, double delay_in_seconds,
      const v8::SourceLocation& location) override {
    PostDelayedTaskImpl(std::move(task), delay_in_seconds, location);
  }

  void PostIdleTaskImpl(std::unique_ptr<v8::IdleTask> /*task*/,
                        const v8::SourceLocation& /*location*/) override {}

  const std::shared_ptr<EventLoop> loop_;
};

}  // namespace

LoopPlatform::LoopPlatform(std::unique_ptr<v8::Platform> base)
    : base_(std::move(base)), chunks_(base_->GetPageAllocator()) {}

void LoopPlatform::AddIsolate(v8::Isolate* isolate,
                              std::shared_ptr<EventLoop> loop) {
  auto runner = std::make_shared<LoopTaskRunner>(std::move(loop));
  absl::MutexLock lock(&mutex_);
  runners_.insert_or_assign(isolate, std::move(runner));
}

void LoopPlatform::RemoveIsolate(v8::Isolate* isolate) {
  chunks_.Forget(isolate);
  std::shared_ptr<v8::TaskRunner> runner;
  absl::MutexLock lock(&mutex_);
  const auto found = runners_.find(isolate);
  if (found == runners_.end()) return;
  runner = std::move(found->second);
  runners_.erase(found);
}

std::shared_ptr<v8::TaskRunner> LoopPlatform::GetForegroundTaskRunner(
    v8::Isolate* isolate, v8::TaskPriority priority) {
  {
    absl::MutexLock lock(&mutex_);
    const auto found = runners_.find(isolate);
    if (found != runners_.end()) return found->second;
  }
  return base_->GetForegroundTaskRunner(isolate, priority);
}

int LoopPlatform::NumberOfWorkerThreads() {
  return base_->NumberOfWorkerThreads();
}

double LoopPlatform::MonotonicallyIncreasingTime() {
  return base_->MonotonicallyIncreasingTime();
}

double LoopPlatform::CurrentClockTimeMillis() {
  return base_->CurrentClockTimeMillis();
}

v8::TracingController* LoopPlatform::GetTracingController() {
  return base_->GetTracingController();
}

std::unique_ptr<v8::JobHandle> LoopPlatform::CreateJobImpl(
    v8::TaskPriority priority, std::unique_ptr<v8::JobTask> job_task,
    const v8::SourceLocation& location) {
  return base_->CreateJob(priority, std::move(job_task), location);
}

void LoopPlatform::PostTaskOnWorkerThreadImpl(
    v8::TaskPriority priority, std::unique_ptr<v8::Task> task,
    const v8::SourceLocation& location) {
  base_->PostTaskOnWorkerThread(priority, std::move(task), location);
}

void LoopPlatform::PostDelayedTaskOnWorkerThreadImpl(
    v8::TaskPriority priority, std::unique_ptr<v8::Task> task,
    double delay_in_seconds, const v8::SourceLocation& location) {
  base_->PostDelayedTaskOnWorkerThread(priority, std::move(task),
                                       delay_in_seconds, location);
}

}  // namespace rt
