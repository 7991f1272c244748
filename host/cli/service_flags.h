#ifndef HOST_CLI_SERVICE_FLAGS_H_
#define HOST_CLI_SERVICE_FLAGS_H_

#include <string>
#include <vector>

#include "host/cli/flags.h"
#include "host/rt.h"

namespace rt {

// The flags that `rt run` and `rt realm-host` have in common, which write into
// what outlives `flags`.

// --data-dir, --cache-bytes, --config and --secret.
void AddStoreFlags(Flags& flags, StoreOptions& stores);

// --backend and --cert.
void AddCallFlags(Flags& flags, std::vector<std::string>& backends,
                  std::string& root_certificates);

}  // namespace rt

#endif  // HOST_CLI_SERVICE_FLAGS_H_
