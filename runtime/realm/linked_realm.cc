#include "runtime/realm/linked_realm.h"

#include <utility>

#include "runtime/realm/realm_label.h"
#include "runtime/realm/realm_registry.h"

namespace rt {

LinkedRealm::LinkedRealm(RealmRegistry& registry, IoThread& io,
                         Realm::Options options, ChildRealm::OnEnd on_end,
                         Delegate& delegate)
    : registry_(registry),
      io_(io),
      label_(RealmLabel(options.info)),
      options_(std::move(options)),
      on_end_(std::move(on_end)),
      delegate_(delegate) {}

void LinkedRealm::Start(std::unique_ptr<FrameTransport> transport,
                        RealmStart start) {
  registry_.CountOutside(1);
  link_ = RealmLink::Create(io_, std::move(transport), *this);
  start.info = options_.info;
  start.data = std::move(options_.data);
  link_->Send(RealmFrame::kStart, Encode(start));
  link_->Open(RealmChannel::kPort, *std::move(options_.port));
  link_->Open(RealmChannel::kCalls, *std::move(options_.calls));
  for (const std::string& payload : unsent_) {
    link_->Send(RealmFrame::kAskUsage, payload);
  }
  unsent_.clear();
}

void LinkedRealm::Send(RealmFrame type, absl::string_view payload) {
  link_->Send(type, payload);
}

void LinkedRealm::AskUsage(ChildRealm::UsageAnswer answer) {
  if (is_over()) return;
  std::string payload = questions_.Ask(std::move(answer));
  if (link_ == nullptr) {
    unsent_.push_back(std::move(payload));
  } else {
    link_->Send(RealmFrame::kAskUsage, payload);
  }
}

absl::Status LinkedRealm::OnFrame(RealmFrame type, FieldReader fields) {
  if (farewell_.has_value()) return NoSuchPayload(type);
  if (type == RealmFrame::kUsage) return questions_.Take(fields);
  if (type != RealmFrame::kEnd) return delegate_.OnFrame(type, fields);
  absl::StatusOr<RealmFarewell> farewell = ReadFarewell(fields);
  if (!farewell.ok()) return farewell.status();
  farewell_ = *std::move(farewell);
  delegate_.OnFarewell();
  return absl::OkStatus();
}

void LinkedRealm::OnEnd(absl::Status status) {
  link_end_ = std::move(status);
  delegate_.OnLinkEnd();
}

RealmResult LinkedRealm::Result(
    absl::FunctionRef<absl::Status()> what_went_wrong) {
  // A way that is cut behind the farewell has brought all.
  const bool is_broken = link_end_.has_value() && absl::IsDataLoss(*link_end_);
  if (farewell_.has_value() && !is_broken) {
    registry_.CountOutside(farewell_->realms_made);
    return std::move(farewell_->result);
  }
  if (!is_terminated_) return ErrorResult(what_went_wrong());
  RealmResult result;
  result.end = RealmEnd::kTerminated;
  return result;
}

void LinkedRealm::Conclude(RealmResult result) {
  questions_.Drop();
  link_.reset();
  options_.port.reset();
  options_.calls.reset();
  std::exchange(on_end_, nullptr)(std::move(result));
}

}  // namespace rt
