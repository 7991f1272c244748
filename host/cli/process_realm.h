#ifndef HOST_CLI_PROCESS_REALM_H_
#define HOST_CLI_PROCESS_REALM_H_

#include "host/cli/command_line.h"
#include "host/rt.h"

namespace rt {

// How this program starts itself for a process realm, with the flags of `rt
// run` that are of the process.
ProcessCommand RealmProcessOf(const ProcessRealmCommand& realm);

// `rt process-realm`, which nobody types: runs the realm, and returns the exit
// code.
int RunProcessRealmCommand(const ProcessRealmCommand& command);

}  // namespace rt

#endif  // HOST_CLI_PROCESS_REALM_H_
