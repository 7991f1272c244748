#include "bindings/console_binding.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include "bindings/glue/arguments.h"
#include "runtime/base/standard_streams.h"
#include "runtime/engine/isolate_host.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

// write(fd, text): true when all of it was written. It waits for a slow reader
// until the realm is ended. A reader that went away is no reason to end the
// program, as in other runtimes' consoles; the exit code tells of it.
void Write(const Info& info) {
  const Arguments args(info);
  const int fd = static_cast<int>(args.Integer(0));
  args.Return(WriteStandardStream(
      fd, args.String(1),
      IsolateHost::Of(args.isolate()).control().interruption()));
}

void IsTerminal(const Info& info) {
  const Arguments args(info);
  args.Return(isatty(static_cast<int>(args.Integer(0))) == 1);
}

// columns(fd): 0 where it is no terminal.
void Columns(const Info& info) {
  const Arguments args(info);
  winsize size = {};
  ioctl(static_cast<int>(args.Integer(0)), TIOCGWINSZ, &size);
  args.Return(static_cast<double>(size.ws_col));
}

constexpr NativeFunction kFunctions[] = {
    {"write", &Write}, {"isTerminal", &IsTerminal}, {"columns", &Columns}};

}  // namespace

NativeModule ConsoleBinding() { return {"console", kFunctions}; }

}  // namespace rt
