#include "runtime/policy/thread_restriction.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/error_payload.h"
#include "runtime/policy/seccomp.h"

namespace rt {
namespace {

constexpr char kNoSeccomp[] = "the kernel has no seccomp filters";

}  // namespace

absl::StatusOr<ThreadRestriction> ThreadRestriction::Prepare(
    const Policy& policy, bool require_landlock) {
  ThreadRestriction restriction;
  restriction.net_ = !policy.net().empty();
  Enforcement& enforcement = restriction.enforcement_;
  enforcement.landlock_abi = LandlockAbi();
  enforcement.seccomp = HasSeccomp();
  if (enforcement.landlock_abi == 0) {
    if (require_landlock) {
      absl::Status status = absl::UnimplementedError(
          absl::StrCat("cannot start the sandbox, which requires Landlock: ",
                       WhyNoLandlock(), " (ENOTSUP)"));
      SetErrorPayload(status, kErrorCode, "ENOTSUP");
      return status;
    }
    enforcement.reason = WhyNoLandlock();
  } else {
    absl::StatusOr<Landlock> landlock = Landlock::ForRealm(policy);
    if (!landlock.ok()) return landlock.status();
    restriction.landlock_.emplace(*std::move(landlock));
  }
  if (!enforcement.seccomp) {
    if (!enforcement.reason.empty()) enforcement.reason += "; ";
    enforcement.reason += kNoSeccomp;
  }
  return restriction;
}

absl::Status ThreadRestriction::Apply() const {
  absl::Status status =
      enforcement_.seccomp ? FilterSystemCalls(net_) : ForgoNewPrivileges();
  if (status.ok() && landlock_.has_value()) {
    status = landlock_->RestrictThread();
  }
  return status;
}

}  // namespace rt
