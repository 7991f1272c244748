#ifndef RUNTIME_REALM_REALM_REGISTRY_H_
#define RUNTIME_REALM_REALM_REGISTRY_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/ipc/child_process.h"
#include "runtime/ipc/io_thread.h"
#include "runtime/loop/reactor_pool.h"
#include "runtime/net/client/call_settings.h"
#include "runtime/observe/realm_observer.h"
#include "runtime/observe/request_observer.h"
#include "runtime/realm/broadcast_hub.h"
#include "runtime/realm/budget_keeper.h"
#include "runtime/realm/end_watch.h"
#include "runtime/realm/stall_watch.h"

namespace rt {

class RealmStop;
class Stores;

// What every realm gets from its process.
struct RealmServices {
  const EngineImage* image = nullptr;
  RealmObserver* observer = nullptr;
  // Of the requests that HTTP servers answer; may be null.
  RequestObserver* request_observer = nullptr;
  // Bytes, for each realm; 0 for V8's own choice (see IsolateHost::Options).
  size_t max_heap_bytes = 0;
  // Threads for pooled realms; 0 for as many as there are cores.
  size_t reactors = 0;
  // Tells a person of what he should know, such as a realm that keeps others
  // waiting; may be null.
  StallWatch::Warn warn;
  // Places are shown as scripts' source maps have them.
  bool maps_sources = true;
  // What the process's HTTP servers are called (runtime/net/http/loop_id.h);
  // empty for one that is made up.
  std::string loop_id;
  // What HTTP calls of the realms know.
  std::shared_ptr<const CallSettings> call_settings =
      std::make_shared<CallSettings>();
  // The program's arguments, which rt:process shows.
  std::vector<std::string> args;
  // What rt:kv and the like give. Null: stores of the registry's own, without
  // files.
  Stores* stores = nullptr;
  // What starts the process of a process realm: it takes the socket to its
  // maker for a HostedProcessRealm. Empty where the host has none.
  ProcessCommand realm_process;
  // Of a HostedProcessRealm: its id, which all in its process are greater than.
  uint64_t first_id = 0;
};

// The realms of a process: their common services, their ids, and the way to end
// them all. The host makes one; it outlives every realm. Any thread.
//
// Realms form a tree: each ends the realms that it made, and waits for their
// end, before it ends itself. So to end the main realm is to end them all.
class RealmRegistry {
 public:
  explicit RealmRegistry(RealmServices services);
  ~RealmRegistry();

  const RealmServices& services() const { return services_; }

  // RealmServices::loop_id, or what was made up.
  const std::string& loop_id() const { return loop_id_; }

  Stores& stores() { return *stores_; }

  // Of the sandbox realms.
  BudgetKeeper& budgets() { return budgets_; }

  // Where pooled realms run.
  ReactorPool& reactors() { return reactors_; }
  // Says which of them keeps others waiting.
  StallWatch& stall_watch() { return stall_watch_; }

  // Sees that the main realm ends when it should.
  EndWatch& end_watch() { return end_watch_; }

  // By services().warn, a message that no realm has given before.
  void WarnOnce(absl::string_view message) ABSL_LOCKS_EXCLUDED(mutex_);

  // An id for a new realm: 1, 2, ... (the main realm is 0).
  uint64_t NewId() { return ++last_id_; }
  uint64_t realms_made() const { return last_id_ - services_.first_id; }

  // Realms that run, or ran, in other processes.
  void CountOutside(uint64_t more) { outside_ += more; }
  uint64_t outside() const { return outside_; }

  // Talks to other processes, for the realms that have one. Started with the
  // first of them; fails where the system has no thread to give.
  absl::StatusOr<IoThread*> io() ABSL_LOCKS_EXCLUDED(mutex_);

  BroadcastHub& broadcasts() { return broadcasts_; }

  // A thread realm begins, and has ended with all that it had. The second is
  // true where so many have ended that the memory that malloc(3) keeps of them
  // should go back to the system.
  void BeginThread() ABSL_LOCKS_EXCLUDED(mutex_);
  bool EndThread() ABSL_LOCKS_EXCLUDED(mutex_);

  // The main realm, from its making to its end (null).
  void SetMain(std::shared_ptr<RealmStop> main) ABSL_LOCKS_EXCLUDED(mutex_);

  // Ends the main realm, which runs its 'exit' listeners first, with this exit
  // code. The first call counts.
  void ExitProcess(int code) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  const RealmServices services_;
  const std::string loop_id_;
  const std::unique_ptr<Stores> own_stores_;
  Stores* const stores_;
  ReactorPool reactors_;
  StallWatch stall_watch_;
  EndWatch end_watch_;
  std::atomic<uint64_t> last_id_;
  std::atomic<uint64_t> outside_{0};
  BroadcastHub broadcasts_;
  BudgetKeeper budgets_;
  absl::Mutex mutex_;
  absl::flat_hash_set<std::string> warnings_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<IoThread> io_ ABSL_GUARDED_BY(mutex_);
  std::shared_ptr<RealmStop> main_ ABSL_GUARDED_BY(mutex_);
  // Thread realms: how many there are, and the most since EndThread() was true.
  int threads_ ABSL_GUARDED_BY(mutex_) = 0;
  int most_threads_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace rt

#endif  // RUNTIME_REALM_REALM_REGISTRY_H_
