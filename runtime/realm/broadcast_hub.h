#ifndef RUNTIME_REALM_BROADCAST_HUB_H_
#define RUNTIME_REALM_BROADCAST_HUB_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "runtime/realm/message.h"
#include "runtime/realm/port.h"

namespace rt {

// The BroadcastChannels of a process
// (https://html.spec.whatwg.org/#broadcasting-to-other-browsing-contexts), by
// their names. Each is a member, whose messages come through a channel of its
// own. Owned by the RealmRegistry; any thread.
class BroadcastHub {
 public:
  struct Member {
    uint64_t id;
    PortEnd end;
  };

  // A new member. It leaves when its end is closed.
  Member Join(const std::string& name);

  // To all members of the name but `from`, in the order in which they joined.
  // The message has neither ports nor transferred buffers.
  void Post(const std::string& name, uint64_t from, const Message& message);

 private:
  // Forgets those that left.
  static void Prune(std::vector<Member>& members);

  absl::Mutex mutex_;
  uint64_t last_id_ ABSL_GUARDED_BY(mutex_) = 0;
  // The hub's ends.
  absl::flat_hash_map<std::string, std::vector<Member>> members_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // RUNTIME_REALM_BROADCAST_HUB_H_
