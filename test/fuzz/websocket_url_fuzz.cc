// Whatever text a URL of a realm host is, it is refused, or says itself again.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "runtime/base/check.h"
#include "runtime/net/websocket_url.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto url = rt::ParseWebSocketUrl(text); url.ok()) {
    const auto again = rt::ParseWebSocketUrl(url->Text());
    RT_CHECK(again.ok());
    RT_CHECK(again->Text() == url->Text());
    RT_CHECK(again->is_secure == url->is_secure);
    RT_CHECK(again->at.host == url->at.host && again->at.port == url->at.port);
  }
  if (const auto at = rt::ParseHostPort(text); at.ok()) {
    const auto again = rt::ParseHostPort(at->Text());
    RT_CHECK(again.ok());
    RT_CHECK(again->host == at->host && again->port == at->port);
  }
  return 0;
}
