#include "build/precompiled/test.h"
