// Decodes a source map and looks places up in it.

#include <cstddef>
#include <cstdint>

#include "runtime/base/check.h"
#include "runtime/loader/source_map/source_map.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto map =
      rt::SourceMap::Parse({reinterpret_cast<const char*>(data), size});
  if (!map.ok()) return 0;
  for (const int32_t line : {0, 1, 7, INT32_MAX}) {
    for (const int32_t column : {-1, 0, 3, INT32_MAX}) {
      const auto original = map->Find(line, column);
      if (!original.has_value()) continue;
      RT_CHECK(original->source < map->sources().size());
      RT_CHECK(original->line >= 0 && original->column >= 0);
    }
  }
  return 0;
}
