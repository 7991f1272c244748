#include "runtime/net/http/websocket_request.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace rt {
namespace {

constexpr int kBadRequest = 400;
constexpr int kUpgradeRequired = 426;
constexpr size_t kKeyBytes = 16;
// Of so many bytes in base64, with "==" behind.
constexpr size_t kKeySize = 24;

bool NamesWebSocket(const RequestHead& head) {
  const std::string protocols = head.ValuesOf("upgrade");
  for (const absl::string_view protocol : absl::StrSplit(protocols, ',')) {
    if (absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(protocol),
                               "websocket")) {
      return true;
    }
  }
  return false;
}

// Two fields of the name are one with a comma in it, which no key has.
bool HasKey(const RequestHead& head) {
  const std::string key = head.ValuesOf("sec-websocket-key");
  std::string bytes;
  return key.size() == kKeySize && absl::EndsWith(key, "==") &&
         absl::Base64Unescape(key, &bytes) && bytes.size() == kKeyBytes;
}

}  // namespace

int CheckWebSocketRequest(RequestHead& head) {
  if (!NamesWebSocket(head)) return 0;
  // What follows is frames.
  if (head.method != "GET" || head.has_body()) return kBadRequest;
  const std::string version = head.ValuesOf("sec-websocket-version");
  if (version.empty()) return kBadRequest;
  if (version != "13") return kUpgradeRequired;
  if (!HasKey(head)) return kBadRequest;
  head.asks_for_websocket = true;
  return 0;
}

}  // namespace rt
