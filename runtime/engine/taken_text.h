#ifndef RUNTIME_ENGINE_TAKEN_TEXT_H_
#define RUNTIME_ENGINE_TAKEN_TEXT_H_

#include <v8.h>

#include "absl/strings/string_view.h"

namespace rt {

// Makes a string of ASCII text that is in `buffer` without copying it: the
// string takes the buffer's memory, and leaves the buffer detached. Nobody else
// may have the memory, as another view of a buffer that was transferred has.
// Empty where that can't be done, or is not worth it: the text is short, more
// than a string can hold, not ASCII, or the buffer not to be detached. Isolate
// entered.
v8::MaybeLocal<v8::String> TakeText(v8::Isolate* isolate,
                                    v8::Local<v8::ArrayBuffer> buffer,
                                    absl::string_view text);

}  // namespace rt

#endif  // RUNTIME_ENGINE_TAKEN_TEXT_H_
