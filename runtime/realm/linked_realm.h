#ifndef RUNTIME_REALM_LINKED_REALM_H_
#define RUNTIME_REALM_LINKED_REALM_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "runtime/frames/frame_transport.h"
#include "runtime/ipc/io_thread.h"
#include "runtime/realm/child_realm.h"
#include "runtime/realm/realm.h"
#include "runtime/realm/realm_frames.h"
#include "runtime/realm/realm_link.h"
#include "runtime/realm/usage_questions.h"

namespace rt {

// A realm at the other side of a link, to the one who made it: what does not
// depend on where that is. Says with what it starts, asks what it uses, hears
// its farewell, and tells its maker once how it ended.
//
// Part of a ChildRealm of some kind, which makes the link's transport and sees
// to its end. On the IoThread, but for the constructor.
class LinkedRealm : private RealmLink::Delegate {
 public:
  // May conclude the realm in each of its functions.
  class Delegate {
   public:
    virtual ~Delegate() = default;

    // A frame that not all kinds of realms send. An error ends the reading.
    virtual absl::Status OnFrame(RealmFrame type, FieldReader fields) = 0;

    // The realm has told how it ended, and nothing more will come of it but the
    // link's end.
    virtual void OnFarewell() = 0;

    // Nothing more will come, as RealmLink::Delegate says. Once.
    virtual void OnLinkEnd() = 0;
  };

  LinkedRealm(RealmRegistry& registry, IoThread& io, Realm::Options options,
              ChildRealm::OnEnd on_end, Delegate& delegate);

  // "realm 3 (parser)"
  const std::string& label() const { return label_; }

  // Starts the link, and the realm with it: with its own info and data, and
  // what `start` has of the rest. Once, and not after the end.
  void Start(std::unique_ptr<FrameTransport> transport, RealmStart start);

  // After Start(), before the end.
  void Send(RealmFrame type, absl::string_view payload);

  // Also before Start().
  void AskUsage(ChildRealm::UsageAnswer answer);

  // It was asked to end.
  void SetTerminated() { is_terminated_ = true; }

  bool has_farewell() const { return farewell_.has_value(); }
  // Nothing while the link is there.
  const std::optional<absl::Status>& link_end() const { return link_end_; }

  // How it ended: as it said itself, where its link did not break the rules;
  // 'terminated', where it was asked to; else by this error.
  RealmResult Result(absl::FunctionRef<absl::Status()> what_went_wrong);

  // Closes the channels, behind all that came, and tells the maker, which may
  // destroy this at once: the last that is done with it.
  void Conclude(RealmResult result);
  bool is_over() const { return on_end_ == nullptr; }

 private:
  // RealmLink::Delegate
  absl::Status OnFrame(RealmFrame type, FieldReader fields) override;
  void OnEnd(absl::Status status) override;

  RealmRegistry& registry_;
  IoThread& io_;
  const std::string label_;
  Realm::Options options_;
  ChildRealm::OnEnd on_end_;  // null: it is over
  Delegate& delegate_;
  std::shared_ptr<RealmLink> link_;  // from Start() to the end
  UsageQuestions questions_;
  // Questions of before Start().
  std::vector<std::string> unsent_;
  bool is_terminated_ = false;
  std::optional<RealmFarewell> farewell_;
  std::optional<absl::Status> link_end_;
};

}  // namespace rt

#endif  // RUNTIME_REALM_LINKED_REALM_H_
