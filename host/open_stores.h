#ifndef HOST_OPEN_STORES_H_
#define HOST_OPEN_STORES_H_

#include <memory>

#include "absl/status/statusor.h"
#include "host/rt.h"
#include "runtime/store/stores.h"

namespace rt {

// As Stores::Open().
absl::StatusOr<std::unique_ptr<Stores>> OpenStores(const StoreOptions& options);

}  // namespace rt

#endif  // HOST_OPEN_STORES_H_
