#ifndef RUNTIME_IPC_FRAME_SOCKET_H_
#define RUNTIME_IPC_FRAME_SOCKET_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "runtime/base/unique_fd.h"
#include "runtime/frames/frame.h"
#include "runtime/ipc/io_thread.h"

namespace rt {

// Frames over a stream socket, both ways at once. On the IoThread, which
// outlives it.
class FrameSocket {
 public:
  // May destroy the socket in each of its functions.
  class Delegate {
   public:
    virtual ~Delegate() = default;

    // An error ends the reading, with that error.
    virtual absl::Status OnFrame(Frame frame) = 0;

    // The queue was kFullBytes or longer, and now has room.
    virtual void OnRoom() = 0;

    // All that was sent has reached the kernel, after Finish().
    virtual void OnFinished() = 0;

    // Nothing more will come: OK where the other side closed between two
    // frames, DataLoss where it broke off in one or sent what is none, else
    // what the system said. Called once.
    virtual void OnEnd(absl::Status status) = 0;
  };

  // Whoever has more to send waits while as much is queued.
  static constexpr size_t kFullBytes = size_t{1} << 20;

  FrameSocket(IoThread& io, UniqueFd socket, Delegate& delegate);
  ~FrameSocket();
  FrameSocket(const FrameSocket&) = delete;
  FrameSocket& operator=(const FrameSocket&) = delete;

  // Queues a frame. What can't be written, as nobody reads it any more, is
  // dropped: OnEnd() tells.
  void Send(uint8_t type, absl::string_view payload);
  bool IsFull() const;

  // Nothing more will be sent: closes this direction behind what is queued.
  void Finish();

 private:
  struct Impl;

  const std::shared_ptr<Impl> impl_;
};

}  // namespace rt

#endif  // RUNTIME_IPC_FRAME_SOCKET_H_
