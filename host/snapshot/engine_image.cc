#include "host/snapshot/engine_image.h"

#include <vector>

#include "bindings/builtins.h"

// snapshot_blob.S
extern "C" const char rt_snapshot_begin[];
extern "C" const char rt_snapshot_end[];

namespace rt {

const EngineImage& BuiltinImage() {
  static const std::vector<intptr_t>* const references =
      new std::vector<intptr_t>(ExternalReferences(Builtins()));
  static const EngineImage image = {
      {rt_snapshot_begin,
       static_cast<int>(rt_snapshot_end - rt_snapshot_begin)},
      references->data()};
  return image;
}

}  // namespace rt
