#include "test/support/source_root.h"

namespace rt {

std::string SourcePath(const std::string& name) {
  return RT_SOURCE_ROOT "/" + name;
}

}  // namespace rt
