#ifndef PROFILER_CPU_LEAF_FRAME_H_
#define PROFILER_CPU_LEAF_FRAME_H_

#include <ucontext.h>

#include <cstdint>

#include "profiler/cpu/sampled_realm.h"

namespace rt {

// Makes V8 see the function that a signal interrupted as it sees that
// function's callers. In a signal handler, on its stack, around V8's walk:
//
//   LeafFrame leaf(context, realm.code(), kMarker);
//   TakeSample(realm, context);
//   leaf.Restore();
//
// Why. V8's profiler takes a stack as the interrupted pc and the return
// addresses below it. It looks up which functions were inlined at a return
// address, but never at the pc, and it keeps the line of a return address for
// each sample, but not that of the pc. So time in inlined functions, which is
// where hot code spends it, falls to the outermost function, with a line of
// another file.
//
// How. The handler lays one small frame on its own stack, as if the interrupted
// function had called something: its return address is the interrupted pc, its
// saved frame pointer that of the interrupted function. V8 gets registers that
// point to it, with a pc that stands for a native function, `marker`. It then
// takes the interrupted function for a caller, and expands what was inlined.
// The marker shows up in the profile as a child of the innermost function, one
// for each line, and the profile walk takes it off again.
//
// A built-in that has no frame of its own hides the function that called it
// from V8; the frame then has the address in that function where the built-in
// returns to (builtin_caller.h).
//
// Where not. In other code that V8 did not compile from JavaScript, nothing is
// inlined and V8 is right. Where a frame is being set up or taken down, the
// frame pointer is not that of the interrupted function, and V8 must see that
// for itself. In frames that are no JavaScript functions' (regular expressions,
// stubs), V8 needs the pc. All this is left as it is.
//
// What it relies on: x86-64's frame layout and the frame types of this version
// of V8, which V8 publishes for debuggers (the v8dbg_ constants). Where they
// are not as expected, IsSupported() is false, and no frame is laid: inlined
// leaf functions are lost then, as they are in other tools.
class LeafFrame {
 public:
  // Whether this process's V8 is one for which this is known to work. Once,
  // before the first signal.
  static bool IsSupported();

  LeafFrame(void* context, const EngineCode& code, uintptr_t marker);
  LeafFrame(const LeafFrame&) = delete;
  LeafFrame& operator=(const LeafFrame&) = delete;

  // Puts the interrupted registers back.
  void Restore();

 private:
  mcontext_t* const registers_;
  bool laid_ = false;
  greg_t pc_ = 0;
  greg_t sp_ = 0;
  greg_t fp_ = 0;
  // From the top of the stack: what the stack pointer points to, the frame's
  // type, the saved frame pointer, the return address.
  volatile uintptr_t frame_[4];
};

}  // namespace rt

#endif  // PROFILER_CPU_LEAF_FRAME_H_
