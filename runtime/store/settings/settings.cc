#include "runtime/store/settings/settings.h"

#include <string.h>

#include <functional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/json_file.h"
#include "runtime/store/read_file.h"

namespace rt {
namespace {

absl::StatusOr<ByteBuffer> Read(const NamedFile& file, absl::string_view flag,
                                size_t most_bytes) {
  Cancellation never;
  absl::StatusOr<ByteBuffer> bytes = ReadWholeFile(file.path, never);
  if (!bytes.ok()) {
    return absl::Status(
        bytes.status().code(),
        absl::StrCat(flag, " ", file.name, ": ", bytes.status().message()));
  }
  if (bytes->size() > most_bytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        flag, " ", file.name, ": '", file.path, "' has ", bytes->size(),
        " bytes, and at most ", most_bytes, " are taken"));
  }
  return bytes;
}

absl::string_view TextOf(const ByteBuffer& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

absl::Status CheckConfig(const NamedFile& file, absl::string_view text) {
  const absl::StatusOr<boost::json::value> json =
      ParseJsonFile(file.path, text);
  if (!json.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--config ", file.name, ": ", json.status().message()));
  }
  if (json->is_object()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--config ", file.name, ": ", file.path,
                   ":1:1 is no JSON object, as {\"key\": \"value\"} is one"));
}

}  // namespace

Settings::~Settings() {
  for (auto& [name, bytes] : settings_) {
    explicit_bzero(bytes.data(), bytes.size());
  }
}

absl::StatusOr<Settings> Settings::ReadConfigs(
    absl::Span<const NamedFile> files) {
  Settings settings;
  for (const NamedFile& file : files) {
    const absl::StatusOr<ByteBuffer> bytes =
        Read(file, "--config", kMaxConfigBytes);
    if (!bytes.ok()) return bytes.status();
    const absl::string_view text = TextOf(*bytes);
    if (absl::Status status = CheckConfig(file, text); !status.ok()) {
      return status;
    }
    settings.settings_[file.name] = std::string(text);
  }
  return settings;
}

absl::StatusOr<Settings> Settings::ReadSecrets(
    absl::Span<const NamedFile> files) {
  Settings settings;
  for (const NamedFile& file : files) {
    absl::StatusOr<ByteBuffer> bytes = Read(file, "--secret", kMaxSecretBytes);
    if (!bytes.ok()) return bytes.status();
    settings.settings_[file.name] = std::string(TextOf(*bytes));
    explicit_bzero(bytes->data(), bytes->size());
  }
  return settings;
}

const std::string* Settings::Find(absl::string_view name) const {
  const auto found = settings_.find(name);
  return found == settings_.end() ? nullptr : &found->second;
}

std::vector<std::string> Settings::Names() const {
  std::vector<std::string> names;
  for (const auto& [name, bytes] : settings_) names.push_back(name);
  return names;
}

absl::StatusOr<NamedFile> ParseNamedFile(absl::string_view text) {
  const size_t equals = text.find('=');
  if (equals == text.npos || equals == 0 || equals + 1 == text.size()) {
    return absl::InvalidArgumentError("takes a name and a file, as NAME=FILE");
  }
  return NamedFile{std::string(text.substr(0, equals)),
                   std::string(text.substr(equals + 1))};
}

}  // namespace rt
