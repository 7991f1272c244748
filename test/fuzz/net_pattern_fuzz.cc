// Whatever text a grant of the network is, it is refused by a message that
// names it, or a pattern that says itself again, covers itself and matches what
// it says.

#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "runtime/base/check.h"
#include "runtime/policy/net_pattern.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider in(data, size);
  const std::string text = in.ConsumeRandomLengthString(300);
  const absl::StatusOr<rt::NetPattern> pattern = rt::NetPattern::Parse(text);
  if (!pattern.ok()) return 0;
  const absl::StatusOr<rt::NetPattern> again =
      rt::NetPattern::Parse(pattern->ToString());
  RT_CHECK(again.ok());
  RT_CHECK(again->ToString() == pattern->ToString());
  RT_CHECK(pattern->Covers(*again) && again->Covers(*pattern));

  const std::string host = in.ConsumeRandomLengthString(300);
  const auto port = in.ConsumeIntegralInRange<uint16_t>(1, 65535);
  const absl::StatusOr<rt::NetPattern> other =
      rt::NetPattern::Parse(in.ConsumeRemainingBytesAsString());
  // What covers another matches all that the other matches.
  if (other.ok() && pattern->Covers(*other) && other->Matches(host, port)) {
    RT_CHECK(pattern->Matches(host, port));
  }
  return 0;
}
