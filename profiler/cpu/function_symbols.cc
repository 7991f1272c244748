#include "profiler/cpu/function_symbols.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "runtime/base/file_url.h"

namespace rt {
namespace {

absl::string_view BaseName(absl::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// V8 has the top level of a script start where the text does, and no function
// that could be called can start there; or, where it was compiled before there
// was a profiler, it gives no place, which all others have.
bool IsTopLevel(const EngineFunction& function) {
  return function.name.empty() && !function.script.empty() &&
         ((function.line == 1 && function.column == 1) || function.column == 0);
}

std::string Nameless(const EngineFunction& function, absl::string_view path,
                     int start_line) {
  if (function.script_id == 0) return "(native)";
  if (function.script.empty()) return "(eval)";
  if (IsTopLevel(function)) return absl::StrCat("(module) ", BaseName(path));
  if (start_line == 0) return absl::StrCat("(anonymous) ", BaseName(path));
  return absl::StrCat("(anonymous) ", BaseName(path), ":", start_line);
}

}  // namespace

FunctionId FunctionSymbols::Function(const EngineFunction& function) {
  return Find(function).id;
}

FrameId FunctionSymbols::Frame(const EngineFunction& function, int line) {
  const Known& known = Find(function);
  int32_t shown = known.start_line;
  if (line != 0 && function.script_id != 0) {
    if (function.script.empty()) {
      shown = line;
    } else {
      const SourcePosition at = mapper_.Map(function.script, line, 0);
      // A line that a bundler put between two files says nothing about this
      // one.
      if (at.file == known.file) shown = at.line;
    }
  }
  return symbols_.InternFrame({.function = known.id, .line = shown});
}

const FunctionSymbols::Known& FunctionSymbols::Find(
    const EngineFunction& function) {
  const auto found = known_.find(function);
  if (found != known_.end()) return found->second;
  return known_.emplace(function, Make(function)).first->second;
}

FunctionSymbols::Known FunctionSymbols::Make(const EngineFunction& function) {
  Known known;
  std::string path;
  if (function.script.empty()) {
    known.start_line = function.line;
  } else {
    const SourcePosition start = mapper_.Map(
        function.script, std::max(function.line, 1), function.column);
    const bool is_known = function.line != 0 || IsTopLevel(function);
    known.start_line = is_known ? start.line : 0;
    known.file = std::string(start.file);
    path = DisplayPath(start.file);
  }
  std::string name(function.name);
  if (name.empty()) name = Nameless(function, path, known.start_line);
  known.id = symbols_.InternFunction({.name = name,
                                      .system_name = name,
                                      .file = path,
                                      .start_line = known.start_line});
  return known;
}

}  // namespace rt
