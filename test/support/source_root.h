#ifndef TEST_SUPPORT_SOURCE_ROOT_H_
#define TEST_SUPPORT_SOURCE_ROOT_H_

#include <string>

namespace rt {

// The path of a file of the source tree: SourcePath("test/support/x.py").
std::string SourcePath(const std::string& name);

}  // namespace rt

#endif  // TEST_SUPPORT_SOURCE_ROOT_H_
