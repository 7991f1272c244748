#include "runtime/realm/port_table.h"

#include <utility>
#include <vector>

#include "runtime/base/check.h"
#include "runtime/engine/drop_exceptions.h"
#include "runtime/engine/strings.h"
#include "runtime/realm/message.h"
#include "runtime/realm/message_reader.h"

namespace rt {
namespace {

// Messages that one port may deliver before the loop turns to others.
constexpr int kBatch = 64;

}  // namespace

PortTable::PortTable(IsolateHost& host) : host_(host) {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  v8::HandleScope handles(isolate);
  id_property_.Reset(isolate,
                     v8::Private::New(isolate, NewString(isolate, "port id")));
  peer_property_.Reset(
      isolate, v8::Private::New(isolate, NewString(isolate, "port peer")));
}

PortTable::~PortTable() = default;

PortTable::Entry* PortTable::Find(uint32_t id) const {
  const auto found = entries_.find(id);
  return found != entries_.end() ? found->second.get() : nullptr;
}

PortTable::Entry* PortTable::FindPeer(const Entry& entry) const {
  const auto found = ids_.find(entry.end.peer_key());
  return found != ids_.end() ? Find(found->second) : nullptr;
}

v8::MaybeLocal<v8::Object> PortTable::Adopt(IsolateScope& scope, PortEnd end) {
  v8::Isolate* const isolate = scope.isolate();
  const uint32_t id = ++last_id_;
  v8::Local<v8::Value> argument = v8::Integer::NewFromUnsigned(isolate, id);
  v8::Local<v8::Value> made;
  if (!scope.InternalFunction("makePort")
           ->Call(scope.context(), v8::Undefined(isolate), 1, &argument)
           .ToLocal(&made)) {
    return {};
  }
  const v8::Local<v8::Object> object = made.As<v8::Object>();
  object->SetPrivate(scope.context(), id_property_.Get(isolate), argument)
      .Check();

  auto owned = std::make_unique<Entry>();
  Entry& entry = *owned;
  entry.table = this;
  entry.id = id;
  entry.end = std::move(end);
  entry.object.Reset(isolate, object);
  entry.request = AsyncContexts::RunningId(isolate);
  entries_.emplace(id, std::move(owned));
  ids_.emplace(entry.end.key(), id);
  if (Entry* const peer = FindPeer(entry)) Link(scope, entry, *peer);
  Update(entry);
  entry.end.SetWake([loop = host_.shared_loop(), id] { Schedule(*loop, id); });
  return object;
}

void PortTable::Link(IsolateScope& scope, Entry& entry, Entry& peer) {
  v8::Isolate* const isolate = scope.isolate();
  const v8::Local<v8::Private> property = peer_property_.Get(isolate);
  // These handles also keep the entries, while calls into V8 may collect.
  const v8::Local<v8::Object> object = entry.object.Get(isolate);
  const v8::Local<v8::Object> other = peer.object.Get(isolate);
  // Empty where it is garbage that V8 has not told of yet.
  if (other.IsEmpty()) return;
  object->SetPrivate(scope.context(), property, other).Check();
  other->SetPrivate(scope.context(), property, object).Check();
  Update(peer);
}

void PortTable::Unlink(IsolateScope& scope, Entry& entry, Entry& peer) {
  v8::Isolate* const isolate = scope.isolate();
  const v8::Local<v8::Object> objects[] = {entry.object.Get(isolate),
                                           peer.object.Get(isolate)};
  for (const v8::Local<v8::Object>& object : objects) {
    if (object.IsEmpty()) continue;
    object->DeletePrivate(scope.context(), peer_property_.Get(isolate)).Check();
  }
}

void PortTable::Remove(Entry& entry) {
  RT_DCHECK(!full_.contains(entry.id));
  ids_.erase(entry.end.key());
  entries_.erase(entry.id);
}

uint32_t PortTable::IdOf(IsolateScope& scope, v8::Local<v8::Object> object) {
  v8::Local<v8::Value> id;
  if (!object->GetPrivate(scope.context(), id_property_.Get(scope.isolate()))
           .ToLocal(&id) ||
      !id->IsUint32()) {
    return 0;
  }
  return id.As<v8::Uint32>()->Value();
}

Reach PortTable::ReachOf(uint32_t id) const {
  const Entry* const entry = Find(id);
  return entry != nullptr ? entry->end.reach() : Reach::kProcess;
}

void PortTable::Update(Entry& entry) {
  const bool over = entry.end.IsEnded() && entry.end.IsEmpty();
  const bool active = entry.demand != 0 && entry.listening && !over;
  if (!active || !entry.ref) {
    entry.hold = EventLoop::KeepAlive();
  } else {
    entry.hold = host_.loop().Hold();
  }
  const bool strong =
      (active && (FindPeer(entry) == nullptr || !entry.end.IsEmpty())) ||
      !entry.room.IsEmpty();
  if (strong == entry.is_strong) return;
  entry.is_strong = strong;
  if (strong) {
    entry.object.ClearWeak();
  } else {
    entry.object.SetWeak(&entry, &OnCollected,
                         v8::WeakCallbackType::kParameter);
  }
}

void PortTable::OnCollected(const v8::WeakCallbackInfo<Entry>& info) {
  Entry& entry = *info.GetParameter();
  entry.object.Reset();
  // Closes the channel. V8 allows no call into it here, and this makes none:
  // the other end is told by its loop.
  entry.table->Remove(entry);
}

v8::MaybeLocal<v8::Promise> PortTable::Post(IsolateScope& scope, uint32_t id,
                                            std::unique_ptr<Message> message) {
  Entry* const entry = Find(id);
  if (entry == nullptr) return {};
  for (const PortEnd& end : message->ports) {
    // An end cannot receive itself: the message is lost, the channel closed.
    if (end.key() == entry->end.peer_key()) return {};
  }
  const bool is_full = entry->end.Post(std::move(message));
  if (Entry* const peer = FindPeer(*entry)) Update(*peer);
  if (!is_full) return {};
  v8::Isolate* const isolate = scope.isolate();
  if (entry->room.IsEmpty()) {
    v8::Local<v8::Promise::Resolver> resolver;
    if (!v8::Promise::Resolver::New(scope.context()).ToLocal(&resolver) ||
        !entry->end.AwaitRoom()) {
      return {};
    }
    entry->room.Reset(isolate, resolver);
    full_.insert(id);
    Update(*entry);
  }
  return entry->room.Get(isolate)->GetPromise();
}

void PortTable::ResolveRoom(uint32_t id) {
  if (full_.erase(id) == 0) return;
  Entry& entry = *Find(id);
  IsolateScope scope(host_);
  const v8::Local<v8::Promise::Resolver> resolver =
      entry.room.Get(scope.isolate());
  entry.room.Reset();
  Update(entry);
  // Fails only where the realm is being terminated.
  const v8::Maybe<bool> ignored =
      resolver->Resolve(scope.context(), v8::Undefined(scope.isolate()));
  static_cast<void>(ignored);
}

bool PortTable::AwaitsRoom(IsolateScope& scope) const {
  for (const uint32_t id : full_) {
    const Entry& entry = *Find(id);
    // Its reader is in this realm, which has nothing left to do.
    if (FindPeer(entry) != nullptr) continue;
    if (entry.room.Get(scope.isolate())->GetPromise()->HasHandler()) {
      return true;
    }
  }
  return false;
}

std::unique_ptr<Message> PortTable::Take(uint32_t id) {
  Entry* const entry = Find(id);
  if (entry == nullptr) return nullptr;
  std::unique_ptr<Message> message = entry->end.Take();
  if (message != nullptr) Update(*entry);
  return message;
}

void PortTable::SetDemand(uint32_t id, uint32_t demand) {
  Entry* const entry = Find(id);
  if (entry == nullptr || entry->demand == demand) return;
  const bool begins = entry->demand == 0;
  entry->demand = demand;
  Update(*entry);
  // What came before was told, and not wanted.
  if (begins) Schedule(host_.loop(), id);
}

void PortTable::SetListening(uint32_t id, bool listening) {
  Entry* const entry = Find(id);
  if (entry == nullptr) return;
  entry->listening = listening;
  Update(*entry);
}

void PortTable::SetRef(uint32_t id, bool ref) {
  Entry* const entry = Find(id);
  if (entry == nullptr) return;
  entry->ref = ref;
  Update(*entry);
}

void PortTable::Close(uint32_t id) {
  ResolveRoom(id);
  Entry* const entry = Find(id);
  if (entry != nullptr) Remove(*entry);
}

std::optional<PortEnd> PortTable::Release(IsolateScope& scope, uint32_t id) {
  ResolveRoom(id);
  Entry* const entry = Find(id);
  if (entry == nullptr) return std::nullopt;
  Entry* const peer = FindPeer(*entry);
  if (peer != nullptr) Unlink(scope, *entry, *peer);
  entry->end.SetWake(nullptr);
  std::optional<PortEnd> end = std::move(entry->end);
  ids_.erase(end->key());
  entries_.erase(id);
  if (peer != nullptr) Update(*peer);
  return end;
}

bool PortTable::HasUndelivered(uint32_t id) const {
  const Entry* const entry = Find(id);
  return entry != nullptr && entry->demand != 0 && !entry->end.IsEmpty();
}

// On any thread.
void PortTable::Schedule(EventLoop& loop, uint32_t id) {
  loop.Post(
      [id] { StateOf<PortTable>(v8::Isolate::GetCurrent()).Deliver(id); });
}

void PortTable::Deliver(uint32_t id) {
  Entry* entry = Find(id);
  if (entry == nullptr) return;
  if (full_.contains(id) && (entry->end.HasRoom() || entry->end.IsEnded())) {
    ResolveRoom(id);
    // Who waited for it may have closed the port.
    entry = Find(id);
    if (entry == nullptr) return;
  }
  // Of what comes from here on it is told anew.
  if (entry->demand != 0) entry->end.Rearm();
  for (int i = 0; i < kBatch && entry->demand != 0; ++i) {
    std::unique_ptr<Message> message = entry->end.Take();
    if (message == nullptr) break;
    if (entry->demand != kAll) --entry->demand;
    host_.loop().Dispatch([&] { DeliverOne(id, std::move(message)); });
    // The program may have closed or transferred it.
    entry = Find(id);
    if (entry == nullptr || host_.loop().is_stopped()) return;
    if (host_.loop().IsTurnOver()) break;
  }
  Update(*entry);
  if (!entry->end.IsEmpty()) {
    if (entry->demand != 0) Schedule(host_.loop(), id);
    return;
  }
  if (entry->end.IsEnded()) {
    host_.loop().Dispatch([this, id] { DeliverEnd(id); });
  }
}

void PortTable::DeliverOne(uint32_t id, std::unique_ptr<Message> message) {
  Entry* const entry = Find(id);
  if (entry == nullptr) return;
  IsolateScope scope(host_);
  v8::Isolate* const isolate = scope.isolate();
  const v8::Local<v8::Object> object = entry->object.Get(isolate);
  if (object.IsEmpty()) return;
  const AsyncContexts::Scope works_for(isolate, entry->request);
  std::vector<v8::Local<v8::Value>> ports;
  v8::Local<v8::Value> data;
  {
    const DropExceptions drop(isolate);
    if (!ReadMessage(scope, std::move(message), &ports).ToLocal(&data)) {
      if (drop.HasTerminated()) return;
      data.Clear();
    }
  }
  v8::Local<v8::Value> arguments[] = {
      object,
      v8::Boolean::New(isolate, !data.IsEmpty()),
      data.IsEmpty() ? v8::Undefined(isolate).As<v8::Value>() : data,
      v8::Undefined(isolate),
  };
  if (!ports.empty()) {
    arguments[3] = v8::Array::New(isolate, ports.data(), ports.size());
  }
  if (deliver_.IsEmpty()) {
    deliver_.Reset(isolate, scope.InternalFunction("deliverMessage"));
  }
  v8::MaybeLocal<v8::Value> ignored = deliver_.Get(isolate)->Call(
      scope.context(), v8::Undefined(isolate), std::size(arguments), arguments);
  static_cast<void>(ignored);
}

void PortTable::DeliverEnd(uint32_t id) {
  // The other end may have closed since Deliver() looked.
  ResolveRoom(id);
  Entry* const entry = Find(id);
  if (entry == nullptr) return;
  IsolateScope scope(host_);
  v8::Local<v8::Value> object = entry->object.Get(scope.isolate());
  const AsyncContexts::Scope works_for(scope.isolate(), entry->request);
  Remove(*entry);
  if (object.IsEmpty()) return;
  v8::MaybeLocal<v8::Value> ignored = scope.InternalFunction("endPort")->Call(
      scope.context(), v8::Undefined(scope.isolate()), 1, &object);
  static_cast<void>(ignored);
}

}  // namespace rt
