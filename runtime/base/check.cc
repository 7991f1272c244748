#include "runtime/base/check.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace rt {
namespace {

void WriteText(const char* text) {
  const ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
  static_cast<void>(ignored);
}

}  // namespace

void CheckFailed(const char* file, int line, const char* condition) {
  char digits[12];
  char* place = digits + sizeof(digits) - 1;
  *place = '\0';
  do {
    *--place = static_cast<char>('0' + line % 10);
    line /= 10;
  } while (line > 0);
  WriteText(file);
  WriteText(":");
  WriteText(place);
  WriteText(": check failed: ");
  WriteText(condition);
  WriteText("\n");
  abort();
}

}  // namespace rt
