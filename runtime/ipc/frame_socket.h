#ifndef RUNTIME_IPC_FRAME_SOCKET_H_
#define RUNTIME_IPC_FRAME_SOCKET_H_

#include <cstdint>
#include <memory>

#include "absl/strings/string_view.h"
#include "runtime/base/unique_fd.h"
#include "runtime/frames/frame_transport.h"
#include "runtime/ipc/io_thread.h"

namespace rt {

// Frames over a stream socket, both ways at once. On the IoThread, which
// outlives it.
class FrameSocket : public FrameTransport {
 public:
  FrameSocket(IoThread& io, UniqueFd socket);
  ~FrameSocket() override;
  FrameSocket(const FrameSocket&) = delete;
  FrameSocket& operator=(const FrameSocket&) = delete;

  void Start(Delegate& delegate) override;
  void Send(uint8_t type, absl::string_view payload) override;
  bool IsFull() const override;
  // All has reached the kernel then.
  void Finish() override;

 private:
  struct Impl;

  const std::shared_ptr<Impl> impl_;
};

}  // namespace rt

#endif  // RUNTIME_IPC_FRAME_SOCKET_H_
