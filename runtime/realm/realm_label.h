#ifndef RUNTIME_REALM_REALM_LABEL_H_
#define RUNTIME_REALM_REALM_LABEL_H_

#include <string>

#include "runtime/observe/realm_observer.h"

namespace rt {

// What a message to people calls a realm: "the main realm", "realm 3 (parser)".
std::string RealmLabel(const RealmInfo& info);

}  // namespace rt

#endif  // RUNTIME_REALM_REALM_LABEL_H_
