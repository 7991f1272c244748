#include "runtime/net/http/request_head.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace rt {

std::string RequestHead::ValuesOf(absl::string_view lower_name) const {
  std::string values;
  for (const HttpField& field : fields) {
    if (!absl::EqualsIgnoreCase(field.name, lower_name)) continue;
    absl::StrAppend(&values, values.empty() ? "" : ", ", field.value);
  }
  return values;
}

}  // namespace rt
