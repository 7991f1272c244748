#ifndef RUNTIME_STORE_WRITE_FILE_H_
#define RUNTIME_STORE_WRITE_FILE_H_

#include <sys/types.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "runtime/base/file_replacement.h"
#include "runtime/store/cancellation.h"

namespace rt {

struct WriteFileOptions {
  // To the end of what is there, in place: a write that fails leaves the old
  // bytes whole, and may leave a part of the new ones behind them.
  bool append = false;
  FileReplacement::Expect expect = FileReplacement::Expect::kAny;
  mode_t mode = 0666;  // of a new file, less the umask
  bool sync = false;   // to the disk before it succeeds
};

// Writes a file whole or not at all, as FileReplacement does, or appends to it.
// A pipe, a terminal or another device is written to in place, and waited for.
// Blocks. Errors: "cannot write 'path': ..." and "cannot append to 'path':
// ...".
absl::Status WriteWholeFile(const std::string& path, absl::string_view bytes,
                            const WriteFileOptions& options,
                            Cancellation& cancellation);

}  // namespace rt

#endif  // RUNTIME_STORE_WRITE_FILE_H_
