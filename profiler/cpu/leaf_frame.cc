#include "profiler/cpu/leaf_frame.h"

#include <cstring>

#include "absl/strings/string_view.h"
#include "profiler/cpu/builtin_caller.h"
#include "profiler/cpu/word_at.h"
#include "runtime/engine/platform.h"

// What V8 publishes about its frames for debuggers (src/diagnostics/gen-
// postmortem-metadata.py in V8's source).
extern "C" {
extern const int v8dbg_frametype_StubFrame;
extern const int v8dbg_off_fp_context_or_frame_type;
extern const int v8dbg_HeapObjectTag;
extern const int v8dbg_HeapObjectTagMask;
extern const int v8dbg_SmiTag;
}

namespace rt {
namespace {

// The version whose profiler was looked at and tested. Another one needs the
// tests of this file to pass, and this line.
constexpr absl::string_view kKnownEngine = "13.6.";

// In a frame that V8 made, the word below the saved frame pointer is the
// function's context, a heap object, or, for a frame that is no JavaScript
// function's, its type, shifted by one (V8's StackFrame::TypeToMarker).
constexpr int kTypeOffset = -static_cast<int>(sizeof(uintptr_t));
constexpr int kTypeShift = 1;

// Signal handlers run below the stack that they interrupt, unless they have one
// of their own. V8 would not believe a frame that is elsewhere.
constexpr uintptr_t kMaxDistance = 64 * 1024;
constexpr uintptr_t kMaxFrameSize = 1024 * 1024;

// Whether the code at `pc` sets up a frame or takes one down: V8's own test
// (IsNoFrameRegion in its src/profiler/tick-sample.cc), by the bytes around.
bool IsBetweenFrames(uintptr_t pc) {
  struct Pattern {
    int length;
    uint8_t bytes[4];
    int offsets[2];
  };
  static constexpr Pattern kPatterns[] = {
      {4, {0x55, 0x48, 0x89, 0xE5}, {0, 1}},  // push rbp; mov rbp, rsp
      {2, {0x5D, 0xC2}, {0, 1}},              // pop rbp; ret imm16
      {2, {0x5D, 0xC3}, {0, 1}},              // pop rbp; ret
  };
  for (const Pattern& pattern : kPatterns) {
    for (const int offset : pattern.offsets) {
      // NOLINTNEXTLINE(performance-no-int-to-ptr): a register's value.
      if (memcmp(reinterpret_cast<const void*>(pc - offset), pattern.bytes,
                 pattern.length) == 0) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

bool LeafFrame::IsSupported() {
  return absl::string_view(EngineVersion()).substr(0, kKnownEngine.size()) ==
             kKnownEngine &&
         v8dbg_off_fp_context_or_frame_type == kTypeOffset &&
         v8dbg_HeapObjectTag == 1 && v8dbg_HeapObjectTagMask == 3 &&
         v8dbg_SmiTag == 0;
}

LeafFrame::LeafFrame(void* context, const EngineCode& code, uintptr_t marker)
    : registers_(&static_cast<ucontext_t*>(context)->uc_mcontext) {
  greg_t* const gregs = registers_->gregs;
  const auto pc = static_cast<uintptr_t>(gregs[REG_RIP]);
  const auto sp = static_cast<uintptr_t>(gregs[REG_RSP]);
  const auto fp = static_cast<uintptr_t>(gregs[REG_RBP]);
  const auto here = reinterpret_cast<uintptr_t>(&frame_[0]);
  if (here >= sp || sp - here > kMaxDistance) return;
  if (fp <= sp || fp - sp > kMaxFrameSize) return;
  // Where the function of the frame at `fp` is, or where it goes on.
  uintptr_t place = pc;
  if (code.compiled.Contains(pc)) {
    if (IsBetweenFrames(pc)) return;
  } else {
    place = CallerOfBuiltin(*registers_, code);
    if (place == 0) return;
  }
  if ((WordAt(fp + kTypeOffset) & v8dbg_HeapObjectTagMask) !=
      static_cast<uintptr_t>(v8dbg_HeapObjectTag)) {
    return;
  }

  frame_[0] = 0;
  frame_[1] = static_cast<uintptr_t>(v8dbg_frametype_StubFrame) << kTypeShift;
  frame_[2] = fp;
  frame_[3] = place;
  pc_ = gregs[REG_RIP];
  sp_ = gregs[REG_RSP];
  fp_ = gregs[REG_RBP];
  gregs[REG_RIP] = static_cast<greg_t>(marker);
  gregs[REG_RSP] = reinterpret_cast<greg_t>(&frame_[0]);
  gregs[REG_RBP] = reinterpret_cast<greg_t>(&frame_[2]);
  laid_ = true;
}

void LeafFrame::Restore() {
  if (!laid_) return;
  greg_t* const gregs = registers_->gregs;
  gregs[REG_RIP] = pc_;
  gregs[REG_RSP] = sp_;
  gregs[REG_RBP] = fp_;
}

}  // namespace rt
