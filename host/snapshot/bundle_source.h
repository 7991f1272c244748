#ifndef HOST_SNAPSHOT_BUNDLE_SOURCE_H_
#define HOST_SNAPSHOT_BUNDLE_SOURCE_H_

#include <v8.h>

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace rt {

// The text of the bundle of built-in modules, as V8 sees it: a string outside
// of its heap. V8 keeps a script's text to compile a function when it is first
// called; so the text stays in the program's file, shared by all isolates, and
// the snapshot only refers to it (v8-snapshot.h: external references). One for
// the process, never destroyed.
class BundleSource final : public v8::String::ExternalOneByteStringResource {
 public:
  static BundleSource& Get();

  // `text` is ASCII and lives as long as the process. Before the first isolate.
  void set_text(absl::string_view text) { text_ = text; }

  const char* data() const override { return text_.data(); }
  size_t length() const override { return text_.size(); }

 private:
  // Called for each isolate that drops the string.
  void Dispose() override {}

  absl::string_view text_;
};

// What make_snapshot and the program that reads the snapshot give V8 as
// external references, ending with 0: the native functions, and the source.
std::vector<intptr_t> SnapshotReferences();

}  // namespace rt

#endif  // HOST_SNAPSHOT_BUNDLE_SOURCE_H_
