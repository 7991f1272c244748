#ifndef BINDINGS_FILE_WORK_H_
#define BINDINGS_FILE_WORK_H_

#include <v8.h>

#include <cstdint>
#include <memory>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "bindings/file_values.h"
#include "bindings/glue/arguments.h"
#include "bindings/glue/pending_promises.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/policy/policy.h"
#include "runtime/store/cancellation.h"
#include "runtime/store/worker_pool.h"

namespace rt {

// The file work of one realm that is under way: StateOf<FileWork>(isolate). On
// the realm's thread. When the realm ends, what has not begun is dropped, and
// what waits or takes long is given up.
class FileWork {
 public:
  // JavaScript's name for work that it may want to cancel; 0 for none.
  using CancelId = uint32_t;

  explicit FileWork(IsolateHost& host);
  ~FileWork();

  // The threads that do it: those of the process, or a sandbox's own, which are
  // restricted as the realm's thread is, and more.
  WorkerPool& pool();

  void Cancel(CancelId id);

  // Begins and ends work. All work without an id of its own shares one.
  std::shared_ptr<Cancellation> Begin(CancelId id);
  void End(CancelId id) { cancellations_.erase(id); }

 private:
  const std::shared_ptr<const Policy> policy_;
  std::unique_ptr<WorkerPool> own_pool_;
  const std::shared_ptr<Cancellation> realm_;
  absl::flat_hash_map<CancelId, std::shared_ptr<Cancellation>> cancellations_;
};

// Calls `work(Cancellation&)` on the pool and returns a promise to JavaScript,
// which is settled with what the StatusOr or Status that it gives is to
// JavaScript (file_values.h). `work` owns what it needs and holds no handle.
template <typename Work>
void ReturnPromise(const Arguments& args, FileWork::CancelId cancel_id,
                   Work work) {
  v8::Isolate* const isolate = args.isolate();
  auto& promises = StateOf<PendingPromises>(isolate);
  const PendingPromises::Started started = promises.Start(isolate);
  StateOf<FileWork>(isolate).pool().Post(
      [work = std::move(work), cancel_id,
       cancellation = StateOf<FileWork>(isolate).Begin(cancel_id),
       complete = promises.Completer(started.id)]() mutable {
        auto result = cancellation->requested()
                          ? decltype(work(*cancellation))(
                                absl::CancelledError("cancelled"))
                          : work(*cancellation);
        complete([cancel_id,
                  result = std::move(result)](v8::Isolate* isolate) mutable {
          StateOf<FileWork>(isolate).End(cancel_id);
          return ToValue(isolate, std::move(result));
        });
      });
  args.Return(started.promise);
}

}  // namespace rt

#endif  // BINDINGS_FILE_WORK_H_
