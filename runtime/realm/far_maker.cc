#include "runtime/realm/far_maker.h"

#include <cstdint>
#include <string>
#include <utility>

namespace rt {

FarMaker::FarMaker(IoThread& io, std::unique_ptr<FrameTransport> transport,
                   Delegate& delegate)
    : io_(io), delegate_(delegate) {
  auto [port, port_there] = PortEnd::CreateChannel(Reach::kOtherProcess);
  auto [calls, calls_there] = PortEnd::CreateChannel(Reach::kOtherProcess);
  port_ = std::move(port);
  calls_ = std::move(calls);
  link_ = RealmLink::Create(io_, std::move(transport), *this);
  // Before anything is read: messages may come right behind the start.
  link_->Open(RealmChannel::kPort, std::move(port_there));
  link_->Open(RealmChannel::kCalls, std::move(calls_there));
}

void FarMaker::Send(RealmFrame type, absl::string_view payload) {
  link_->Send(type, payload);
}

void FarMaker::Finish(const RealmFarewell& farewell) {
  link_->Finish(RealmFrame::kEnd, Encode(farewell));
}

absl::Status FarMaker::OnFrame(RealmFrame type, FieldReader fields) {
  if (type == RealmFrame::kStart) return Start(fields);
  if (!has_started_) return NoSuchPayload(type);
  if (type == RealmFrame::kAskUsage) return AnswerUsage(fields);
  return delegate_.OnFrame(type, fields);
}

absl::Status FarMaker::Start(FieldReader fields) {
  if (has_started_) return NoSuchPayload(RealmFrame::kStart);
  absl::StatusOr<RealmStart> start = ReadStart(fields);
  if (!start.ok()) return start.status();
  has_started_ = true;
  Realm::Options realm;
  realm.info = start->info;
  realm.data = std::move(start->data);
  realm.port = std::move(port_);
  realm.calls = std::move(calls_);
  return delegate_.OnStart(*std::move(start), std::move(realm));
}

// A question that is not answered, as the realm has ended, is so on the other
// side.
absl::Status FarMaker::AnswerUsage(FieldReader fields) {
  const uint32_t question = fields.U32();
  if (!fields.AtEnd()) return NoSuchPayload(RealmFrame::kAskUsage);
  delegate_.AskUsage([&io = io_, weak = std::weak_ptr<RealmLink>(link_),
                      question](const RealmUsage& usage) {
    io.Post([weak, question, usage] {
      const std::shared_ptr<RealmLink> link = weak.lock();
      if (link == nullptr) return;
      std::string payload;
      AppendU32(payload, question);
      AppendUsage(payload, usage);
      link->Send(RealmFrame::kUsage, payload);
    });
  });
  return absl::OkStatus();
}

}  // namespace rt
