#include "host/cli/realm_host_flags.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "host/cli/flags.h"
#include "host/cli/service_flags.h"

namespace rt {
namespace {

constexpr int64_t kMostRealms = 100'000;

// The flags of `rt realm-host`, which write into `command`.
Flags RealmHostFlags(RealmHostCommand& command) {
  RealmHostOptions& host = command.host;
  Flags flags("rt realm-host", "--listen ADDR --token-file FILE [flags]",
              "Runs realms for programs on other machines, which make them by\n"
              "new Realm({ remote, token }): each as a sandbox, with the "
              "policy's grants at most.\nPrints `listening on HOST:PORT`, and "
              "ends by SIGTERM or SIGINT.");
  flags.SetFooter(
      "A policy is a JSON object with the fields of `sandbox` in new Realm(): "
      "{ \"read\":\n[\"data\"], \"cpuMs\": 5000 }. Without one, nothing is "
      "granted.");
  const auto set = [](std::string& field) {
    return [&field](const std::string& value) { field = value; };
  };
  flags.AddValue("--listen", "ADDR",
                 "Listen on ADDR, as 127.0.0.1:7000; port 0\nis one that is "
                 "free",
                 set(host.listen));
  flags.AddValue("--token-file", "FILE",
                 "Run realms for whoever shows the token\nin FILE",
                 set(host.token_file));
  flags.AddValue("--policy", "FILE", "Grant what FILE says",
                 set(host.policy_file));
  flags
      .AddValue("--max-realms", "N",
                "Run realms of N callers at a time (no\nlimit; from 1 to "
                "100000)",
                [&host](const std::string& text) {
                  host.max_realms = static_cast<size_t>(Number(text));
                })
      ->check(WholeNumber(1, kMostRealms, "realms"));
  flags.AddValue("--tls-cert", "FILE",
                 "Use TLS, with this certificate and its\nchain (PEM)",
                 set(host.tls_certificate));
  flags.AddValue("--tls-key", "FILE", "The certificate's key (PEM)",
                 set(host.tls_key));
  flags.AddSwitch("--insecure",
                  "Without TLS, listen on other addresses\nthan loopback: "
                  "token and code can be read on\ntheir way",
                  [&host] { host.is_insecure_allowed = true; });
  AddStoreFlags(flags, host.stores);
  AddCallFlags(flags, host.backends, host.root_certificates);
  return flags;
}

}  // namespace

std::string RealmHostHelp() {
  RealmHostCommand unused;
  return RealmHostFlags(unused).Help();
}

absl::StatusOr<RealmHostCommand> ParseRealmHost(
    absl::Span<const std::string> args) {
  RealmHostCommand command;
  Flags flags = RealmHostFlags(command);
  const absl::StatusOr<size_t> next = flags.Parse(args);
  if (!next.ok()) return next.status();
  if (*next != args.size()) {
    return flags.Wrong(
        absl::StrCat("takes flags only, not ", Quoted(args[*next])));
  }
  const RealmHostOptions& host = command.host;
  if (host.listen.empty()) {
    return flags.Wrong("--listen is missing, as in --listen 127.0.0.1:7000");
  }
  if (host.token_file.empty()) {
    return flags.Wrong(
        "--token-file is missing: a file with a secret that callers know");
  }
  if (host.tls_certificate.empty() != host.tls_key.empty()) {
    return flags.Wrong("--tls-cert and --tls-key go together");
  }
  return command;
}

}  // namespace rt
