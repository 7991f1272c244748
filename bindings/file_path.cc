#include "bindings/file_path.h"

#include "runtime/engine/isolate_host.h"
#include "runtime/engine/strings.h"

namespace rt {

FilePath::FilePath(const Arguments& args, int index)
    : text_(ToPath(args.isolate(), args[index])),
      policy_(IsolateHost::Of(args.isolate()).control().policy()) {}

}  // namespace rt
