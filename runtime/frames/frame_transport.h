#ifndef RUNTIME_FRAMES_FRAME_TRANSPORT_H_
#define RUNTIME_FRAMES_FRAME_TRANSPORT_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "runtime/frames/frame.h"

namespace rt {

// What carries frames to another rt and back, whatever it is made of: so that
// what two of them say is written once. One thread, which is the transport's.
class FrameTransport {
 public:
  // May destroy the transport in each of its functions.
  class Delegate {
   public:
    virtual ~Delegate() = default;

    // An error ends the reading, with that error.
    virtual absl::Status OnFrame(Frame frame) = 0;

    // The queue was full, and now has room.
    virtual void OnRoom() = 0;

    // After Finish(): all that was sent is out of this process's hands.
    virtual void OnFinished() = 0;

    // Nothing more will come: OK where the other side closed between two
    // frames, DataLoss where it broke off in one or sent what is none, else
    // what went wrong on the way. Called once.
    virtual void OnEnd(absl::Status status) = 0;
  };

  virtual ~FrameTransport() = default;

  // Begins to read. Once, before all else; what it has to tell comes later. The
  // delegate outlives the transport.
  virtual void Start(Delegate &delegate) = 0;

  // Queues a frame. What can't be written, as nobody reads it any more, is
  // dropped: OnEnd() tells.
  virtual void Send(uint8_t type, absl::string_view payload) = 0;

  // Whether WriteQueue::kFullBytes are queued. Whoever has more to send waits
  // then.
  virtual bool IsFull() const = 0;

  // Nothing more will be sent: closes this direction behind what is queued.
  virtual void Finish() = 0;
};

}  // namespace rt

#endif  // RUNTIME_FRAMES_FRAME_TRANSPORT_H_
