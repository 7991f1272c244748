#include "runtime/realm/module_server.h"

#include <utility>

#include "absl/memory/memory.h"
#include "runtime/base/check.h"
#include "runtime/base/file_url.h"
#include "runtime/loader/remote/file_questions.h"
#include "runtime/loader/remote/module_files.h"
#include "runtime/policy/thread_restriction.h"
#include "runtime/store/worker_pool.h"

namespace rt {

absl::StatusOr<std::unique_ptr<ModuleServer>> ModuleServer::Create(
    const std::string& entry, const std::shared_ptr<const Policy>& maker) {
  // Of an entry that is no file there are no modules: the realm's loader says
  // what is wrong with it.
  absl::StatusOr<std::shared_ptr<const Policy>> policy =
      Policy::Make({}, FileUrlToPath(entry).value_or(""), maker);
  if (!policy.ok()) return policy.status();
  auto server = absl::WrapUnique(new ModuleServer(*policy));
  if (maker == nullptr) return server;
  absl::StatusOr<ThreadRestriction> restriction =
      ThreadRestriction::Prepare(**policy, /*require_landlock=*/false);
  if (!restriction.ok()) return restriction.status();
  server->own_pool_ = std::make_unique<WorkerPool>(
      WorkerPool::Limits{.running = 1, .waiting = 1},
      [restriction =
           std::make_shared<ThreadRestriction>(*std::move(restriction))] {
        // What could be prepared can be laid on a thread that has none.
        RT_CHECK(restriction->Apply().ok());
      });
  return server;
}

ModuleServer::ModuleServer(std::shared_ptr<const Policy> policy)
    : files_(NewModuleFiles(std::move(policy))) {}

ModuleServer::~ModuleServer() = default;

void ModuleServer::Answer(std::string question, Done done) {
  WorkerPool& pool = own_pool_ != nullptr ? *own_pool_ : WorkerPool::Shared();
  pool.Post([files = files_, question = std::move(question),
             done = std::move(done)]() mutable {
    done(AnswerFileQuestion(*files, question));
  });
}

}  // namespace rt
