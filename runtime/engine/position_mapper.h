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
// wrote. On the isolate's thread; nothing here runs JavaScript or touches V8's
// heap. It may read files, when it is first asked.
class PositionMap {
 public:
  virtual ~PositionMap() = default;

  // Whether any place differs from its original.
  virtual bool moves() const { return true; }

  // The original place of a place in the script. With column 0, that of the
  // first thing on the line that has one. Nothing for code that no original
  // line stands for, such as a helper that a compiler added.
  virtual std::optional<SourcePosition> Map(int line, int column) const = 0;

  // The original of what runs on `line`, no column of which is known, in the
  // function that starts at the other place. Its line is 0 where the line
  // stands for several and it can't be told which of them; column 0. Nothing as
  // with Map().
  virtual std::optional<SourcePosition> MapLine(int line, int function_line,
                                                int function_column) const = 0;

  // The original place of a function that starts here. Nothing as with Map().
  virtual std::optional<SourcePosition> MapFunction(int line,
                                                    int column) const = 0;

  // The original name of the function that is called `name` in the script and
  // starts here; nothing where it is not known to be another.
  virtual std::optional<std::string> FunctionName(absl::string_view name,
                                                  int line, int column) const {
    return std::nullopt;
  }

  // The one file that the whole script was made from; nothing where it is of
  // several.
  virtual std::optional<absl::string_view> WholeFile() const = 0;

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

  // The original place of a place in a script. What has no map, or no original
  // (see PositionMap::Map), is returned as it is. O(log n) in the script's
  // length; valid until the next Add().
  SourcePosition Map(absl::string_view script_name, int line, int column) const;

  // The map of a script, to ask it more. Null where there is none that moves
  // anything.
  const PositionMap* Find(absl::string_view script_name) const;

  // The text of the line at `original`, a place that Map() returned for the
  // script. Empty where the script has no map: V8 has the text then.
  std::string SourceLine(absl::string_view script_name,
                         const SourcePosition& original) const;

 private:
  absl::flat_hash_map<std::string, std::shared_ptr<const PositionMap>> maps_;
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_POSITION_MAPPER_H_
