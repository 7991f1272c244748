#ifndef RUNTIME_REALM_REALM_LINK_H_
#define RUNTIME_REALM_REALM_LINK_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "runtime/frames/fields.h"
#include "runtime/frames/frame_transport.h"
#include "runtime/ipc/io_thread.h"
#include "runtime/realm/port.h"
#include "runtime/realm/realm_frames.h"

namespace rt {

// One side of what connects a realm with its maker in another process: carries
// the messages of their channels. Each channel is one of this process, with an
// end in a realm here and one in the link, and goes on in the link's frames.
//
// Whoever waits for room in a channel waits for its reader in the other
// process: a message counts until that has taken it. Nobody waits for another
// channel's reader.
//
// On the IoThread, which outlives it.
class RealmLink : public std::enable_shared_from_this<RealmLink>,
                  private FrameTransport::Delegate {
 public:
  // May let go of the link in each of its functions.
  class Delegate {
   public:
    virtual ~Delegate() = default;

    // A frame that is of no channel. An error ends the reading, with it.
    virtual absl::Status OnFrame(RealmFrame type, FieldReader fields) = 0;

    // After Finish(): all has gone out that could.
    virtual void OnFinished() {}

    // Nothing more will come, as FrameTransport::Delegate says. Once.
    virtual void OnEnd(absl::Status status) = 0;
  };

  static std::shared_ptr<RealmLink> Create(
      IoThread& io, std::unique_ptr<FrameTransport> transport,
      Delegate& delegate);

  // Carries on what is for this end, from here on. Before the first turn of the
  // thread after Create(): what comes for a channel that is not open is lost.
  void Open(RealmChannel channel, PortEnd end);

  void Send(RealmFrame type, absl::string_view payload);

  // What is in the channels goes out, then this frame, and nothing after it.
  void Finish(RealmFrame type, absl::string_view payload);

 private:
  struct Channel {
    // Nothing before Open(), and when it is closed.
    std::optional<PortEnd> end;
    // Messages that were given to it, and that the other side was told of as
    // read.
    uint64_t given = 0;
    uint64_t reported = 0;
  };

  RealmLink(IoThread& io, Delegate& delegate) : io_(io), delegate_(delegate) {}

  // FrameTransport::Delegate
  absl::Status OnFrame(Frame frame) override;
  void OnRoom() override;
  void OnFinished() override { delegate_.OnFinished(); }
  void OnEnd(absl::Status status) override;

  void Carry(RealmChannel name);
  void ReportRead(RealmChannel name);
  absl::Status Take(RealmFrame type, RealmChannel name, FieldReader& fields);
  Channel& ChannelOf(RealmChannel name) {
    return channels_[static_cast<size_t>(name)];
  }

  IoThread& io_;
  Delegate& delegate_;
  std::array<Channel, kRealmChannels> channels_;
  bool is_finishing_ = false;
  std::unique_ptr<FrameTransport> transport_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_REALM_LINK_H_
