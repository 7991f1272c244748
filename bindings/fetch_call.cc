#include "bindings/fetch_call.h"

#include <utility>

#include "bindings/fetch_calls.h"
#include "bindings/glue/pending_promises.h"
#include "runtime/base/check.h"
#include "runtime/engine/byte_string.h"

namespace rt {
namespace {

using Outcome = BackendObservation::Outcome;

}  // namespace

FetchCall::FetchCall(IsolateHost& host, uint32_t id, BackendWatch watch)
    : host_(host), id_(id), watch_(std::move(watch)) {}

void FetchCall::Close(Outcome outcome) {
  EndObservation(outcome);
  call_.reset();
  has_ended_ = true;
}

v8::Local<v8::Promise> FetchCall::Start(v8::Isolate* isolate,
                                        HttpClient& client,
                                        HttpRequest request) {
  const v8::Local<v8::Promise> promise = Begin(isolate, head_promise_);
  HttpCall::Delegate& delegate = *this;
  call_ = std::make_unique<HttpCall>(client, std::move(request), delegate);
  return promise;
}

v8::Local<v8::Promise> FetchCall::Read(v8::Isolate* isolate) {
  const v8::Local<v8::Promise> promise = Begin(isolate, body_promise_);
  Tell(isolate);
  return promise;
}

v8::Local<v8::Promise> FetchCall::ReadAll(v8::Isolate* isolate) {
  const v8::Local<v8::Promise> promise = Begin(isolate, body_promise_);
  wants_all_ = true;
  if (head_->body_size > 0) {
    body_.Expect(static_cast<size_t>(head_->body_size));
  }
  Tell(isolate);
  if (body_promise_) MakeRoom();
  return promise;
}

v8::Local<v8::Promise> FetchCall::Write(v8::Isolate* isolate,
                                        HttpRequest::Bytes part) {
  const v8::Local<v8::Promise> promise = Begin(isolate, room_promise_);
  has_room_ = false;
  const bool is_last = part.bytes.empty();
  if (call_ != nullptr) call_->Write(std::move(part));
  if (is_last) has_room_ = true;
  Tell(isolate);
  return promise;
}

void FetchCall::Cancel(v8::Isolate* isolate, bool is_abort) {
  Close(is_abort || !head_ ? Outcome::kCancelled : Outcome::kIncomplete);
  status_ = absl::CancelledError("the call was cancelled");
  is_read_ = true;
  Tell(isolate);
}

void FetchCall::OnHead(HttpHead head) {
  watch_.TellHead(head.status);
  head_ = std::move(head);
  PostTell();
}

bool FetchCall::OnBody(absl::Span<const char> bytes) {
  if (!wants_all_ && body_.size() >= kFull) {
    is_held_ = true;
    return false;
  }
  if (body_.size() + bytes.size() > host_.buffers().limit() ||
      !body_.Append(bytes)) {
    is_held_ = true;
    status_ = absl::ResourceExhaustedError(
        "the body of the answer is larger than the memory that is left for it");
    PostTell();
    return false;
  }
  PostTell();
  return true;
}

void FetchCall::OnRoom() {
  has_room_ = true;
  PostTell();
}

void FetchCall::OnEnd(absl::Status status) {
  Close(status.ok() ? Outcome::kOk : Outcome::kNetworkError);
  if (status_.ok()) status_ = std::move(status);
  PostTell();
}

v8::Local<v8::Promise> FetchCall::Begin(v8::Isolate* isolate,
                                        Promise& promise) {
  RT_CHECK(!promise);
  const PendingPromises::Started started =
      StateOf<PendingPromises>(isolate).Start(isolate);
  promise = started.id;
  return started.promise;
}

// Much may come before it is the realm's turn: one task tells it all.
void FetchCall::PostTell() {
  if (is_told_ || (!head_promise_ && !body_promise_ && !room_promise_)) return;
  is_told_ = true;
  host_.loop().Post([self = shared_from_this()] {
    self->is_told_ = false;
    self->Tell(v8::Isolate::GetCurrent());
  });
}

void FetchCall::Tell(v8::Isolate* isolate) {
  // A body that is too large for what is left.
  if (!status_.ok() && call_ != nullptr) Close(Outcome::kIncomplete);
  TellHead(isolate);
  TellBody(isolate);
  TellRoom(isolate);
  if (has_ended_ && is_read_ && !room_promise_) {
    StateOf<FetchCalls>(isolate).Remove(id_);
  }
}

void FetchCall::TellHead(v8::Isolate* isolate) {
  if (!head_promise_) return;
  if (head_) {
    Settle(isolate, head_promise_, HeadValue(isolate));
  } else if (has_ended_) {
    is_read_ = true;
    Settle(isolate, head_promise_, status_);
  }
}

FetchCall::Value FetchCall::HeadValue(v8::Isolate* isolate) {
  v8::Local<v8::Value> body = v8::Null(isolate);
  if (has_ended_ && status_.ok()) {
    Value all = body_.Take(isolate);
    if (!all.ok()) return all;
    body = *all;
    is_read_ = true;
  }
  v8::Local<v8::Value> parts[] = {
      v8::Integer::New(isolate, head_->status),
      NewByteString(isolate, head_->reason),
      NewByteString(isolate, head_->header_lines),
      v8::Number::New(isolate, static_cast<double>(head_->body_size)),
      v8::Boolean::New(isolate, head_->is_decoded),
      body};
  return v8::Array::New(isolate, parts, std::size(parts)).As<v8::Value>();
}

void FetchCall::TellBody(v8::Isolate* isolate) {
  if (!body_promise_) return;
  if (!status_.ok() && (wants_all_ || body_.size() == 0)) {
    is_read_ = true;
    Settle(isolate, body_promise_, status_);
  } else if (wants_all_ ? has_ended_ : body_.size() > 0) {
    is_read_ = wants_all_;
    Settle(isolate, body_promise_, body_.Take(isolate));
    MakeRoom();
  } else if (has_ended_) {
    is_read_ = true;
    Settle(isolate, body_promise_, v8::Null(isolate).As<v8::Value>());
  }
}

void FetchCall::TellRoom(v8::Isolate* isolate) {
  if (!room_promise_ || (!has_room_ && !has_ended_)) return;
  Settle(isolate, room_promise_,
         v8::Boolean::New(isolate, !has_ended_).As<v8::Value>());
}

void FetchCall::Settle(v8::Isolate* isolate, Promise& promise, Value value) {
  const uint64_t id = *std::exchange(promise, std::nullopt);
  StateOf<PendingPromises>(isolate).Settle(
      isolate, id, [value = std::move(value)](v8::Isolate*) { return value; });
}

void FetchCall::MakeRoom() {
  if (std::exchange(is_held_, false) && call_ != nullptr) call_->Resume();
}

void FetchCall::EndObservation(Outcome outcome) {
  if (!watch_.is_on()) return;
  watch_.TellEnd(
      host_, outcome,
      call_ != nullptr ? call_->Figures() : BackendObservation::End());
}

}  // namespace rt
