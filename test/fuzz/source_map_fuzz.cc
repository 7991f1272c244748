// Any bytes as a source map: parsed or refused, and every place that it gives
// names one of its sources.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "runtime/base/check.h"
#include "runtime/loader/source_map/source_map.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto map = rt::SourceMap::Parse(
      absl::string_view(reinterpret_cast<const char*>(data), size));
  if (!map.ok()) {
    RT_CHECK(!map.status().message().empty());
    return 0;
  }
  for (uint32_t line = 0; line < 8; ++line) {
    for (const std::optional<uint32_t> column :
         {std::optional<uint32_t>(), std::optional<uint32_t>(0),
          std::optional<uint32_t>(line), std::optional<uint32_t>(1 << 20)}) {
      const auto found = map->Find(line, column);
      if (found.has_value()) RT_CHECK(found->source < map->sources().size());
    }
  }
  return 0;
}
