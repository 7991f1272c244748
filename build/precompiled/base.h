#ifndef BUILD_PRECOMPILED_BASE_H_
#define BUILD_PRECOMPILED_BASE_H_

// What most files of rt include of other people's headers, parsed once: see
// BUILD.gn. A file still includes what it uses (build/check includes).

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "absl/types/span.h"

#endif  // BUILD_PRECOMPILED_BASE_H_
