#include "runtime/realm/realm_label.h"

#include "absl/strings/str_cat.h"

namespace rt {

std::string RealmLabel(const RealmInfo& info) {
  if (info.id == 0) return "the main realm";
  return absl::StrCat("realm ", info.id, " (",
                      info.name.empty() ? info.entry : info.name, ")");
}

}  // namespace rt
