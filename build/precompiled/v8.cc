#include "build/precompiled/v8.h"
