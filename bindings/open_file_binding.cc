#include "bindings/open_file_binding.h"

#include <cstdint>
#include <memory>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "bindings/file_path.h"
#include "bindings/file_values.h"
#include "bindings/file_work.h"
#include "bindings/glue/arguments.h"
#include "bindings/glue/pending_promises.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/status_error.h"
#include "runtime/engine/strings.h"
#include "runtime/store/open_file.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;
using FilePtr = std::shared_ptr<OpenFile>;

// The files that one realm holds open: StateOf<OpenFiles>(isolate). A file
// closes when JavaScript closes it, when the object that owns it is collected,
// or with the realm. Ids are never used again.
class OpenFiles {
 public:
  explicit OpenFiles(IsolateHost& host) {
    // The pool must outlive the files, and what they wait for.
    host.State<FileWork>();
  }
  ~OpenFiles() {
    for (const auto& [id, entry] : entries_) entry->file->Interrupt();
  }

  uint32_t Add(FilePtr file) {
    const uint32_t id = ++last_id_;
    entries_[id] =
        std::make_unique<Entry>(Entry{this, id, std::move(file), {}});
    return id;
  }

  void SetOwner(v8::Isolate* isolate, uint32_t id,
                v8::Local<v8::Object> owner) {
    Entry* const entry = entries_.at(id).get();
    entry->owner.Reset(isolate, owner);
    entry->owner.SetWeak(entry, &OnCollected, v8::WeakCallbackType::kParameter);
  }

  // To be called before anything that may collect garbage: an owner that calls
  // for the last time may be collected while the call is under way.
  FilePtr at(uint32_t id) const { return entries_.at(id)->file; }

  void Remove(uint32_t id) { entries_.erase(id); }

 private:
  struct Entry {
    OpenFiles* files;
    uint32_t id;
    FilePtr file;
    v8::Global<v8::Object> owner;
  };

  // In the middle of a collection of garbage: the closing is left to a worker.
  static void OnCollected(const v8::WeakCallbackInfo<Entry>& info) {
    Entry* const entry = info.GetParameter();
    OpenFile* const file = entry->file.get();
    file->Post(
        [file = std::move(entry->file)] { file->Close().IgnoreError(); });
    entry->files->Remove(entry->id);
  }

  uint32_t last_id_ = 0;
  absl::flat_hash_map<uint32_t, std::unique_ptr<Entry>> entries_;
};

OpenFiles& Files(const Arguments& args) {
  return StateOf<OpenFiles>(args.isolate());
}

uint32_t Id(const Arguments& args) {
  return static_cast<uint32_t>(args.Integer(0));
}

FilePtr File(const Arguments& args) { return Files(args).at(Id(args)); }

// Queues `work(OpenFile&)` on a file and returns the promise of what `convert(
// isolate, result)` makes of what it gives.
template <typename Work, typename Convert>
void ReturnPromise(const Arguments& args, FilePtr file, Work work,
                   Convert convert) {
  v8::Isolate* const isolate = args.isolate();
  auto& promises = StateOf<PendingPromises>(isolate);
  const PendingPromises::Started started = promises.Start(isolate);
  OpenFile& target = *file;
  target.Post([file = std::move(file), work = std::move(work), convert,
               complete = promises.Completer(started.id)]() mutable {
    complete([convert, result = work(*file)](v8::Isolate* isolate) mutable {
      return convert(isolate, std::move(result));
    });
  });
  args.Return(started.promise);
}

template <typename Work>
void ReturnPromise(const Arguments& args, FilePtr file, Work work) {
  ReturnPromise(args, std::move(file), std::move(work),
                [](v8::Isolate* isolate, auto result) {
                  return ToValue(isolate, std::move(result));
                });
}

// In a sandbox what may be made must be granted to be written, and what is read
// as well, to be read.
absl::Status OpenAt(OpenFile& file, const FilePath& path,
                    const OpenFile::Options& options) {
  using Expect = FileReplacement::Expect;
  const bool writes = options.write || options.append || options.truncate ||
                      options.expect != Expect::kExisting;
  PathUse use = PathUse::kRead;
  if (writes) use = options.read ? PathUse::kUpdate : PathUse::kReplace;
  return path.Use(
      use, writes ? "open for writing" : "open for reading",
      [&](const std::string& at) { return file.Open(options, at); });
}

// open(path, read, write, append, truncate, expect, mode): Promise<id>
void Open(const Info& info) {
  const Arguments args(info);
  const OpenFile::Options options = {
      .read = args.Bool(1),
      .write = args.Bool(2),
      .append = args.Bool(3),
      .truncate = args.Bool(4),
      .expect = static_cast<FileReplacement::Expect>(args.Integer(5)),
      .mode = static_cast<mode_t>(args.Integer(6))};
  const FilePath path(args, 0);
  const auto file = std::make_shared<OpenFile>(
      path.text(), StateOf<FileWork>(args.isolate()).pool());
  const uint32_t id = Files(args).Add(file);
  ReturnPromise(
      args, file,
      [options, path](OpenFile& file) { return OpenAt(file, path, options); },
      [id](v8::Isolate* isolate, const absl::Status& status) -> ValueOrStatus {
        if (status.ok()) return v8::Number::New(isolate, id).As<v8::Value>();
        StateOf<OpenFiles>(isolate).Remove(id);
        return status;
      });
}

// setOwner(id, object)
void SetOwner(const Info& info) {
  const Arguments args(info);
  Files(args).SetOwner(args.isolate(), Id(args), args[1].As<v8::Object>());
}

// read(id, size, at): Promise<Uint8Array>; at: -1 for the file's position
void Read(const Info& info) {
  const Arguments args(info);
  ReturnPromise(
      args, File(args),
      [size = static_cast<size_t>(args.Integer(1)),
       at = args.Integer(2)](OpenFile& file) { return file.Read(size, at); });
}

// write(id, data, at): Promise<void>
void Write(const Info& info) {
  const Arguments args(info);
  FilePtr file = File(args);
  absl::StatusOr<ByteBuffer> data = CopyData(args, 1);
  if (!data.ok()) {
    ThrowStatus(args.isolate(), data.status());
    return;
  }
  ReturnPromise(args, std::move(file),
                [data = *std::move(data), at = args.Integer(2)](
                    OpenFile& file) { return file.Write(AsText(data), at); });
}

// stat(id): Promise<see file_values.h>
void Stat(const Info& info) {
  const Arguments args(info);
  ReturnPromise(args, File(args), [](OpenFile& file) { return file.Stat(); });
}

// truncate(id, size): Promise<void>
void Truncate(const Info& info) {
  const Arguments args(info);
  ReturnPromise(args, File(args), [size = args.Integer(1)](OpenFile& file) {
    return file.Truncate(size);
  });
}

// sync(id): Promise<void>
void Sync(const Info& info) {
  const Arguments args(info);
  ReturnPromise(args, File(args), [](OpenFile& file) { return file.Sync(); });
}

// close(id): Promise<void>
void Close(const Info& info) {
  const Arguments args(info);
  FilePtr file = File(args);
  file->InterruptReads();
  ReturnPromise(args, std::move(file),
                [](OpenFile& file) { return file.Close(); });
}

constexpr NativeFunction kFunctions[] = {
    {"open", &Open},   {"setOwner", &SetOwner}, {"read", &Read},
    {"write", &Write}, {"stat", &Stat},         {"truncate", &Truncate},
    {"sync", &Sync},   {"close", &Close}};

}  // namespace

NativeModule OpenFileBinding() { return {"openFile", kFunctions}; }

}  // namespace rt
