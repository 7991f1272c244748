#include "bindings/kv_binding.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "bindings/glue/arguments.h"
#include "bindings/glue/pending_promises.h"
#include "bindings/store_access.h"
#include "bindings/store_grant.h"
#include "bindings/store_values.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/status_error.h"
#include "runtime/engine/strings.h"
#include "runtime/policy/policy.h"
#include "runtime/store/kv/kv_database.h"
#include "runtime/store/stores.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;
using ValueOrStatus = absl::StatusOr<v8::Local<v8::Value>>;

// What is read at once, on the realm's thread: 3 us, where a way to another
// thread and back costs 20. A larger value takes time to copy.
constexpr size_t kMostBytesAtOnce = size_t{64} << 10;

// The stores that one realm has opened, by their ids, which are never used
// again: StateOf<OpenKvStores>(isolate). That it has one says that it may use
// it.
class OpenKvStores {
 public:
  explicit OpenKvStores(IsolateHost& host) : host_(host) {}

  absl::StatusOr<size_t> Open(std::string name) {
    absl::Status status = CheckStoreGrant(host_.control().policy().get(), "kv",
                                          "key-value store", name);
    if (!status.ok()) return status;
    const absl::StatusOr<KvDatabase*> database = host_.control().stores().kv();
    if (!database.ok()) return database.status();
    database_ = *database;
    names_.push_back(std::move(name));
    return names_.size() - 1;
  }

  const std::string& name(size_t id) const { return names_.at(id); }
  KvDatabase& database() const { return *database_; }

  // A sandbox's thread may open no files, so it uses none.
  bool MayReadAtOnce() const {
    return database_->is_in_memory() || host_.control().policy() == nullptr;
  }

 private:
  IsolateHost& host_;
  KvDatabase* database_ = nullptr;
  // References to them stay good.
  std::deque<std::string> names_;
};

OpenKvStores& Stores(const Arguments& args) {
  return StateOf<OpenKvStores>(args.isolate());
}

const std::string& Name(const Arguments& args) {
  return Stores(args).name(static_cast<size_t>(args.Integer(0)));
}

v8::Local<v8::Value> Number(v8::Isolate* isolate, int64_t number) {
  return v8::Number::New(isolate, static_cast<double>(number));
}

v8::Local<v8::Value> Expires(v8::Isolate* isolate, const KvEntry& entry) {
  if (!entry.expires_ms.has_value()) return v8::Null(isolate);
  return Number(isolate, *entry.expires_ms);
}

ValueOrStatus ValueOf(v8::Isolate* isolate, const KvEntry& entry) {
  return FromStored(isolate, entry.value.kind, entry.value.bytes);
}

// What a reading gives to JavaScript; undefined where there is no entry.
using Convert = ValueOrStatus (*)(v8::Isolate*, const KvEntry&);

// [value, version, expires]
ValueOrStatus EntryOf(v8::Isolate* isolate, const KvEntry& entry) {
  const ValueOrStatus value = ValueOf(isolate, entry);
  if (!value.ok()) return value;
  v8::Local<v8::Value> values[] = {*value, Number(isolate, entry.version),
                                   Expires(isolate, entry)};
  return v8::Array::New(isolate, values, std::size(values)).As<v8::Value>();
}

ValueOrStatus ToValue(v8::Isolate* isolate, Convert convert,
                      const absl::StatusOr<std::optional<KvEntry>>& entry) {
  if (!entry.ok()) return entry.status();
  if (!entry->has_value()) return v8::Undefined(isolate).As<v8::Value>();
  return convert(isolate, **entry);
}

// [more, then of each entry: key, version, expires, size, value or undefined]
ValueOrStatus ToValue(v8::Isolate* isolate, bool with_values,
                      const absl::StatusOr<KvList>& list) {
  if (!list.ok()) return list.status();
  std::vector<v8::Local<v8::Value>> values;
  values.push_back(v8::Boolean::New(isolate, list->has_more));
  for (const KvEntry& entry : list->entries) {
    values.push_back(NewString(isolate, entry.key));
    values.push_back(Number(isolate, entry.version));
    values.push_back(Expires(isolate, entry));
    values.push_back(Number(isolate, static_cast<int64_t>(entry.size)));
    ValueOrStatus value = v8::Undefined(isolate).As<v8::Value>();
    if (with_values) value = ValueOf(isolate, entry);
    if (!value.ok()) return value;
    values.push_back(*value);
  }
  return v8::Array::New(isolate, values.data(), values.size()).As<v8::Value>();
}

// [version, deleted]
ValueOrStatus ToValue(v8::Isolate* isolate,
                      const absl::StatusOr<KvCommit>& commit) {
  if (!commit.ok()) return commit.status();
  v8::Local<v8::Value> values[] = {
      Number(isolate, commit->version),
      Number(isolate, static_cast<int64_t>(commit->deleted))};
  return v8::Array::New(isolate, values, std::size(values)).As<v8::Value>();
}

// The completion of a promise with what `convert(isolate, result)` makes of the
// result of an access.
template <typename T, typename Convert>
PendingPromises::Result Completion(T result, StoreAccess::Deferred access,
                                   Convert convert) {
  return [result = std::move(result), access, convert](v8::Isolate* isolate) {
    access.End(isolate);
    return convert(isolate, result);
  };
}

// Does `work(KvDatabase&)` on a thread of the database's, and returns the
// promise of what `convert(isolate, result)` makes of what it gives.
template <typename Work, typename Convert>
void ReturnPromise(const Arguments& args, StoreAccess& access, Work work,
                   Convert convert) {
  auto& promises = StateOf<PendingPromises>(args.isolate());
  const PendingPromises::Started started = promises.Start(args.isolate());
  KvDatabase& database = Stores(args).database();
  database.Post([&database, work = std::move(work), convert,
                 access = access.Defer(),
                 complete = promises.Completer(started.id)]() mutable {
    complete(Completion(work(database), access, convert));
  });
  args.Return(started.promise);
}

// open(name): id
void Open(const Info& info) {
  const Arguments args(info);
  const absl::StatusOr<size_t> id = Stores(args).Open(args.String(0));
  if (!id.ok()) {
    ThrowStatus(args.isolate(), id.status());
    return;
  }
  args.Return(static_cast<double>(*id));
}

void ReadEntry(const Arguments& args, const char* operation, Convert convert) {
  const OpenKvStores& stores = Stores(args);
  const std::string& name = Name(args);
  StoreAccess access(args.isolate(), "kv", name, operation);
  std::string key = args.String(1);
  KvDatabase& database = stores.database();
  if (stores.MayReadAtOnce()) {
    const size_t most =
        database.is_in_memory() ? kMaxKvValueBytes : kMostBytesAtOnce;
    const auto entry =
        database.Get(name, key, most, KvDatabase::Patience::kNone);
    const bool is_whole =
        entry.ok() && (!entry->has_value() || (*entry)->size <= most);
    if (is_whole || !(entry.ok() || absl::IsUnavailable(entry.status()))) {
      ReturnOrThrow(args, ToValue(args.isolate(), convert, entry));
      return;
    }
  }
  ReturnPromise(
      args, access,
      [name, key = std::move(key)](KvDatabase& database) {
        return database.Get(name, key, kMaxKvValueBytes,
                            KvDatabase::Patience::kSome);
      },
      [convert](v8::Isolate* isolate, const auto& entry) {
        return ToValue(isolate, convert, entry);
      });
}

// get(id, key): value, undefined, or the promise of one of them
void Get(const Info& info) { ReadEntry(Arguments(info), "kv.get", &ValueOf); }

// getEntry(id, key): [value, version, expires], undefined, or a promise
void GetEntry(const Info& info) {
  ReadEntry(Arguments(info), "kv.get", &EntryOf);
}

// list(id, prefix, after, limit, withValues): as of ToValue, or a promise of it
void List(const Info& info) {
  const Arguments args(info);
  const OpenKvStores& stores = Stores(args);
  const std::string& name = Name(args);
  StoreAccess access(args.isolate(), "kv", name, "kv.list");
  KvListOptions options = {.prefix = args.String(1),
                           .after = args.String(2),
                           .limit = static_cast<size_t>(args.Integer(3)),
                           .with_values = args.Bool(4)};
  if (stores.database().is_in_memory()) {
    ReturnOrThrow(args, ToValue(args.isolate(), options.with_values,
                                stores.database().List(name, options)));
    return;
  }
  const bool with_values = options.with_values;
  ReturnPromise(
      args, access,
      [name, options = std::move(options)](KvDatabase& database) {
        return database.List(name, options);
      },
      [with_values](v8::Isolate* isolate, const absl::StatusOr<KvList>& list) {
        return ToValue(isolate, with_values, list);
      });
}

// The fields of a write in JavaScript's array of them.
enum WriteField : uint32_t {
  kKind,
  kKey,
  kIfVersion,  // undefined: any
  kValue,
  kExpires,  // undefined: never
  kWriteFields
};

std::optional<int64_t> OptionalInteger(const Arguments& args,
                                       v8::Local<v8::Value> value) {
  if (value->IsUndefined()) return std::nullopt;
  return value->IntegerValue(args.context()).FromMaybe(0);
}

// Nothing, with an exception pending, where a value cannot be stored.
std::optional<std::vector<KvWrite>> ToWrites(const Arguments& args,
                                             v8::Local<v8::Array> fields) {
  std::vector<KvWrite> writes(fields->Length() / kWriteFields);
  for (uint32_t i = 0; i < writes.size(); ++i) {
    const auto field = [&](WriteField index) {
      return fields->Get(args.context(), i * kWriteFields + index)
          .FromMaybe(v8::Undefined(args.isolate()).As<v8::Value>());
    };
    KvWrite& write = writes[i];
    write.kind = static_cast<KvWrite::Kind>(
        field(kKind)->IntegerValue(args.context()).FromMaybe(0));
    write.key = ToUtf8(args.isolate(), field(kKey));
    write.if_version = OptionalInteger(args, field(kIfVersion));
    if (write.kind != KvWrite::Kind::kPut) continue;
    std::optional<StoredValue> value = ToStored(args.isolate(), field(kValue));
    if (!value.has_value()) return std::nullopt;
    write.value = *std::move(value);
    write.expires_ms = OptionalInteger(args, field(kExpires));
  }
  return writes;
}

// commit(id, writes, sync): [version, deleted], or the promise of it
void Commit(const Info& info) {
  const Arguments args(info);
  const std::string& name = Name(args);
  StoreAccess access(args.isolate(), "kv", name, "kv.commit");
  std::optional<std::vector<KvWrite>> writes =
      ToWrites(args, args[1].As<v8::Array>());
  if (!writes.has_value()) return;
  KvBatch batch = {
      .store = name, .writes = *std::move(writes), .is_synced = args.Bool(2)};
  if (absl::Status status = CheckKvBatch(batch); !status.ok()) {
    ThrowStatus(args.isolate(), status);
    return;
  }
  KvDatabase& database = Stores(args).database();
  if (database.is_in_memory()) {
    ReturnOrThrow(args, ToValue(args.isolate(), database.CommitNow(batch)));
    return;
  }
  auto& promises = StateOf<PendingPromises>(args.isolate());
  const PendingPromises::Started started = promises.Start(args.isolate());
  database.Commit(
      std::move(batch),
      [complete = promises.Completer(started.id),
       access = access.Defer()](absl::StatusOr<KvCommit> commit) mutable {
        complete(Completion(
            std::move(commit), access,
            [](v8::Isolate* isolate, const absl::StatusOr<KvCommit>& commit) {
              return ToValue(isolate, commit);
            }));
      });
  args.Return(started.promise);
}

constexpr NativeFunction kFunctions[] = {{"open", &Open},
                                         {"get", &Get},
                                         {"getEntry", &GetEntry},
                                         {"list", &List},
                                         {"commit", &Commit}};

}  // namespace

NativeModule KvBinding() { return {"kv", kFunctions}; }

}  // namespace rt
