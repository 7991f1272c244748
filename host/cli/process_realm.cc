#include "host/cli/process_realm.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "host/cli/exit_codes.h"
#include "host/cli/print.h"

namespace rt {

ProcessCommand RealmProcessOf(const ProcessRealmCommand& realm) {
  ProcessCommand command;
  // The program that runs, also when its file was replaced.
  command.program = "/proc/self/exe";
  command.words = {"rt", kProcessRealmCommand};
  for (const std::string& flag : realm.process.v8_flags) {
    command.words.push_back(absl::StrCat(kV8FlagPrefix, flag));
  }
  if (!realm.source_maps) command.words.emplace_back(kNoSourceMapsFlag);
  for (const std::string& backend : realm.backends) {
    command.words.push_back(absl::StrCat(kBackendPrefix, backend));
  }
  if (!realm.root_certificates.empty()) {
    command.words.push_back(absl::StrCat(kCertPrefix, realm.root_certificates));
  }
  if (!realm.stores.data_folder.empty()) {
    command.words.push_back(
        absl::StrCat(kDataDirPrefix, realm.stores.data_folder));
  }
  if (realm.stores.cache_bytes.has_value()) {
    command.words.push_back(
        absl::StrCat(kCacheBytesPrefix, *realm.stores.cache_bytes));
  }
  for (const NamedFile& file : realm.stores.configs) {
    command.words.push_back(
        absl::StrCat(kConfigPrefix, file.name, "=", file.path));
  }
  for (const NamedFile& file : realm.stores.secrets) {
    command.words.push_back(
        absl::StrCat(kSecretPrefix, file.name, "=", file.path));
  }
  return command;
}

int RunProcessRealmCommand(const ProcessRealmCommand& command) {
  absl::Status ready = Initialize(command.process);
  RunOptions run;
  run.realm_process = RealmProcessOf(command);
  run.stores = command.stores;
  run.source_maps = command.source_maps;
  run.backends = command.backends;
  run.root_certificates = command.root_certificates;
  run.warn = PrintComplaint;
  absl::StatusOr<int> exit_code = ready.ok() ? RunProcessRealm(run) : ready;
  if (exit_code.ok()) return CheckScriptOutput(*exit_code);
  // A maker that was gone before it said what to run has been told of.
  if (absl::IsUnavailable(exit_code.status())) return kFailed;
  PrintReport(
      absl::StrCat("rt process-realm: ", exit_code.status().message(), "\n"));
  return kUsage;
}

}  // namespace rt
