#ifndef TEST_SUPPORT_TEMP_FOLDER_H_
#define TEST_SUPPORT_TEMP_FOLDER_H_

#include <string>
#include <string_view>
#include <vector>

namespace rt {

// A new empty folder for one test, removed with all that is in it at the end. A
// folder that can't be made ends the test program.
class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }

  // The path of `name` in it.
  std::string operator/(std::string_view name) const;

  // The names in it, hidden ones included, in order.
  std::vector<std::string> Names() const;

 private:
  std::string path_;
};

// The whole content of a file; empty if it can't be read.
std::string ReadFile(const std::string& path);

void WriteFile(const std::string& path, std::string_view content);

}  // namespace rt

#endif  // TEST_SUPPORT_TEMP_FOLDER_H_
