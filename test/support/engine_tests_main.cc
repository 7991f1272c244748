// main() of the tests that need V8, which is initialized once a process.

#include <gtest/gtest.h>

#include "runtime/base/check.h"
#include "runtime/engine/platform.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  RT_CHECK(rt::InitializeEngine({}).ok());
  return RUN_ALL_TESTS();
}
