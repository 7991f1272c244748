#ifndef RUNTIME_REALM_MODULE_SERVER_H_
#define RUNTIME_REALM_MODULE_SERVER_H_

#include <memory>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/status/statusor.h"
#include "runtime/loader/resolve/file_tree.h"
#include "runtime/policy/policy.h"

namespace rt {

class WorkerPool;

// Answers the host of a remote realm, which asks for the files of the realm's
// modules, from the disk of the one who made it. Any thread may ask; the disk
// is waited for on a thread that may wait.
//
// Where a sandbox made the realm, there is nothing that the sandbox could not
// load itself; and the thread is restricted by the kernel, as far as that can.
class ModuleServer {
 public:
  // `entry` is the URL of the realm's first module, `maker` the policy of the
  // sandbox that made it, or null. Fails where the sandbox may not load the
  // entry.
  static absl::StatusOr<std::unique_ptr<ModuleServer>> Create(
      const std::string& entry, const std::shared_ptr<const Policy>& maker);
  // In a sandbox it waits for the answer that is under way.
  ~ModuleServer();
  ModuleServer(const ModuleServer&) = delete;
  ModuleServer& operator=(const ModuleServer&) = delete;

  // Calls `done` later, on any thread, and also when the server is gone: with
  // the answer (file_questions.h), or the error of a question that is none. One
  // question at a time.
  using Done = absl::AnyInvocable<void(absl::StatusOr<std::string>)>;
  void Answer(std::string question, Done done);

 private:
  explicit ModuleServer(std::shared_ptr<const Policy> policy);

  // Shared with the answer that is under way.
  const std::shared_ptr<FileTree> files_;
  // Of a realm of a sandbox; null: the process's.
  std::unique_ptr<WorkerPool> own_pool_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_MODULE_SERVER_H_
