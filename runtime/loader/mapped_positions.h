#ifndef RUNTIME_LOADER_MAPPED_POSITIONS_H_
#define RUNTIME_LOADER_MAPPED_POSITIONS_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "runtime/engine/position_mapper.h"
#include "runtime/engine/realm_control.h"
#include "runtime/loader/resolve/file_tree.h"
#include "runtime/loader/source_map/source_map.h"

namespace rt {

// From JavaScript that a tool made (a bundler, a minifier, tsc) to the files
// that it was made from, by the source map that its last comment names
// (https://tc39.es/ecma426/#sec-linking-generated-code).
//
// The map is read and decoded when the first place is asked for: a script that
// never throws and is not profiled costs a hash of its text. A map that can't
// be used is told of once, in the realm's words, and the script's own places
// stand. Files are read by the realm's own FileTree, so that a map leads a
// sandbox to nothing that it could not import.
class MappedPositions final : public PositionMap {
 public:
  struct Script {
    std::string url;
    std::string path;
    // The map's URL: relative to the script's, and empty where the script has
    // it inline, in a data: URL of `inline_length` bytes.
    std::string map_url;
    size_t inline_length = 0;
    // Of the text that was compiled: the file may be another by now.
    size_t text_hash = 0;
  };

  // More than any map should be; the memory for it is no part of the realm's
  // heap.
  static constexpr size_t kMaxBytes = size_t{128} << 20;

  static size_t HashOf(absl::string_view text);

  // Both must outlive this.
  MappedPositions(FileTree& files, RealmControl& control, Script script);

  bool moves() const override { return map() != nullptr; }
  std::optional<SourcePosition> Map(int line, int column) const override;
  std::optional<SourcePosition> MapLine(int line, int function_line,
                                        int function_column) const override;
  std::optional<SourcePosition> MapFunction(int line,
                                            int column) const override;
  std::optional<std::string> FunctionName(absl::string_view name, int line,
                                          int column) const override;
  std::optional<absl::string_view> WholeFile() const override;
  std::string SourceLine(const SourcePosition& original) const override;

 private:
  // Null where there is none that can be used.
  const SourceMap* map() const;
  absl::StatusOr<SourceMap> Load() const;
  // The script as it was compiled, and the map as JSON.
  absl::StatusOr<std::string> ReadScript() const;
  absl::StatusOr<std::string> ReadMap(absl::string_view script) const;
  int Indent(int line) const;
  void KeepText(absl::string_view script) const;
  std::string MapUrl() const;
  std::optional<SourcePosition> At(const SourceMap::Original& original) const;

  FileTree& files_;
  RealmControl& control_;
  const Script script_;
  // What is read when it is first asked for, on the isolate's thread.
  mutable bool is_loaded_ = false;
  mutable std::optional<SourceMap> map_;
  // The column of the first thing on each line of the script.
  mutable std::vector<uint16_t> indents_;
  // The script and where its lines start in it, if the map has names: what it
  // says at a place is a function's name only if that is what stands there.
  mutable std::u16string text_;
  mutable std::vector<size_t> starts_;
  // The map's sources as URLs; empty for one that it does not name.
  mutable std::vector<std::string> urls_;
};

// Notes the source map that a compiled module's comment names, if there is one,
// in the isolate's PositionMapper. `text` is what was compiled.
void NoteSourceMap(v8::Isolate* isolate, v8::Local<v8::Module> module,
                   FileTree& files, const std::string& url,
                   const std::string& path, absl::string_view text);

}  // namespace rt

#endif  // RUNTIME_LOADER_MAPPED_POSITIONS_H_
