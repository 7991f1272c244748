#ifndef RUNTIME_STORE_SETTINGS_SETTINGS_H_
#define RUNTIME_STORE_SETTINGS_SETTINGS_H_

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace rt {

// What a program is told by files that its operator names: configurations,
// which are JSON objects, and secrets, which are bytes. Read once, at the
// start.

// --config NAME=FILE.
struct NamedFile {
  std::string name;
  std::string path;
};

inline constexpr size_t kMaxConfigBytes = size_t{16} << 20;
inline constexpr size_t kMaxSecretBytes = size_t{1} << 20;

// Text or bytes by name. Its memory is overwritten when it goes.
class Settings {
 public:
  Settings() = default;
  Settings(Settings&& other) noexcept = default;
  Settings& operator=(Settings&& other) noexcept = default;
  ~Settings();

  // Each file is a JSON object (RFC 8259). InvalidArgument, with the file, line
  // and column, for one that is not.
  static absl::StatusOr<Settings> ReadConfigs(
      absl::Span<const NamedFile> files);

  static absl::StatusOr<Settings> ReadSecrets(
      absl::Span<const NamedFile> files);

  // Null where there is none of that name. Good as long as this is.
  const std::string* Find(absl::string_view name) const;

  // In order.
  std::vector<std::string> Names() const;

 private:
  // Nodes: a moved string would leave a copy of a short secret behind.
  std::map<std::string, std::string, std::less<>> settings_;
};

// "NAME=FILE". InvalidArgument, with a message that ends a sentence which
// begins with the flag, for what is none.
absl::StatusOr<NamedFile> ParseNamedFile(absl::string_view text);

}  // namespace rt

#endif  // RUNTIME_STORE_SETTINGS_SETTINGS_H_
