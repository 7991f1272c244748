#include "host/snapshot/engine_image.h"

#include <vector>

#include "host/snapshot/bundle_source.h"

// snapshot_blob.S
extern "C" const char rt_snapshot_begin[];
extern "C" const char rt_snapshot_end[];
extern "C" const char rt_bundle_begin[];
extern "C" const char rt_bundle_end[];
// amaro.S
extern "C" const char rt_amaro_wasm_begin[];
extern "C" const char rt_amaro_wasm_end[];
extern "C" const char rt_amaro_version[];

namespace rt {

const EngineImage& BuiltinImage() {
  static const EngineImage image = [] {
    BundleSource::Get().set_text(
        {rt_bundle_begin,
         static_cast<size_t>(rt_bundle_end - rt_bundle_begin)});
    static const auto* const references =
        new std::vector<intptr_t>(SnapshotReferences());
    return EngineImage{
        {rt_snapshot_begin,
         static_cast<int>(rt_snapshot_end - rt_snapshot_begin)},
        references->data(),
        {rt_amaro_wasm_begin,
         static_cast<size_t>(rt_amaro_wasm_end - rt_amaro_wasm_begin)},
        rt_amaro_version};
  }();
  return image;
}

}  // namespace rt
