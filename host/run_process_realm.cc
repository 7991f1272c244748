#include <sys/prctl.h>
#include <sys/socket.h>

#include <memory>
#include <utility>

#include "host/call_settings_of.h"
#include "host/open_stores.h"
#include "host/rt.h"
#include "host/snapshot/engine_image.h"
#include "runtime/base/unique_fd.h"
#include "runtime/ipc/child_process.h"
#include "runtime/observe/realm_observer.h"
#include "runtime/realm/hosted_process_realm.h"

namespace rt {
namespace {

bool IsSocket(int fd) {
  int type = 0;
  socklen_t size = sizeof(type);
  return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0;
}

}  // namespace

absl::StatusOr<int> RunProcessRealm(const RunOptions& options) {
  LeaveTerminalSignalsToParent();
  if (!IsSocket(kParentSocketFd)) {
    return absl::FailedPreconditionError(
        "rt starts this process for a realm, by `new Realm({ process: true "
        "})`; it does nothing by itself");
  }
  // For lists of processes, which else name it by the link that it came by.
  prctl(PR_SET_NAME, "rt realm");
  absl::StatusOr<std::unique_ptr<HostedProcessRealm>> hosted =
      HostedProcessRealm::Accept(UniqueFd(kParentSocketFd));
  if (!hosted.ok()) return hosted.status();
  const absl::StatusOr<std::shared_ptr<const CallSettings>> calls =
      CallSettingsOf(options.backends, options.root_certificates);
  if (!calls.ok()) return calls.status();
  const RealmStart& start = (*hosted)->start();
  const absl::StatusOr<std::unique_ptr<Stores>> stores =
      OpenStores(options.stores);
  if (!stores.ok()) return stores.status();
  RealmObserver nobody;
  RealmRegistry registry({.image = &BuiltinImage(),
                          .observer = &nobody,
                          .max_heap_bytes = start.max_heap_bytes,
                          .reactors = start.reactors,
                          .warn = options.warn,
                          .maps_sources = options.source_maps,
                          .call_settings = *calls,
                          .args = start.args,
                          .stores = stores->get(),
                          .realm_process = options.realm_process,
                          .first_id = start.info.id});
  return (*hosted)->Run(registry);
}

}  // namespace rt
