#include "runtime/policy/policy_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/value.hpp>
#include <cerrno>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/eintr.h"
#include "runtime/base/error_payload.h"
#include "runtime/base/json_file.h"
#include "runtime/base/nearest.h"
#include "runtime/base/unique_fd.h"

namespace rt {
namespace {

// Nobody writes a policy of this size.
constexpr size_t kMaxFileBytes = size_t{1} << 20;

constexpr int64_t kNanosPerMilli = 1'000'000;

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == path.npos ? "" : path.substr(0, slash + 1);
}

// Reads the fields of one policy.
class PolicyReader {
 public:
  explicit PolicyReader(const std::string& path) : path_(path) {}

  absl::StatusOr<SandboxRequest> Read(absl::string_view text) {
    absl::StatusOr<boost::json::value> json = ParseJsonFile(path_, text);
    if (!json.ok()) return json.status();
    if (!json->is_object()) {
      return absl::InvalidArgumentError(absl::StrCat(
          path_, ": a policy is a JSON object; {} grants nothing"));
    }
    for (const auto& [key, value] : json->get_object()) {
      const std::string name(key.data(), key.size());
      if (absl::Status status = Take(name, value); !status.ok()) return status;
    }
    return std::move(request_);
  }

 private:
  absl::Status Wrong(const std::string& field, absl::string_view what) const {
    return absl::InvalidArgumentError(
        absl::StrCat(path_, ": ", field, " ", what));
  }

  absl::Status Take(const std::string& name, const boost::json::value& value) {
    Policy::Request& policy = request_.policy;
    if (name == "read") return TakePaths(name, value, policy.read);
    if (name == "write") return TakePaths(name, value, policy.write);
    if (name == "net") return TakeNet(value);
    if (name == "env") return TakeTexts(name, value, policy.env);
    if (name == "stores") return TakeStores(value);
    if (name == "modules") return TakeModules(value);
    if (name == "memory") {
      return TakeNumber(name, "bytes", Policy::kLeastMemoryBytes, 1, value,
                        policy.memory_bytes);
    }
    if (name == "cpuMs") {
      return TakeNumber(name, "milliseconds", 1, kNanosPerMilli, value,
                        policy.cpu_ns);
    }
    if (name == "wallMs") {
      return TakeNumber(name, "milliseconds", 1, kNanosPerMilli, value,
                        policy.wall_ns);
    }
    if (name == "landlock") return TakeLandlock(value);
    const std::vector<std::string> names = {
        "read",    "write",  "net",   "env",    "stores",
        "modules", "memory", "cpuMs", "wallMs", "landlock"};
    const std::string nearest = Nearest(name, names);
    return Wrong(absl::StrCat("'", name, "'"),
                 nearest.empty() ? absl::StrCat("is no grant; there are ",
                                                absl::StrJoin(names, ", "))
                                 : absl::StrCat("is no grant; did you mean ",
                                                nearest, "?"));
  }

  absl::Status TakeTexts(const std::string& name,
                         const boost::json::value& value,
                         std::vector<std::string>& taken) const {
    if (!value.is_array()) return Wrong(name, "is no array of strings");
    for (const boost::json::value& each : value.get_array()) {
      if (!each.is_string() || each.get_string().empty() ||
          each.get_string().find('\0') != boost::json::string::npos) {
        return Wrong(name,
                     "holds what is no string, or one that is empty or has a "
                     "NUL");
      }
      taken.emplace_back(each.get_string().data(), each.get_string().size());
    }
    return absl::OkStatus();
  }

  absl::Status TakePaths(const std::string& name,
                         const boost::json::value& value,
                         std::vector<std::string>& taken) const {
    absl::Status status = TakeTexts(name, value, taken);
    for (std::string& path : taken) {
      if (!absl::StartsWith(path, "/"))
        path = absl::StrCat(FolderOf(path_), path);
    }
    return status;
  }

  absl::Status TakeNet(const boost::json::value& value) {
    std::vector<std::string>& net = request_.policy.net;
    absl::Status status = TakeTexts("net", value, net);
    if (!status.ok()) return status;
    for (const std::string& text : net) {
      const absl::StatusOr<NetPattern> pattern = NetPattern::Parse(text);
      if (pattern.ok()) continue;
      return Wrong("net", absl::StrCat("holds a wrong entry: ",
                                       pattern.status().message()));
    }
    return absl::OkStatus();
  }

  absl::Status TakeStores(const boost::json::value& value) {
    std::vector<std::string>& stores = request_.policy.stores;
    absl::Status status = TakeTexts("stores", value, stores);
    for (const std::string& text : stores) {
      if (Policy::IsStorePattern(text)) continue;
      return Wrong("stores",
                   absl::StrCat("holds '", text,
                                "', which names no stores as 'kv:sessions' "
                                "and 'kv:*' do"));
    }
    return status;
  }

  absl::Status TakeModules(const boost::json::value& value) {
    std::vector<std::string>& modules = request_.policy.modules.emplace();
    absl::Status status = TakeTexts("modules", value, modules);
    for (const std::string& name : modules) {
      if (absl::StartsWith(name, "rt:")) continue;
      return Wrong("modules", absl::StrCat("holds '", name,
                                           "', which is none of rt's "
                                           "('rt:file')"));
    }
    return status;
  }

  absl::Status TakeLandlock(const boost::json::value& value) {
    if (!value.is_string() || value.get_string() != "require") {
      return Wrong("landlock", "can only be \"require\"");
    }
    request_.require_landlock = true;
    return absl::OkStatus();
  }

  template <typename T>
  absl::Status TakeNumber(const std::string& name, absl::string_view unit,
                          int64_t least, int64_t factor,
                          const boost::json::value& value, T& taken) const {
    const int64_t most = std::numeric_limits<int64_t>::max() / factor;
    boost::json::error_code error;
    // Also of 6.4e7, and not of 1.5.
    const auto number = value.to_number<int64_t>(error);
    if (error || number < least || number > most) {
      return Wrong(name, absl::StrCat("is no whole number of ", unit, " from ",
                                      least, " to ", most));
    }
    taken = static_cast<T>(number * factor);
    return absl::OkStatus();
  }

  const std::string& path_;
  SandboxRequest request_;
};

absl::StatusOr<std::string> ReadText(const std::string& path) {
  const std::string tried = absl::StrCat("read the policy file '", path, "'");
  const UniqueFd file(
      RetryOnEintr([&] { return open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
  if (!file.valid()) return ErrnoStatus(errno, tried, path, "open");
  std::string text(kMaxFileBytes + 1, '\0');
  size_t size = 0;
  while (size < text.size()) {
    const ssize_t got = RetryOnEintr(
        [&] { return read(file.get(), &text[size], text.size() - size); });
    if (got < 0) return ErrnoStatus(errno, tried, path, "read");
    if (got == 0) break;
    size += static_cast<size_t>(got);
  }
  if (size > kMaxFileBytes) return ErrnoStatus(EFBIG, tried, path, "read");
  text.resize(size);
  return text;
}

}  // namespace

absl::StatusOr<SandboxRequest> ParsePolicy(absl::string_view text,
                                           const std::string& path) {
  return PolicyReader(path).Read(text);
}

absl::StatusOr<SandboxRequest> ReadPolicyFile(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadText(path);
  if (!text.ok()) return text.status();
  absl::StatusOr<SandboxRequest> request = ParsePolicy(*text, path);
  if (!request.ok()) return request;
  const auto policy = Policy::Make(request->policy, "", nullptr);
  if (!policy.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": ", policy.status().message()));
  }
  return request;
}

}  // namespace rt
