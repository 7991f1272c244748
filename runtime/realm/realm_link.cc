#include "runtime/realm/realm_link.h"

#include <utility>

#include "runtime/realm/message_frames.h"

namespace rt {
namespace {

// Messages that are read before the other side is told.
constexpr uint64_t kReportEvery = 64;
static_assert(kReportEvery < PortEnd::kLow);

std::string PayloadOf(RealmChannel channel) {
  std::string payload;
  AppendU32(payload, static_cast<uint32_t>(channel));
  return payload;
}

}  // namespace

std::shared_ptr<RealmLink> RealmLink::Create(
    IoThread& io, std::unique_ptr<FrameTransport> transport,
    Delegate& delegate) {
  std::shared_ptr<RealmLink> link(new RealmLink(io, delegate));
  link->transport_ = std::move(transport);
  link->transport_->Start(*link);
  return link;
}

void RealmLink::Open(RealmChannel channel, PortEnd end) {
  PortEnd& opened = ChannelOf(channel).end.emplace(std::move(end));
  // Any thread.
  opened.SetWake([&io = io_, weak = weak_from_this(), channel] {
    io.Post([weak, channel] {
      if (const auto link = weak.lock()) link->Carry(channel);
    });
  });
}

void RealmLink::Send(RealmFrame type, absl::string_view payload) {
  transport_->Send(static_cast<uint8_t>(type), payload);
}

void RealmLink::Finish(RealmFrame type, absl::string_view payload) {
  is_finishing_ = true;
  Carry(RealmChannel::kPort);
  Carry(RealmChannel::kCalls);
  Send(type, payload);
  transport_->Finish();
}

void RealmLink::OnRoom() {
  Carry(RealmChannel::kPort);
  Carry(RealmChannel::kCalls);
}

// What the end has for the other side: messages, that it was closed, that the
// ones from there were read.
void RealmLink::Carry(RealmChannel name) {
  Channel& channel = ChannelOf(name);
  if (!channel.end.has_value()) return;
  channel.end->Rearm();
  while (is_finishing_ || !transport_->IsFull()) {
    const std::unique_ptr<Message> message = channel.end->Forward();
    if (message == nullptr) break;
    std::string payload = PayloadOf(name);
    AppendMessage(payload, message.get());
    Send(RealmFrame::kMessage, payload);
  }
  ReportRead(name);
  if (channel.end->IsEnded() && channel.end->IsEmpty()) {
    channel.end.reset();
    Send(RealmFrame::kClosed, PayloadOf(name));
  }
}

void RealmLink::ReportRead(RealmChannel name) {
  Channel& channel = ChannelOf(name);
  do {
    const uint64_t read = channel.given - channel.end->waiting();
    if (read - channel.reported >= kReportEvery) {
      std::string payload = PayloadOf(name);
      AppendU64(payload, read - channel.reported);
      Send(RealmFrame::kDelivered, payload);
      channel.reported = read;
    }
    if (channel.given - channel.reported < kReportEvery) return;
    // Told when as many more are read; if they are not by now.
  } while (
      !channel.end->AwaitRoom(channel.given - channel.reported - kReportEvery));
}

absl::Status RealmLink::OnFrame(Frame frame) {
  const auto type = static_cast<RealmFrame>(frame.type);
  FieldReader fields(frame.payload);
  if (type != RealmFrame::kMessage && type != RealmFrame::kDelivered &&
      type != RealmFrame::kClosed) {
    return delegate_.OnFrame(type, fields);
  }
  const uint32_t channel = fields.U32();
  if (!fields.ok() || channel >= kRealmChannels) return NoSuchPayload(type);
  return Take(type, static_cast<RealmChannel>(channel), fields);
}

absl::Status RealmLink::Take(RealmFrame type, RealmChannel name,
                             FieldReader& fields) {
  Channel& channel = ChannelOf(name);
  // Of one that is closed here, the other side does not know yet.
  const bool is_open = channel.end.has_value();
  if (type == RealmFrame::kMessage) {
    std::unique_ptr<Message> message = ReadMessageFields(fields);
    if (!fields.AtEnd() || message == nullptr) return NoSuchPayload(type);
    if (!is_open) return absl::OkStatus();
    channel.end->Post(std::move(message));
    ++channel.given;
    ReportRead(name);
    return absl::OkStatus();
  }
  const uint64_t count = type == RealmFrame::kDelivered ? fields.U64() : 0;
  if (!fields.AtEnd()) return NoSuchPayload(type);
  if (!is_open) return absl::OkStatus();
  if (type == RealmFrame::kClosed) {
    channel.end.reset();
  } else if (!channel.end->Delivered(count)) {
    return NoSuchPayload(type);
  }
  return absl::OkStatus();
}

void RealmLink::OnEnd(absl::Status status) {
  delegate_.OnEnd(std::move(status));
}

}  // namespace rt
