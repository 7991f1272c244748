#include "build/precompiled/base.h"
