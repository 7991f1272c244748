#ifndef PROFILER_MODEL_RECORDING_H_
#define PROFILER_MODEL_RECORDING_H_

#include "profiler/model/realm_labels.h"
#include "profiler/model/sample_log.h"
#include "profiler/model/symbol_table.h"

namespace rt {

// What was recorded of one realm, complete or in the making. A recorder fills
// it on the realm's thread, top down, with no lock:
//
//   Recording recording{.labels = labels};
//   FunctionId f = recording.symbols.InternFunction({.name = "parse"});
//   FrameId frame = recording.symbols.InternFrame({.function = f, .line = 12});
//   StackId stack = recording.samples.Push(caller, frame);
//   recording.samples.Add(stack, {.samples = 3, .cpu_ns = 2'900'000});
//
// A function's symbol is hashed at each InternFunction, a stack is not hashed
// at all: a walk that remembers the FunctionId by V8's own pointers is the
// faster for it.
//
// It then gives the recording away whole: to ProfileAccumulator::Commit for the
// process-wide profile, or to ProfileData for one of its own. One that is
// dropped half-way was never there.
struct Recording {
  RealmLabels labels;
  SymbolTable symbols;
  SampleLog samples;  // its frames are those of `symbols`
};

// Pushes `stack` of `from` onto `to` as well, without what was measured on it.
// Its id there.
StackId CopyStack(const Recording& from, StackId stack, Recording& to);

}  // namespace rt

#endif  // PROFILER_MODEL_RECORDING_H_
