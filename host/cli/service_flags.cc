#include "host/cli/service_flags.h"

namespace rt {
namespace {

CLI::Validator NameAndFile() {
  return CLI::Validator(
      [](const std::string& text) {
        return std::string(ParseNamedFile(text).status().message());
      },
      "");
}

}  // namespace

void AddStoreFlags(Flags& flags, StoreOptions& stores) {
  flags
      .AddValue(
          "--data-dir", "DIR",
          "Keep the stores of rt:kv in DIR, which is\nmade where it is "
          "missing (in memory)",
          [&stores](const std::string& folder) { stores.data_folder = folder; })
      ->group("Stores");
  flags
      .AddValue("--cache-bytes", "N",
                "Let the caches of rt:cache hold N bytes,\nall together "
                "(67108864)",
                [&stores](const std::string& text) {
                  stores.cache_bytes = Number(text);
                })
      ->check(WholeNumber(0, kMaxCacheBytes, "bytes"))
      ->group("Stores");
  flags
      .AddValue("--config", "NAME=FILE",
                "Give the JSON object in FILE to rt:config\nas NAME; may be "
                "repeated",
                [&stores](const std::string& text) {
                  stores.configs.push_back(*ParseNamedFile(text));
                })
      ->check(NameAndFile())
      ->group("Stores");
  flags
      .AddValue("--secret", "NAME=FILE",
                "Give what is in FILE to rt:secret as NAME;\nmay be repeated",
                [&stores](const std::string& text) {
                  stores.secrets.push_back(*ParseNamedFile(text));
                })
      ->check(NameAndFile())
      ->group("Stores");
}

void AddCallFlags(Flags& flags, std::vector<std::string>& backends,
                  std::string& root_certificates) {
  flags
      .AddValue(
          "--backend", "NAME=URL",
          "Let scripts call the server at URL as\nbackend NAME of fetch; "
          "may be repeated",
          [&backends](const std::string& text) { backends.push_back(text); })
      ->group("Network");
  flags
      .AddValue("--cert", "FILE",
                "Trust the authorities of this PEM file, too,\nfor TLS "
                "connections that scripts make",
                [&root_certificates](const std::string& path) {
                  root_certificates = path;
                })
      ->group("Network");
}

}  // namespace rt
