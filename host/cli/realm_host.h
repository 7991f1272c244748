#ifndef HOST_CLI_REALM_HOST_H_
#define HOST_CLI_REALM_HOST_H_

#include "host/cli/command_line.h"

namespace rt {

// `rt realm-host`: runs realms for others until a signal ends it, and returns
// the exit code.
int RunRealmHostCommand(const RealmHostCommand& command);

}  // namespace rt

#endif  // HOST_CLI_REALM_HOST_H_
