#include "profiler/cpu/builtin_caller.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "profiler/cpu/word_at.h"

// What V8 publishes about its frames and objects for debuggers
// (src/diagnostics/gen-postmortem-metadata.py in V8's source).
extern "C" {
extern const int v8dbg_class_JSFunction__shared__SharedFunctionInfo;
extern const int v8dbg_off_fp_function;
extern const int v8dbg_HeapObjectTag;
extern const int v8dbg_HeapObjectTagMask;
}

namespace rt {
namespace {

// The first field of a SharedFunctionInfo behind its map, trusted_function_data
// (src/objects/shared-function-info.tq in V8's source): what V8 compiled.
constexpr int kFunctionDataOffset = sizeof(uintptr_t);

// Built-ins without a frame have at most their arguments on the stack. A call
// with more of them than this keeps V8's stack.
constexpr uintptr_t kMaxArgumentBytes = 64 * sizeof(uintptr_t);

// Whether the word at an address can be read. The kernel reads it before it
// sees that it is to do nothing with it (sigprocmask(2): EFAULT or EINVAL).
bool IsReadable(uintptr_t address) {
  constexpr int kNothing = -1;
  return syscall(SYS_rt_sigprocmask, kNothing, address, nullptr,
                 sizeof(uint64_t)) != 0 &&
         errno == EINVAL;
}

std::optional<uintptr_t> Read(uintptr_t address) {
  if (address % sizeof(uintptr_t) != 0 || !IsReadable(address)) {
    return std::nullopt;
  }
  return WordAt(address);
}

bool IsHeapObject(uintptr_t word) {
  return (word & v8dbg_HeapObjectTagMask) ==
         static_cast<uintptr_t>(v8dbg_HeapObjectTag);
}

// The word at an offset in the heap object that `object` points to, if it does.
std::optional<uintptr_t> Field(uintptr_t object, int offset) {
  if (!IsHeapObject(object)) return std::nullopt;
  return Read(object - v8dbg_HeapObjectTag + offset);
}

// Whether the frame at `fp` is that of a function with a source, which V8
// compiled. A built-in's has nothing there but its number, beside.
bool IsFrameOfSource(uintptr_t fp) {
  const auto function = Read(fp + v8dbg_off_fp_function);
  if (!function.has_value()) return false;
  const auto shared =
      Field(*function, v8dbg_class_JSFunction__shared__SharedFunctionInfo);
  if (!shared.has_value()) return false;
  const auto data = Field(*shared, kFunctionDataOffset);
  return data.has_value() && IsHeapObject(*data);
}

// Whether the instruction that ends at `pc` is a call: the forms of x86-64 that
// V8 makes. Relative; by a register; by memory at a register with no, a short
// or a long distance.
bool IsAfterCall(uintptr_t pc) {
  constexpr uintptr_t kLongest = 6;
  // The word before `pc`, aligned or not, has them all.
  if (!IsReadable(pc - sizeof(uint64_t))) return false;
  uint8_t bytes[kLongest];
  // NOLINTNEXTLINE(performance-no-int-to-ptr): checked just now.
  memcpy(bytes, reinterpret_cast<const void*>(pc - kLongest), kLongest);
  constexpr uint8_t kRelativeCall = 0xE8;
  if (bytes[kLongest - 5] == kRelativeCall) return true;
  // The second operation of the group 0xFF, with the operand's form in the two
  // upper bits of the next byte.
  const auto is_group_call = [&](uintptr_t length, uint8_t form) {
    constexpr uint8_t kGroup = 0xFF;
    constexpr uint8_t kFormAndOperation = 0xF8;
    constexpr uint8_t kCall = 2 << 3;
    return bytes[kLongest - length] == kGroup &&
           (bytes[kLongest - length + 1] & kFormAndOperation) ==
               (form << 6 | kCall);
  };
  return is_group_call(2, 3) || is_group_call(2, 0) || is_group_call(3, 1) ||
         is_group_call(6, 2) || is_group_call(6, 0);
}

}  // namespace

uintptr_t CallerOfBuiltin(const mcontext_t& registers, const EngineCode& code) {
  const auto pc = static_cast<uintptr_t>(registers.gregs[REG_RIP]);
  const auto sp = static_cast<uintptr_t>(registers.gregs[REG_RSP]);
  const auto fp = static_cast<uintptr_t>(registers.gregs[REG_RBP]);
  if (!code.builtins.Contains(pc) || fp <= sp) return 0;
  if (!IsFrameOfSource(fp)) return 0;

  const uintptr_t end =
      std::min(fp + v8dbg_off_fp_function, sp + kMaxArgumentBytes);
  for (uintptr_t at = sp; at < end; at += sizeof(uintptr_t)) {
    const uintptr_t word = WordAt(at);
    if (code.compiled.Contains(word) && IsAfterCall(word)) return word;
  }
  return 0;
}

}  // namespace rt
