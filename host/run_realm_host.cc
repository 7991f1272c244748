#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "host/call_settings_of.h"
#include "host/ending_signals.h"
#include "host/open_stores.h"
#include "host/rt.h"
#include "host/snapshot/engine_image.h"
#include "runtime/net/token.h"
#include "runtime/policy/policy_file.h"
#include "runtime/realm/realm_host.h"

namespace rt {
namespace {

absl::StatusOr<std::string> ReadToken(const RealmHostOptions& options) {
  absl::StatusOr<TokenFile> file = ReadTokenFile(options.token_file);
  if (!file.ok()) {
    return absl::Status(
        file.status().code(),
        absl::StrCat(file.status().message(),
                     "; it holds the secret that callers show, as `openssl "
                     "rand -hex 32` makes one"));
  }
  if (file->is_open_to_others && options.warn != nullptr) {
    options.warn(absl::StrCat("the token file '", options.token_file,
                              "' can be read by others than its owner; `chmod "
                              "600` keeps it secret"));
  }
  return std::move(file->token);
}

absl::StatusOr<RealmHost::Options> HostOptions(
    const RealmHostOptions& options) {
  RealmHost::Options host;
  absl::StatusOr<HostPort> at = ParseHostPort(options.listen);
  if (!at.ok()) return at.status();
  host.server.at = *std::move(at);
  host.server.is_insecure_allowed = options.is_insecure_allowed;
  if (!options.tls_certificate.empty()) {
    host.server.tls = {.certificate = options.tls_certificate,
                       .key = options.tls_key};
  }
  if (!options.policy_file.empty()) {
    absl::StatusOr<SandboxRequest> sandbox =
        ReadPolicyFile(options.policy_file);
    if (!sandbox.ok()) return sandbox.status();
    host.terms.sandbox = *std::move(sandbox);
  }
  absl::StatusOr<std::string> token = ReadToken(options);
  if (!token.ok()) return token.status();
  host.server.token = *std::move(token);
  absl::StatusOr<std::shared_ptr<const CallSettings>> calls =
      CallSettingsOf(options.backends, options.root_certificates);
  if (!calls.ok()) return calls.status();
  host.terms.call_settings = *std::move(calls);
  host.terms.image = &BuiltinImage();
  host.max_realms = options.max_realms;
  host.warn = options.warn;
  host.server.warn = options.warn;
  return host;
}

}  // namespace

absl::Status RunRealmHost(const RealmHostOptions& options) {
  absl::StatusOr<RealmHost::Options> host_options = HostOptions(options);
  if (!host_options.ok()) return host_options.status();
  const absl::StatusOr<std::unique_ptr<Stores>> stores =
      OpenStores(options.stores);
  if (!stores.ok()) return stores.status();
  host_options->terms.stores = stores->get();
  absl::Mutex mutex;
  bool is_ended = false;
  // Before others see that it listens, and may want to end it.
  const EndingSignals signals(options.ending_signals, [&] {
    absl::MutexLock lock(&mutex);
    is_ended = true;
  });
  const absl::StatusOr<std::unique_ptr<RealmHost>> host =
      RealmHost::Start(*std::move(host_options));
  if (!host.ok()) return host.status();
  if (options.on_listening != nullptr) {
    options.on_listening((*host)->at().Text());
  }
  absl::MutexLock lock(&mutex);
  mutex.Await(absl::Condition(&is_ended));
  return absl::OkStatus();
}

}  // namespace rt
