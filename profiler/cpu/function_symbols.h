#ifndef PROFILER_CPU_FUNCTION_SYMBOLS_H_
#define PROFILER_CPU_FUNCTION_SYMBOLS_H_

#include <cstdint>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/model/symbol_table.h"
#include "runtime/engine/position_mapper.h"

namespace rt {

// A function as V8's profile describes it. Two with equal members are one.
struct EngineFunction {
  // Empty for a function without a name and for the top level of a script.
  absl::string_view name;
  // The URL of its script; empty for what is not JavaScript, and for what was
  // made from a string.
  absl::string_view script;
  // 0 for what is not JavaScript.
  int script_id = 0;
  // Where it starts in the script as V8 compiled it, from 1; 0 if not known.
  int line = 0;
  int column = 0;

  friend bool operator==(const EngineFunction&,
                         const EngineFunction&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const EngineFunction& f) {
    return H::combine(std::move(state), f.name, f.script_id, f.line, f.column);
  }
};

// Turns V8's functions and lines into what a reader should see: positions in
// the file that a person wrote, paths instead of URLs, and a name for
// everything:
//
//   parse                     the function's own name, or the one V8 inferred
//   (anonymous) app.ts:12     a function without a name, by where it starts
//   (module) app.ts           the top level of a module or script
//   (eval)                    the same of text that is in no file
//   (native)                  a native function without a name
//
// On the stack of a profile walk, over that walk's symbol table.
class FunctionSymbols {
 public:
  // Both must outlive this object.
  FunctionSymbols(const PositionMapper& mapper, SymbolTable& symbols)
      : mapper_(mapper), symbols_(symbols) {}

  // The function, added if it is new. Its strings must outlive this object.
  FunctionId Function(const EngineFunction& function);

  // A line of the function: `line` counts in the script as V8 compiled it. With
  // line 0, which is not known, the function's first line stands for it.
  FrameId Frame(const EngineFunction& function, int line);

 private:
  struct Known {
    FunctionId id{};
    // The first line, and the file as mapped: a URL.
    int32_t start_line = 0;
    std::string file;
    // Whether all of it is in that file, as far as is known: a bundle's top
    // level is made from many, and what a bundler puts around a file's own code
    // is from none.
    bool is_of_one_file = true;
  };

  const Known& Find(const EngineFunction& function);
  // Where a line of the script is in the files that it was made from; its line
  // is 0 where that can't be told.
  SourcePosition LineOf(const EngineFunction& function, int line) const;
  FunctionId InFile(const EngineFunction& function, absl::string_view file);
  Known Make(const EngineFunction& function);

  const PositionMapper& mapper_;
  SymbolTable& symbols_;
  absl::flat_hash_map<EngineFunction, Known> known_;
};

}  // namespace rt

#endif  // PROFILER_CPU_FUNCTION_SYMBOLS_H_
