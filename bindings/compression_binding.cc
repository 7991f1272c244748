#include "bindings/compression_binding.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "bindings/glue/arguments.h"
#include "runtime/compression/zlib_stream.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/strings.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

// The streams of one realm: StateOf<ZlibStreams>(isolate). One ends when
// JavaScript closes it, when the object that owns it is collected, or with the
// realm. Ids are never used again.
class ZlibStreams {
 public:
  explicit ZlibStreams(IsolateHost& /*host*/) {}

  uint32_t Add(v8::Isolate* isolate, v8::Local<v8::Object> owner,
               std::unique_ptr<ZlibStream> stream) {
    const uint32_t id = ++last_id_;
    auto entry = std::make_unique<Entry>();
    entry->streams = this;
    entry->id = id;
    entry->stream = std::move(stream);
    entry->owner.Reset(isolate, owner);
    entry->owner.SetWeak(entry.get(), &OnCollected,
                         v8::WeakCallbackType::kParameter);
    entries_[id] = std::move(entry);
    return id;
  }

  // Null where it was closed.
  ZlibStream* Find(uint32_t id) const {
    const auto found = entries_.find(id);
    return found == entries_.end() ? nullptr : found->second->stream.get();
  }

  void Remove(uint32_t id) { entries_.erase(id); }

 private:
  struct Entry {
    ZlibStreams* streams = nullptr;
    uint32_t id = 0;
    std::unique_ptr<ZlibStream> stream;
    v8::Global<v8::Object> owner;
  };

  static void OnCollected(const v8::WeakCallbackInfo<Entry>& info) {
    Entry* const entry = info.GetParameter();
    entry->owner.Reset();
    entry->streams->Remove(entry->id);
  }

  uint32_t last_id_ = 0;
  absl::flat_hash_map<uint32_t, std::unique_ptr<Entry>> entries_;
};

ZlibStreams& Streams(const Arguments& args) {
  return StateOf<ZlibStreams>(args.isolate());
}

uint32_t Id(const Arguments& args) {
  return static_cast<uint32_t>(args.Integer(0));
}

// open(owner, format, compresses): id
void Open(const Info& info) {
  const Arguments args(info);
  const auto format = static_cast<CompressionFormat>(args.Integer(1));
  args.Return(static_cast<double>(
      Streams(args).Add(args.isolate(), args[0].As<v8::Object>(),
                        args.Bool(2) ? ZlibStream::Compressor(format)
                                     : ZlibStream::Decompressor(format))));
}

// write(id, bytes | null): [parts, what is wrong with the bytes]
void Write(const Info& info) {
  const Arguments args(info);
  v8::Isolate* const isolate = args.isolate();
  std::vector<v8::Local<v8::Value>> parts;
  const auto sink = [&](absl::string_view bytes) {
    parts.push_back(NewBytes(isolate, bytes));
  };
  ZlibStream* const stream = Streams(args).Find(Id(args));
  absl::Status status;
  if (stream == nullptr) {
    status = absl::FailedPreconditionError("The stream was closed.");
  } else if (args.IsNullish(1)) {
    status = stream->Finish(sink);
  } else {
    const absl::Span<uint8_t> bytes = args.Bytes(1);
    status = stream->Write(
        {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, sink);
  }
  if (!status.ok()) Streams(args).Remove(Id(args));
  v8::Local<v8::Value> result[] = {
      v8::Array::New(isolate, parts.data(), parts.size()),
      status.ok() ? v8::Undefined(isolate).As<v8::Value>()
                  : NewString(isolate, status.message()).As<v8::Value>()};
  args.Return(v8::Array::New(isolate, result, 2).As<v8::Value>());
}

// close(id)
void Close(const Info& info) {
  const Arguments args(info);
  Streams(args).Remove(Id(args));
}

constexpr NativeFunction kFunctions[] = {
    {"open", &Open}, {"write", &Write}, {"close", &Close}};

}  // namespace

NativeModule CompressionBinding() { return {"compression", kFunctions}; }

}  // namespace rt
