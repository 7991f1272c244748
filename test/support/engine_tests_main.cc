// main() of the tests that need V8, which is initialized once a process.

#include <gtest/gtest.h>

#include "runtime/engine/platform.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  rt::InitializeEngine({});
  return RUN_ALL_TESTS();
}
