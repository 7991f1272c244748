#ifndef RUNTIME_ENGINE_LOOP_PLATFORM_H_
#define RUNTIME_ENGINE_LOOP_PLATFORM_H_

#include <v8-platform.h>

#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "runtime/engine/chunk_allocator.h"
#include "runtime/loop/event_loop.h"

namespace rt {

// V8's platform for isolates that run on event loops: what V8 wants done on an
// isolate's own thread (the end of an asynchronous WebAssembly compilation, the
// callbacks of a FinalizationRegistry, Atomics.waitAsync, steps of garbage
// collection) becomes a task of that isolate's loop. All else goes to V8's
// default platform with its worker threads.
//
// One per process, never destroyed. Any thread.
class LoopPlatform final : public v8::Platform {
 public:
  explicit LoopPlatform(std::unique_ptr<v8::Platform> base);

  // Between Isolate::Allocate() and Isolate::Initialize().
  void AddIsolate(v8::Isolate* isolate, std::shared_ptr<EventLoop> loop);

  // Before Isolate::Dispose(). Tasks that are queued then go with the loop.
  void RemoveIsolate(v8::Isolate* isolate);

  // v8::Platform
  int NumberOfWorkerThreads() override;
  // For an isolate that has no loop (the one that makes the snapshot), it is
  // the base platform's, which nobody pumps.
  std::shared_ptr<v8::TaskRunner> GetForegroundTaskRunner(
      v8::Isolate* isolate, v8::TaskPriority priority) override;
  double MonotonicallyIncreasingTime() override;
  double CurrentClockTimeMillis() override;
  v8::TracingController* GetTracingController() override;
  v8::PageAllocator* GetPageAllocator() override { return &chunks_; }

  ChunkAllocator& chunks() { return chunks_; }
  MappedBuffers& mapped_buffers() { return chunks_.mapped_buffers(); }

 private:
  std::unique_ptr<v8::JobHandle> CreateJobImpl(
      v8::TaskPriority priority, std::unique_ptr<v8::JobTask> job_task,
      const v8::SourceLocation& location) override;
  void PostTaskOnWorkerThreadImpl(v8::TaskPriority priority,
                                  std::unique_ptr<v8::Task> task,
                                  const v8::SourceLocation& location) override;
  void PostDelayedTaskOnWorkerThreadImpl(
      v8::TaskPriority priority, std::unique_ptr<v8::Task> task,
      double delay_in_seconds, const v8::SourceLocation& location) override;

  const std::unique_ptr<v8::Platform> base_;
  ChunkAllocator chunks_;
  absl::Mutex mutex_;
  absl::flat_hash_map<v8::Isolate*, std::shared_ptr<v8::TaskRunner>> runners_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_LOOP_PLATFORM_H_
