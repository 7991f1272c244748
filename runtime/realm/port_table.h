#ifndef RUNTIME_REALM_PORT_TABLE_H_
#define RUNTIME_REALM_PORT_TABLE_H_

#include <v8.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "runtime/engine/async_context.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/isolate_scope.h"
#include "runtime/loop/event_loop.h"
#include "runtime/realm/port.h"

namespace rt {

// The MessagePorts of one realm: its ends of channels, with the JavaScript
// object of each (modules/web/message_port.ts). The State<PortTable>() of an
// isolate; on its thread.
//
// An object is held only while something may come for it that it listens to:
// while the other end is open in another realm, or a message waits. Ends of one
// channel that are in one realm refer to each other in JavaScript, so that a
// pair that nobody refers to is garbage, and closes.
class PortTable {
 public:
  explicit PortTable(IsolateHost& host);
  ~PortTable();

  // Makes the MessagePort of an end that comes to this realm. Empty where the
  // realm is being terminated.
  v8::MaybeLocal<v8::Object> Adopt(IsolateScope& scope, PortEnd end);

  // The id of a MessagePort of this realm, also of one that is closed or was
  // transferred; 0 for any other object.
  uint32_t IdOf(IsolateScope& scope, v8::Local<v8::Object> object);

  // How far the port's channel goes; kProcess where it is not here.
  Reach ReachOf(uint32_t id) const;

  // The port is here: neither closed nor transferred.
  bool Has(uint32_t id) const { return entries_.contains(id); }

  // What the object `id` does. All do nothing where the port is not here.

  // Where PortEnd::kFull messages or more wait at the other end now: a promise,
  // the same until it is resolved, which is when PortEnd::kLow are left or one
  // of the ends is closed.
  v8::MaybeLocal<v8::Promise> Post(IsolateScope& scope, uint32_t id,
                                   std::unique_ptr<Message> message);
  // Takes the next message out of turn; null where there is none.
  std::unique_ptr<Message> Take(uint32_t id);
  // How many messages it wants to get as events: kAll, or a number that each
  // message lowers by one.
  static constexpr uint32_t kAll = UINT32_MAX;
  void SetDemand(uint32_t id, uint32_t demand);
  // Somebody listens to what it gets: if it demands something, it holds the
  // realm's loop, unless it is told not to by SetRef().
  void SetListening(uint32_t id, bool listening);
  void SetRef(uint32_t id, bool ref);
  void Close(uint32_t id);

  // Takes the end out, to go elsewhere.
  std::optional<PortEnd> Release(IsolateScope& scope, uint32_t id);

  // A message waits that will be delivered.
  bool HasUndelivered(uint32_t id) const;

  // Somebody waits for a promise of Post() that another realm can resolve.
  bool AwaitsRoom(IsolateScope& scope) const;

 private:
  struct Entry {
    PortTable* table;
    uint32_t id;
    PortEnd end;
    v8::Global<v8::Object> object;
    uint32_t demand = 0;
    bool listening = false;
    bool ref = true;
    bool is_strong = true;
    // That the object was made for: its listeners are called for it.
    AsyncContexts::Id request = 0;
    EventLoop::KeepAlive hold;
    // Of the promise of Post(); empty where there is none.
    v8::Global<v8::Promise::Resolver> room;
  };

  Entry* Find(uint32_t id) const;
  // The other end of its channel, where it is in this realm too.
  Entry* FindPeer(const Entry& entry) const;
  // Has the two objects refer to each other, or no longer.
  void Link(IsolateScope& scope, Entry& entry, Entry& peer);
  void Unlink(IsolateScope& scope, Entry& entry, Entry& peer);
  void Remove(Entry& entry);
  // Brings hold and strength in line with the rest.
  void Update(Entry& entry);
  // Any thread.
  static void Schedule(EventLoop& loop, uint32_t id);
  void Deliver(uint32_t id);
  void ResolveRoom(uint32_t id);
  void DeliverOne(uint32_t id, std::unique_ptr<Message> message);
  void DeliverEnd(uint32_t id);
  static void OnCollected(const v8::WeakCallbackInfo<Entry>& info);

  IsolateHost& host_;
  uint32_t last_id_ = 0;
  absl::flat_hash_map<uint32_t, std::unique_ptr<Entry>> entries_;
  absl::flat_hash_map<const void*, uint32_t> ids_;  // by PortEnd::key()
  // The ports that wait for room.
  absl::flat_hash_set<uint32_t> full_;
  // Properties of the objects that no JavaScript sees.
  v8::Global<v8::Private> id_property_;
  v8::Global<v8::Private> peer_property_;
  v8::Global<v8::Function> deliver_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_PORT_TABLE_H_
