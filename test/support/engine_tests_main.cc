// main() of the tests that need V8, which is initialized once a process.

#include <gtest/gtest.h>

#include "profiler/cpu/profile_session.h"
#include "runtime/base/check.h"
#include "runtime/engine/platform.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  // As in a process that is profiled, where V8 knows all positions.
  RT_CHECK(rt::InitializeEngine(rt::ProfileSession::EngineFlags()).ok());
  return RUN_ALL_TESTS();
}
