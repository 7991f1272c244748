#ifndef BUILD_PRECOMPILED_TEST_H_
#define BUILD_PRECOMPILED_TEST_H_

// The same, with what unit tests include.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "build/precompiled/base.h"

#endif  // BUILD_PRECOMPILED_TEST_H_
