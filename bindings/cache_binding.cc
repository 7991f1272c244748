#include "bindings/cache_binding.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
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
#include "runtime/store/cache/cache.h"
#include "runtime/store/stores.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;
using ValueOrStatus = absl::StatusOr<v8::Local<v8::Value>>;

constexpr int64_t kNanosPerMilli = 1'000'000;

// What stands for the state of what was not found.
constexpr int kNone = 3;

// The caches that one realm has opened and the obligations that it has, by
// their ids, which are never used again: StateOf<OpenCaches>(isolate). An
// obligation is given up when the object that owns it is collected, or with the
// realm.
class OpenCaches {
 public:
  using Id = uint32_t;

  explicit OpenCaches(IsolateHost& host) : host_(host) {}

  absl::StatusOr<size_t> Open(std::string name) {
    absl::Status status =
        CheckStoreGrant(host_.control().policy().get(), "cache", "cache", name);
    if (!status.ok()) return status;
    names_.push_back(std::move(name));
    return names_.size() - 1;
  }

  Cache& cache() { return host_.control().stores().cache(); }
  const std::string& name(size_t id) const { return names_.at(id); }

  Id Add(std::unique_ptr<CacheObligation> obligation) {
    const Id id = ++last_id_;
    obligations_[id] =
        std::make_unique<Owned>(Owned{this, id, std::move(obligation), {}});
    return id;
  }

  void SetOwner(v8::Isolate* isolate, Id id, v8::Local<v8::Object> owner) {
    const auto found = obligations_.find(id);
    if (found == obligations_.end()) return;
    Owned* const owned = found->second.get();
    owned->owner.Reset(isolate, owner);
    owned->owner.SetWeak(owned, &OnCollected, v8::WeakCallbackType::kParameter);
  }

  // Null where it is fulfilled or given up.
  std::unique_ptr<CacheObligation> Take(Id id) {
    const auto found = obligations_.find(id);
    if (found == obligations_.end()) return nullptr;
    std::unique_ptr<CacheObligation> obligation =
        std::move(found->second->obligation);
    obligations_.erase(found);
    return obligation;
  }

 private:
  struct Owned {
    OpenCaches* caches;
    Id id;
    std::unique_ptr<CacheObligation> obligation;
    v8::Global<v8::Object> owner;
  };

  // In the middle of a collection of garbage: to give up runs no JavaScript, it
  // posts to the loop of whoever is next.
  static void OnCollected(const v8::WeakCallbackInfo<Owned>& info) {
    Owned* const owned = info.GetParameter();
    owned->caches->Take(owned->id);
  }

  IsolateHost& host_;
  // References to them stay good.
  std::deque<std::string> names_;
  Id last_id_ = 0;
  absl::flat_hash_map<Id, std::unique_ptr<Owned>> obligations_;
};

OpenCaches& Caches(const Arguments& args) {
  return StateOf<OpenCaches>(args.isolate());
}

const std::string& Name(const Arguments& args) {
  return Caches(args).name(static_cast<size_t>(args.Integer(0)));
}

// [state, value or undefined, age in milliseconds, the obligation's id or 0]
ValueOrStatus ToValue(v8::Isolate* isolate, CacheLookup lookup) {
  int state = kNone;
  double age_ms = 0;
  ValueOrStatus value = v8::Undefined(isolate).As<v8::Value>();
  if (lookup.found.has_value()) {
    const CacheFound& found = *lookup.found;
    state = static_cast<int>(found.state);
    age_ms = static_cast<double>(found.age_ns) / kNanosPerMilli;
    value = FromStored(isolate, found.object->value.kind,
                       found.object->value.bytes);
    if (!value.ok()) return value;
  }
  const OpenCaches::Id id =
      lookup.obligation == nullptr
          ? 0
          : StateOf<OpenCaches>(isolate).Add(std::move(lookup.obligation));
  v8::Local<v8::Value> values[] = {v8::Integer::New(isolate, state), *value,
                                   v8::Number::New(isolate, age_ms),
                                   v8::Number::New(isolate, id)};
  return v8::Array::New(isolate, values, std::size(values)).As<v8::Value>();
}

int64_t Nanos(const Arguments& args, int index) {
  return static_cast<int64_t>(args.Number(index) * kNanosPerMilli);
}

// The arguments from `first` on: value, maxAge, staleWhileRevalidate (both
// milliseconds), surrogateKeys. Nothing, with an exception pending, where the
// value cannot be cloned.
std::optional<CacheInsert> ToInsert(const Arguments& args, int first) {
  std::optional<StoredValue> value = ToStored(args.isolate(), args[first]);
  if (!value.has_value()) return std::nullopt;
  CacheInsert insert = {.value = *std::move(value),
                        .fresh_ns = Nanos(args, first + 1),
                        .stale_ns = Nanos(args, first + 2)};
  const auto keys = args[first + 3].As<v8::Array>();
  for (uint32_t i = 0; i < keys->Length(); ++i) {
    v8::Local<v8::Value> key;
    if (!keys->Get(args.context(), i).ToLocal(&key)) break;
    insert.surrogate_keys.push_back(ToUtf8(args.isolate(), key));
  }
  return insert;
}

// open(name): id
void Open(const Info& info) {
  const Arguments args(info);
  const absl::StatusOr<size_t> id = Caches(args).Open(args.String(0));
  if (!id.ok()) {
    ThrowStatus(args.isolate(), id.status());
    return;
  }
  args.Return(static_cast<double>(*id));
}

// lookup(id, key): as of ToValue, or the promise of it
void Lookup(const Info& info) {
  const Arguments args(info);
  const std::string& name = Name(args);
  StoreAccess access(args.isolate(), "cache", name, "cache.lookup");
  auto& promises = StateOf<PendingPromises>(args.isolate());
  const PendingPromises::Started started = promises.Start(args.isolate());
  const StoreAccess::Deferred deferred = access.Defer();
  // Any thread may answer. Where this realm has ended, the obligation goes with
  // what is posted to its loop, and the next gets it.
  std::optional<CacheLookup> lookup = Caches(args).cache().Lookup(
      name, args.String(1),
      [complete = promises.Completer(started.id),
       deferred](CacheLookup late) mutable {
        complete(
            [late = std::move(late), deferred](v8::Isolate* isolate) mutable {
              deferred.End(isolate);
              return ToValue(isolate, std::move(late));
            });
      });
  args.Return(started.promise);
  if (!lookup.has_value()) return;
  promises.Settle(args.isolate(), started.id,
                  [&](v8::Isolate* isolate) -> ValueOrStatus {
                    deferred.End(isolate);
                    return ToValue(isolate, *std::move(lookup));
                  });
}

// peek(id, key): as of ToValue, without an obligation
void Peek(const Info& info) {
  const Arguments args(info);
  const std::string& name = Name(args);
  const StoreAccess access(args.isolate(), "cache", name, "cache.lookup");
  CacheLookup lookup;
  lookup.found = Caches(args).cache().Peek(name, args.String(1));
  ReturnOrThrow(args, ToValue(args.isolate(), std::move(lookup)));
}

// insert(id, key, value, maxAge, staleWhileRevalidate, surrogateKeys): whether
// it is kept
void Insert(const Info& info) {
  const Arguments args(info);
  const std::string& name = Name(args);
  const StoreAccess access(args.isolate(), "cache", name, "cache.insert");
  std::optional<CacheInsert> insert = ToInsert(args, 2);
  if (!insert.has_value()) return;
  args.Return(
      Caches(args).cache().Insert(name, args.String(1), *std::move(insert)));
}

std::unique_ptr<CacheObligation> TakeObligation(const Arguments& args) {
  return Caches(args).Take(static_cast<OpenCaches::Id>(args.Integer(0)));
}

// setOwner(obligation, object)
void SetOwner(const Info& info) {
  const Arguments args(info);
  Caches(args).SetOwner(args.isolate(),
                        static_cast<OpenCaches::Id>(args.Integer(0)),
                        args[1].As<v8::Object>());
}

// fulfil(obligation, value, maxAge, staleWhileRevalidate, surrogateKeys):
// whether it is kept
void Fulfil(const Info& info) {
  const Arguments args(info);
  std::optional<CacheInsert> insert = ToInsert(args, 1);
  if (!insert.has_value()) return;
  const auto obligation = TakeObligation(args);
  args.Return(obligation != nullptr && obligation->Insert(*std::move(insert)));
}

// revalidate(obligation, maxAge, staleWhileRevalidate): false where there was
// nothing, and the obligation is given up
void Revalidate(const Info& info) {
  const Arguments args(info);
  const auto obligation = TakeObligation(args);
  args.Return(obligation != nullptr &&
              obligation->Revalidate(Nanos(args, 1), Nanos(args, 2)));
}

// decline(obligation)
void Decline(const Info& info) {
  const auto obligation = TakeObligation(Arguments(info));
  if (obligation != nullptr) obligation->Decline();
}

// abandon(obligation)
void Abandon(const Info& info) { TakeObligation(Arguments(info)); }

// purge(id, key), purgeSurrogate(id, surrogateKey), purgeAll(id): how many
void Purge(const Info& info) {
  const Arguments args(info);
  args.Return(static_cast<double>(
      Caches(args).cache().Purge(Name(args), args.String(1))));
}

void PurgeSurrogate(const Info& info) {
  const Arguments args(info);
  args.Return(static_cast<double>(
      Caches(args).cache().PurgeSurrogate(Name(args), args.String(1))));
}

void PurgeAll(const Info& info) {
  const Arguments args(info);
  args.Return(static_cast<double>(Caches(args).cache().PurgeAll(Name(args))));
}

constexpr NativeFunction kFunctions[] = {{"open", &Open},
                                         {"lookup", &Lookup},
                                         {"peek", &Peek},
                                         {"insert", &Insert},
                                         {"setOwner", &SetOwner},
                                         {"fulfil", &Fulfil},
                                         {"revalidate", &Revalidate},
                                         {"decline", &Decline},
                                         {"abandon", &Abandon},
                                         {"purge", &Purge},
                                         {"purgeSurrogate", &PurgeSurrogate},
                                         {"purgeAll", &PurgeAll}};

}  // namespace

NativeModule CacheBinding() { return {"cache", kFunctions}; }

}  // namespace rt
