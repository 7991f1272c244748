#ifndef PROFILER_MODEL_SYMBOL_TABLE_H_
#define PROFILER_MODEL_SYMBOL_TABLE_H_

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/model/intern_table.h"
#include "profiler/model/string_table.h"

namespace rt {

enum class FunctionId : uint32_t {};
enum class FrameId : uint32_t {};

// What identifies a function: two with equal members are one function,
// whichever realm they come from.
struct FunctionSymbol {
  // What a reader should see, such as "Parser.parse" or "(anonymous)".
  std::string_view name;
  // The name as the engine has it; `name` again where there is no other.
  std::string_view system_name;
  // The source file, or empty for what has none, such as "(garbage collector)".
  std::string_view file;
  // The line the function starts on, from 1; 0 if not known.
  int32_t start_line = 0;
};

// A function as the table keeps it.
struct Function {
  StringId name = StringId::kEmpty;
  StringId system_name = StringId::kEmpty;
  StringId file = StringId::kEmpty;
  int32_t start_line = 0;

  friend bool operator==(const Function&, const Function&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const Function& f) {
    return H::combine(std::move(state), f.name, f.system_name, f.file,
                      f.start_line);
  }
};

// A place that executes: a line of a function. profile.proto's Location.
struct StackFrame {
  FunctionId function{};
  // The executing line, from 1; 0 if not known.
  int32_t line = 0;
  // The column within that line, from 1; 0 if not known.
  int32_t column = 0;

  friend bool operator==(const StackFrame&, const StackFrame&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const StackFrame& f) {
    return H::combine(
        std::move(state),
        static_cast<uint64_t>(f.function) << 32 | static_cast<uint32_t>(f.line),
        f.column);
  }
};

// The strings, functions and frames that a set of stacks refers to. Owned by
// that set (Recording, ProfileData); not thread-safe.
class SymbolTable {
 public:
  FunctionId InternFunction(const FunctionSymbol& symbol);

  // `frame.function` must come from this table.
  FrameId InternFrame(const StackFrame& frame);

  const StringTable& strings() const { return strings_; }
  const InternTable<Function, FunctionId>& functions() const {
    return functions_;
  }
  const InternTable<StackFrame, FrameId>& frames() const { return frames_; }

  // Adds everything that `other` holds. The result tells, by `other`'s frame
  // ids, the frame ids here.
  std::vector<FrameId> Merge(SymbolTable other);

 private:
  StringTable strings_;
  InternTable<Function, FunctionId> functions_;
  InternTable<StackFrame, FrameId> frames_;
};

}  // namespace rt

#endif  // PROFILER_MODEL_SYMBOL_TABLE_H_
