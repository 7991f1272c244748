#ifndef RUNTIME_ENGINE_POSITION_MAPPER_H_
#define RUNTIME_ENGINE_POSITION_MAPPER_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "runtime/engine/isolate_host.h"

namespace rt {

// A place in a source file. Lines and columns count from 1, columns in UTF-16
// units, as v8::StackFrame and v8::CpuProfileNode count them; 0 is unknown.
struct SourcePosition {
  // A URL, as V8 has it for the script's name. Of the PositionMapper's or of
  // the caller's memory: copy it to keep it.
  absl::string_view file;
  int line = 0;
  int column = 0;
};

// From the text of one script as V8 compiled it to the files that a person
// wrote. Immutable; any thread, and many at once.
class PositionMap {
 public:
  virtual ~PositionMap() = default;

  // Whether any place differs from its original.
  virtual bool moves() const { return true; }

  // The original place of a place in the script. With column 0, that of the
  // first thing on the line that has one. Nothing for code that no original
  // line stands for, such as a helper that a compiler added.
  virtual std::optional<SourcePosition> Map(int line, int column) const = 0;

  // The text of a line of an original file that Map() named, without its line
  // end. Empty where it cannot be had any more. May read the file.
  virtual std::string SourceLine(const SourcePosition& original) const = 0;
};

// The maps of one isolate's scripts, by script name, for whoever shows a
// position to a person: stack traces, errors, profiles. The loader adds a map
// for each script whose text is not the one that its author wrote.
//
// host.State<PositionMapper>(), on the isolate's thread. Nothing here runs
// JavaScript, touches V8's heap or needs a handle scope, so that a profile can
// be walked with it when the isolate can run no more.
class PositionMapper {
 public:
  explicit PositionMapper(IsolateHost& /*host*/) {}

  // A later map for the same name takes the place of the former.
  void Add(absl::string_view script_name,
           std::shared_ptr<const PositionMap> map);

  // Whether Map() gives another place than it was asked for, for any in the
  // script.
  bool Moves(absl::string_view script_name) const;

  // The original place of a place in a script. What has no map, or no original
  // (see PositionMap::Map), is returned as it is. O(log n) in the script's
  // length; valid until the next Add().
  SourcePosition Map(absl::string_view script_name, int line, int column) const;

  // The text of the line at `original`, a place that Map() returned for the
  // script. Empty where the script has no map: V8 has the text then.
  std::string SourceLine(absl::string_view script_name,
                         const SourcePosition& original) const;

 private:
  absl::flat_hash_map<std::string, std::shared_ptr<const PositionMap>> maps_;
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_POSITION_MAPPER_H_
