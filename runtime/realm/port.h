#ifndef RUNTIME_REALM_PORT_H_
#define RUNTIME_REALM_PORT_H_

#include <cstddef>
#include <memory>
#include <utility>

#include "absl/functional/any_invocable.h"
#include "absl/strings/string_view.h"

namespace rt {

struct Message;

// How far a channel goes, which says what its messages may hold: memory that is
// shared, and ports, stay within the process.
enum class Reach { kProcess, kOtherProcess };

// From a realm of this kind (RealmInfo) to its maker.
inline Reach ReachOfKind(absl::string_view kind) {
  return kind == "process" || kind == "remote" ? Reach::kOtherProcess
                                               : Reach::kProcess;
}

// One end of a channel: two queues of messages, one each way, between two ends
// that may be in different realms. A plain value that moves, also inside of a
// message; what is queued for it moves with it.
//
// One thread at a time uses an end (its realm's); the two ends of a channel may
// be used by two threads at once. Destroying an end closes the channel, as
// Close() does.
class PortEnd {
 public:
  static std::pair<PortEnd, PortEnd> CreateChannel(
      Reach reach = Reach::kProcess);

  // Belongs to no channel, as after a move: only to be assigned to.
  PortEnd();
  PortEnd(PortEnd&& other) noexcept;
  PortEnd& operator=(PortEnd&& other) noexcept;
  ~PortEnd();

  Reach reach() const;

  // Queues a message for the other end; drops it where that is closed. True
  // where kFull messages or more wait there now.
  bool Post(std::unique_ptr<Message> message);

  // A writer that is to wait for its reader waits from kFull messages on until
  // kLow or fewer are left: the two do not go to and fro at every message.
  static constexpr size_t kFull = 1000;
  static constexpr size_t kLow = 500;
  // Has the wake function of this end called when the other end has taken its
  // messages down to `left`, or is closed. False where that is so already.
  bool AwaitRoom(size_t left = kLow);
  // After AwaitRoom(): whether the time has come.
  bool HasRoom() const;

  // Messages that wait at the other end.
  size_t waiting() const;

  // The next message for this end; null where there is none.
  std::unique_ptr<Message> Take();

  // The same, for who carries it on to where it is read: for the writer it
  // waits until it was Delivered(), which is false where fewer are on their
  // way.
  std::unique_ptr<Message> Forward();
  bool Delivered(size_t count);

  // No message waits for this end.
  bool IsEmpty() const;

  // No message will be queued for this end any more: the other one is closed.
  bool IsEnded() const;

  // `wake` is called, on any thread, when there is something new here: a
  // message, or the other end's close; once for many, until Rearm(). It is
  // called at once where something is here already. Null: nobody is told. The
  // one that was there before may still be called, and two threads may call one
  // at a time: who woke up does not have to wait for the one that woke it.
  void SetWake(absl::AnyInvocable<void()> wake);
  void Rearm();

  // The other end gets what was posted before, and is told. What waits here is
  // destroyed.
  void Close();

  // Names this end, and the one at the other side of its channel, among the
  // ends that exist.
  const void* key() const { return in_.get(); }
  const void* peer_key() const { return out_.get(); }

 private:
  struct Queue;

  PortEnd(std::shared_ptr<Queue> in, std::shared_ptr<Queue> out);
  void TellWriter();

  std::shared_ptr<Queue> in_;
  std::shared_ptr<Queue> out_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_PORT_H_
