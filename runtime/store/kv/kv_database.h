#ifndef RUNTIME_STORE_KV_KV_DATABASE_H_
#define RUNTIME_STORE_KV_KV_DATABASE_H_

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "runtime/store/kv/kv_entry.h"
#include "runtime/store/worker_pool.h"

namespace rt {

class KvConnection;

// The key-value stores that all realms of a process share: in one file of
// SQLite's, or in memory. Any thread.
//
// In a file, other processes may be at work as well: each sees what the others
// have written. One that holds the file's lock for long makes writes wait, and
// then fail with EBUSY. A read sees all that was acknowledged when it began.
//
// Commits that come while one is under way are done together, in one
// transaction: what waits for a disk waits for all of them at once.
class KvDatabase {
 public:
  // The file of a folder, with SQLite's -wal and -shm beside it.
  static constexpr char kFileName[] = "kv.sqlite";

  // The folder is made, for this user only, where it is missing and the one
  // above it is there. Fails as OpenKvWriter() does. The calling thread must be
  // one without restrictions, since threads are made here.
  static absl::StatusOr<std::unique_ptr<KvDatabase>> OpenFolder(
      const std::string& folder);
  static absl::StatusOr<std::unique_ptr<KvDatabase>> OpenMemory();

  // Does what was posted first.
  ~KvDatabase();
  KvDatabase(const KvDatabase&) = delete;
  KvDatabase& operator=(const KvDatabase&) = delete;

  // Nothing of it ever waits for a disk.
  bool is_in_memory() const { return path_.empty(); }

  // Whether to wait for another process's lock; without, what would have to is
  // an Unavailable error at once. In memory it makes no difference.
  enum class Patience { kNone, kSome };

  // As of KvReader.
  absl::StatusOr<std::optional<KvEntry>> Get(absl::string_view store,
                                             absl::string_view key,
                                             size_t most_bytes,
                                             Patience patience);
  absl::StatusOr<KvList> List(absl::string_view store,
                              const KvListOptions& options);

  // For a database in memory: commits on the calling thread.
  absl::StatusOr<KvCommit> CommitNow(const KvBatch& batch);

  // For one in a file: commits on a thread of its own, in the order of the
  // calls, and then calls `done` there.
  using Done = absl::AnyInvocable<void(absl::StatusOr<KvCommit>)>;
  void Commit(KvBatch batch, Done done);

  // For one in a file: a task that may take long, such as a read with patience.
  void Post(WorkerPool::Task task);

 private:
  struct Pending {
    KvBatch batch;
    Done done;
  };

  KvDatabase(std::string path, std::unique_ptr<KvConnection> writer);

  // What a thread uses while it reads.
  class Reading;

  // Commits what is pending, until nothing is.
  void Drain();
  std::vector<Pending> NextGroup() ABSL_LOCKS_EXCLUDED(pending_mutex_);

  const std::string path_;
  // Held for each use of the writer; in memory, readers use it as well.
  absl::Mutex writer_mutex_;
  const std::unique_ptr<KvConnection> writer_ ABSL_PT_GUARDED_BY(writer_mutex_);

  absl::Mutex readers_mutex_;
  // Those that nobody uses: there are as many as ever read at the same time.
  std::vector<std::unique_ptr<KvConnection>> readers_
      ABSL_GUARDED_BY(readers_mutex_);

  absl::Mutex pending_mutex_;
  std::deque<Pending> pending_ ABSL_GUARDED_BY(pending_mutex_);
  bool draining_ ABSL_GUARDED_BY(pending_mutex_) = false;

  // Null in memory. Its end, the first of all members', does what is pending.
  std::unique_ptr<WorkerPool> pool_;
};

}  // namespace rt

#endif  // RUNTIME_STORE_KV_KV_DATABASE_H_
