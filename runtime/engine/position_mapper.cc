#include "runtime/engine/position_mapper.h"

#include <utility>

namespace rt {

void PositionMapper::Add(absl::string_view script_name,
                         std::shared_ptr<const PositionMap> map) {
  maps_.insert_or_assign(std::string(script_name), std::move(map));
}

const PositionMap* PositionMapper::Find(absl::string_view script_name) const {
  const auto found = maps_.find(script_name);
  if (found == maps_.end() || !found->second->moves()) return nullptr;
  return found->second.get();
}

SourcePosition PositionMapper::Map(absl::string_view script_name, int line,
                                   int column) const {
  const auto found = maps_.find(script_name);
  if (found != maps_.end()) {
    std::optional<SourcePosition> original = found->second->Map(line, column);
    if (original.has_value()) return *original;
  }
  return {script_name, line, column};
}

std::string PositionMapper::SourceLine(absl::string_view script_name,
                                       const SourcePosition& original) const {
  const auto found = maps_.find(script_name);
  return found == maps_.end() ? "" : found->second->SourceLine(original);
}

}  // namespace rt
