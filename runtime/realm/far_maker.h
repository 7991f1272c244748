#ifndef RUNTIME_REALM_FAR_MAKER_H_
#define RUNTIME_REALM_FAR_MAKER_H_

#include <memory>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "runtime/frames/fields.h"
#include "runtime/frames/frame_transport.h"
#include "runtime/ipc/io_thread.h"
#include "runtime/realm/child_realm.h"
#include "runtime/realm/realm.h"
#include "runtime/realm/realm_frames.h"
#include "runtime/realm/realm_link.h"

namespace rt {

// The maker of a realm, to the process that has the realm: what it says, and
// the way to tell it something. All on the IoThread.
class FarMaker : private RealmLink::Delegate {
 public:
  // May destroy the FarMaker in OnFinished() and OnGone().
  class Delegate {
   public:
    virtual ~Delegate() = default;

    // Once, before all else: what it wants to run. `realm` has what it gives
    // the realm: its data, and the ends of the two channels.
    virtual absl::Status OnStart(RealmStart start, Realm::Options realm) = 0;

    virtual void AskUsage(ChildRealm::UsageAnswer answer) = 0;

    // A frame of another type. An error ends the reading, with it.
    virtual absl::Status OnFrame(RealmFrame type, FieldReader /*fields*/) {
      return NoSuchPayload(type);
    }

    // After Finish(): all has gone out that could.
    virtual void OnFinished() = 0;

    // Nothing more will come, as FrameTransport::Delegate says. Once.
    virtual void OnGone(absl::Status status) = 0;
  };

  // Both outlive it.
  FarMaker(IoThread& io, std::unique_ptr<FrameTransport> transport,
           Delegate& delegate);

  void Send(RealmFrame type, absl::string_view payload);

  // Tells how the realm ended, behind all its messages. Nothing after it.
  void Finish(const RealmFarewell& farewell);

 private:
  // RealmLink::Delegate
  absl::Status OnFrame(RealmFrame type, FieldReader fields) override;
  void OnFinished() override { delegate_.OnFinished(); }
  void OnEnd(absl::Status status) override {
    delegate_.OnGone(std::move(status));
  }

  absl::Status Start(FieldReader fields);
  absl::Status AnswerUsage(FieldReader fields);

  IoThread& io_;
  Delegate& delegate_;
  PortEnd port_;
  PortEnd calls_;
  bool has_started_ = false;
  std::shared_ptr<RealmLink> link_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_FAR_MAKER_H_
