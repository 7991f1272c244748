#ifndef BUILD_PRECOMPILED_V8_H_
#define BUILD_PRECOMPILED_V8_H_

// The same, with V8's API.

#include <v8.h>

#include "build/precompiled/base.h"

#endif  // BUILD_PRECOMPILED_V8_H_
