#include "host/open_stores.h"

namespace rt {

absl::StatusOr<std::unique_ptr<Stores>> OpenStores(
    const StoreOptions& options) {
  Stores::Options stores = {.data_folder = options.data_folder,
                            .configs = options.configs,
                            .secrets = options.secrets};
  if (options.cache_bytes.has_value()) {
    stores.cache_bytes = static_cast<size_t>(*options.cache_bytes);
  }
  return Stores::Open(stores);
}

}  // namespace rt
