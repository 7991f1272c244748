#include "runtime/realm/sandbox.h"

#include <utility>

#include "runtime/base/file_url.h"

namespace rt {

absl::StatusOr<std::optional<Sandbox>> Sandbox::Make(
    const std::optional<SandboxRequest>& request, const std::string& entry,
    const std::shared_ptr<const Policy>& maker) {
  if (!request.has_value() && maker == nullptr) return std::nullopt;
  // One that is no file is an error of the loader.
  const std::string path = FileUrlToPath(entry).value_or("");
  absl::StatusOr<std::shared_ptr<const Policy>> policy =
      request.has_value() ? Policy::Make(request->policy, path, maker)
                          : Policy::Inherit(path, maker);
  if (!policy.ok()) return policy.status();
  absl::StatusOr<ThreadRestriction> restriction = ThreadRestriction::Prepare(
      **policy, request.has_value() && request->require_landlock);
  if (!restriction.ok()) return restriction.status();
  return Sandbox{*std::move(policy), *std::move(restriction)};
}

absl::StatusOr<std::unique_ptr<ChildRealm>> StartSandbox(
    RealmRegistry& registry, Realm::Options options, Sandbox sandbox,
    uint64_t maker, ThreadRealm::OnEnd on_end) {
  if (!sandbox.policy->net().empty() && options.module_source == nullptr) {
    // For the remote realms that it may make: on a thread that a sandbox
    // starts, its restriction would lie as well.
    if (const absl::StatusOr<IoThread*> io = registry.io(); !io.ok()) {
      return io.status();
    }
  }
  const uint64_t id = options.info.id;
  const BudgetKeeper::Budget budget = {.cpu_ns = sandbox.policy->cpu_ns(),
                                       .wall_ns = sandbox.policy->wall_ns()};
  const bool is_kept = budget.cpu_ns != 0 || budget.wall_ns != 0;
  options.restrict = [&registry, id, maker, budget, is_kept,
                      restriction =
                          std::move(sandbox.restriction)](Realm& realm) {
    if (is_kept) {
      // Before the restriction, so that the keeper's thread has none.
      absl::Status status = registry.budgets().Begin(
          id, maker, budget,
          [&realm](RealmEnd end) { realm.EndOverBudget(end); });
      if (!status.ok()) return status;
    }
    return restriction.Apply();
  };
  auto ended = [&registry, id,
                on_end = std::move(on_end)](RealmResult result) mutable {
    registry.budgets().End(id);
    on_end(std::move(result));
  };
  return ThreadRealm::Start(registry, std::move(options), std::move(ended));
}

}  // namespace rt
