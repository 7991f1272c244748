#ifndef PROFILER_CPU_BUILTIN_CALLER_H_
#define PROFILER_CPU_BUILTIN_CALLER_H_

#include <ucontext.h>

#include <cstdint>

#include "profiler/cpu/sampled_realm.h"

namespace rt {

// Where the interrupted code, one of V8's built-ins, returns to in the
// JavaScript function that called it; 0 where V8 sees that by itself, or where
// it can't be told. Async-signal safe.
//
// Why. Many built-ins need no stack frame, among them the ones for what
// JavaScript does most: property access that V8 has no inline code for, calls
// with adapted arguments, calls of native functions. The frame pointer is then
// still their caller's. V8's profiler takes the pc for that frame's, and the
// return address in that frame for the next one; so the function that called
// the built-in is in no place of the stack, and its time falls to its caller.
//
// How. Such a built-in is known by the frame that the frame pointer points to:
// that of a function with a source. Built-ins that JavaScript can call
// (Array.prototype.sort) have a frame, with themselves as its function. The
// return address is then the first word on the stack that is an address of
// compiled code behind a call instruction: a built-in without a frame keeps
// only its arguments above it. In the interpreter's frames there is none.
//
// What it relies on: x86-64's frame layout and the shapes of JSFunction and
// SharedFunctionInfo in this version of V8 (see LeafFrame). No word of the heap
// or of code is read without asking the kernel first whether it can be read;
// the stack is, between its pointer and the frame.
uintptr_t CallerOfBuiltin(const mcontext_t& registers, const EngineCode& code);

}  // namespace rt

#endif  // PROFILER_CPU_BUILTIN_CALLER_H_
