#include "host/snapshot/bundle_source.h"

#include "bindings/builtins.h"

namespace rt {

BundleSource& BundleSource::Get() {
  static BundleSource* const source = new BundleSource;
  return *source;
}

std::vector<intptr_t> SnapshotReferences() {
  std::vector<intptr_t> references = ExternalReferences(Builtins());
  // V8 compares the resource's own address.
  v8::String::ExternalOneByteStringResource* const source =
      &BundleSource::Get();
  references.insert(references.begin(), reinterpret_cast<intptr_t>(source));
  return references;
}

}  // namespace rt
