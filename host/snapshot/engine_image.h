#ifndef HOST_SNAPSHOT_ENGINE_IMAGE_H_
#define HOST_SNAPSHOT_ENGINE_IMAGE_H_

#include "runtime/engine/isolate_host.h"

namespace rt {

// The snapshot that is linked into this program, with its external references.
// Any thread.
const EngineImage& BuiltinImage();

}  // namespace rt

#endif  // HOST_SNAPSHOT_ENGINE_IMAGE_H_
