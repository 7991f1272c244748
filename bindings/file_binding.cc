#include "bindings/file_binding.h"

#include <memory>
#include <string>
#include <utility>

#include "bindings/file_path.h"
#include "bindings/file_values.h"
#include "bindings/file_work.h"
#include "bindings/glue/arguments.h"
#include "bindings/sandbox_paths.h"
#include "runtime/base/file_url.h"
#include "runtime/engine/status_error.h"
#include "runtime/engine/strings.h"
#include "runtime/store/copy_file.h"
#include "runtime/store/glob.h"
#include "runtime/store/path_operations.h"
#include "runtime/store/read_file.h"
#include "runtime/store/remove.h"
#include "runtime/store/write_file.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

FilePath Path(const Arguments& args, int index) { return {args, index}; }

FileWork::CancelId CancelId(const Arguments& args, int index) {
  return static_cast<FileWork::CancelId>(args.Integer(index));
}

// cancel(id)
void Cancel(const Info& info) {
  const Arguments args(info);
  StateOf<FileWork>(args.isolate()).Cancel(CancelId(args, 0));
}

// pathOfUrl(href): string
void PathOfUrl(const Info& info) {
  const Arguments args(info);
  const absl::StatusOr<std::string> path = FileUrlToPath(args.String(0));
  if (!path.ok()) {
    ThrowStatus(args.isolate(), path.status());
    return;
  }
  args.Return(NewPathString(args.isolate(), *path));
}

// readFile(path, cancelId): Promise<Uint8Array>
void ReadFile(const Info& info) {
  const Arguments args(info);
  ReturnPromise(args, CancelId(args, 1),
                [path = Path(args, 0)](Cancellation& cancellation) {
                  return path.Use(PathUse::kRead, "read",
                                  [&](const std::string& at) {
                                    return ReadWholeFile(at, cancellation);
                                  });
                });
}

// writeFile(path, data, append, expect, mode, sync, cancelId): Promise<void>
void WriteFile(const Info& info) {
  const Arguments args(info);
  absl::StatusOr<ByteBuffer> data = CopyData(args, 1);
  if (!data.ok()) {
    ThrowStatus(args.isolate(), data.status());
    return;
  }
  const WriteFileOptions options = {
      .append = args.Bool(2),
      .expect = static_cast<FileReplacement::Expect>(args.Integer(3)),
      .mode = static_cast<mode_t>(args.Integer(4)),
      .sync = args.Bool(5)};
  ReturnPromise(
      args, CancelId(args, 6),
      [path = Path(args, 0), data = *std::move(data),
       options](Cancellation& cancellation) {
        return path.Use(PathUse::kReplace, "write", [&](const std::string& at) {
          return WriteWholeFile(at, AsText(data), options, cancellation);
        });
      });
}

// copyFile(path, dest, mustBeNew, cancelId): Promise<void>
void CopyFile(const Info& info) {
  const Arguments args(info);
  ReturnPromise(
      args, CancelId(args, 3),
      [path = Path(args, 0), dest = Path(args, 1),
       must_be_new = args.Bool(2)](Cancellation& cancellation) {
        return path.Use(PathUse::kRead, "copy", [&](const std::string& from) {
          return dest.Use(
              PathUse::kReplace, "copy to", [&](const std::string& to) {
                return rt::CopyFile(from, to, must_be_new, cancellation);
              });
        });
      });
}

// stat(path, follow): Promise<see file_values.h>
void Stat(const Info& info) {
  const Arguments args(info);
  ReturnPromise(
      args, 0, [path = Path(args, 0), follow = args.Bool(1)](Cancellation&) {
        return path.Use(
            follow ? PathUse::kRead : PathUse::kReadEntry, "stat",
            [&](const std::string& at) { return GetFileInfo(at, follow); });
      });
}

// readDir(path): Promise<see file_values.h>
void ReadDir(const Info& info) {
  const Arguments args(info);
  ReturnPromise(args, 0, [path = Path(args, 0)](Cancellation&) {
    return path.Use(PathUse::kRead, "list",
                    [](const std::string& at) { return ReadFolder(at); });
  });
}

// glob(pattern, cwd, dot, follow, skipUnreadable, cancelId): Promise<string[]>
void Glob(const Info& info) {
  const Arguments args(info);
  GlobOptions options = {.dot = args.Bool(2),
                         .follow = args.Bool(3),
                         .skip_unreadable = args.Bool(4)};
  ReturnPromise(args, CancelId(args, 5),
                [pattern = ToPath(args.isolate(), args[0]), cwd = Path(args, 1),
                 options = std::move(options)](Cancellation& cancellation) {
                  return GlobAt(pattern, cwd, options, cancellation);
                });
}

// mkdir(path, recursive, mode): Promise<void>
void Mkdir(const Info& info) {
  const Arguments args(info);
  ReturnPromise(args, 0,
                [path = Path(args, 0), recursive = args.Bool(1),
                 mode = static_cast<mode_t>(args.Integer(2))](Cancellation&) {
                  return MakeFolderAt(path, recursive, mode);
                });
}

// remove(path, recursive, force, cancelId): Promise<void>
void Remove(const Info& info) {
  const Arguments args(info);
  const RemoveOptions options = {.recursive = args.Bool(1),
                                 .force = args.Bool(2)};
  ReturnPromise(args, CancelId(args, 3),
                [path = Path(args, 0), options](Cancellation& cancellation) {
                  return path.Use(PathUse::kMakeEntry, "remove",
                                  [&](const std::string& at) {
                                    return rt::Remove(at, options,
                                                      cancellation);
                                  });
                });
}

// rename(path, dest): Promise<void>
void Rename(const Info& info) {
  const Arguments args(info);
  ReturnPromise(args, 0,
                [path = Path(args, 0), dest = Path(args, 1)](Cancellation&) {
                  return RenameAt(path, dest);
                });
}

// realPath(path): Promise<string>
void RealPath(const Info& info) {
  const Arguments args(info);
  ReturnPromise(args, 0, [path = Path(args, 0)](Cancellation&) {
    return path.Use(PathUse::kRead, "resolve",
                    [](const std::string& at) { return rt::RealPath(at); });
  });
}

// symlink(target, path): Promise<void>
void Symlink(const Info& info) {
  const Arguments args(info);
  ReturnPromise(args, 0,
                [target = ToPath(args.isolate(), args[0]),
                 path = Path(args, 1)](Cancellation&) {
                  return path.Use(PathUse::kMakeEntry, "make the link",
                                  [&](const std::string& at) {
                                    return MakeLink(target, at);
                                  });
                });
}

// readLink(path): Promise<string>
void ReadLink(const Info& info) {
  const Arguments args(info);
  ReturnPromise(args, 0, [path = Path(args, 0)](Cancellation&) {
    return path.Use(PathUse::kReadEntry, "read the link",
                    [](const std::string& at) { return rt::ReadLink(at); });
  });
}

// chmod(path, mode): Promise<void>
void Chmod(const Info& info) {
  const Arguments args(info);
  ReturnPromise(args, 0,
                [path = Path(args, 0),
                 mode = static_cast<mode_t>(args.Integer(1))](Cancellation&) {
                  return path.Use(PathUse::kChange, "change the mode of",
                                  [&](const std::string& at) {
                                    return ChangeMode(at, mode);
                                  });
                });
}

constexpr NativeFunction kFunctions[] = {
    {"cancel", &Cancel},     {"pathOfUrl", &PathOfUrl},
    {"readFile", &ReadFile}, {"writeFile", &WriteFile},
    {"copyFile", &CopyFile}, {"stat", &Stat},
    {"readDir", &ReadDir},   {"glob", &Glob},
    {"mkdir", &Mkdir},       {"remove", &Remove},
    {"rename", &Rename},     {"realPath", &RealPath},
    {"symlink", &Symlink},   {"readLink", &ReadLink},
    {"chmod", &Chmod}};

}  // namespace

NativeModule FileBinding() { return {"file", kFunctions}; }

}  // namespace rt
