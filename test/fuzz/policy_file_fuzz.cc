// Whatever is in a policy file, it is refused with its name, or grants what is
// within the bounds of a policy.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "runtime/base/check.h"
#include "runtime/policy/policy_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const absl::StatusOr<rt::SandboxRequest> request =
      rt::ParsePolicy(text, "/etc/policy.json");
  if (!request.ok()) {
    RT_CHECK(absl::StartsWith(request.status().message(), "/etc/policy.json:"));
    return 0;
  }
  const rt::Policy::Request& policy = request->policy;
  for (const auto* paths : {&policy.read, &policy.write}) {
    for (const std::string& path : *paths) {
      RT_CHECK(absl::StartsWith(path, "/"));
      RT_CHECK(path.find('\0') == path.npos);
    }
  }
  for (const std::string& net : policy.net) {
    RT_CHECK(rt::NetPattern::Parse(net).ok());
  }
  RT_CHECK(policy.memory_bytes == 0 ||
           policy.memory_bytes >= rt::Policy::kLeastMemoryBytes);
  RT_CHECK(policy.cpu_ns >= 0 && policy.wall_ns >= 0);
  return 0;
}
