#include "bindings/served_request.h"

#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"
#include "bindings/http_servers.h"
#include "runtime/engine/status_error.h"
#include "runtime/net/http/loop_id.h"
#include "runtime/net/net_error.h"

namespace rt {
namespace {

constexpr int kSwitchingProtocols = 101;
constexpr int kLoopDetected = 508;

absl::Status BodyError(HttpEnd end) {
  return end == HttpEnd::kRefused
             ? WithCode(absl::FailedPreconditionError(
                            "the request's body is malformed, too large or too "
                            "slow: it was refused"),
                        kBrokenProtocol)
             : WithCode(absl::UnavailableError(
                            "the client left before its request was whole, or "
                            "the request was answered"),
                        kCutConnection);
}

// Bytes that no JavaScript has to copy; null where they are too many.
v8::Local<v8::Value> ToBytes(v8::Isolate* isolate, BodyBuffer bytes) {
  if (bytes.empty())
    return v8::Uint8Array::New(v8::ArrayBuffer::New(isolate, 0), 0, 0);
  const size_t size = bytes.size();
  std::unique_ptr<v8::BackingStore> store = v8::ArrayBuffer::NewBackingStore(
      bytes.Release(), size, [](void* data, size_t, void*) { free(data); },
      nullptr);
  return v8::Uint8Array::New(v8::ArrayBuffer::New(isolate, std::move(store)), 0,
                             size);
}

void Resolve(v8::Isolate* isolate, v8::Global<v8::Promise::Resolver>& resolver,
             v8::Local<v8::Value> value) {
  const v8::Local<v8::Promise::Resolver> promise = resolver.Get(isolate);
  resolver.Reset();
  // Fails only where the realm is being terminated.
  const v8::Maybe<bool> ignored =
      promise->Resolve(isolate->GetCurrentContext(), value);
  static_cast<void>(ignored);
}

void Reject(v8::Isolate* isolate, v8::Global<v8::Promise::Resolver>& resolver,
            const absl::Status& status) {
  const v8::Local<v8::Promise::Resolver> promise = resolver.Get(isolate);
  resolver.Reset();
  const v8::Maybe<bool> ignored = promise->Reject(isolate->GetCurrentContext(),
                                                  StatusError(isolate, status));
  static_cast<void>(ignored);
}

}  // namespace

bool ServedRequest::Begin(HttpExchange* exchange, uint32_t server,
                          const std::string& loop_id) {
  exchange_ = exchange;
  server_ = server;
  loop_id_ = &loop_id;
  exchange->set_listener(this);
  loops_.clear();
  end_ = HttpEnd::kAnswered;
  has_failed_ = is_loop_ = has_room_ = false;
  is_half_closed_ = exchange->is_half_closed();
  id_ = servers_.contexts().Add(this);
  Observe();
  if (!exchange->head().names_loop) return true;
  const std::string came_by = exchange->head().ValuesOf("cdn-loop");
  if (!NamesLoopId(came_by, loop_id)) {
    loops_ = WithLoopId(came_by, loop_id);
    return true;
  }
  is_loop_ = true;
  OnHead(kLoopDetected);
  exchange->Answer({.status = kLoopDetected}, "");
  return false;
}

void ServedRequest::Observe() {
  RequestObserver* const observer = servers_.observer();
  if (observer == nullptr) return;
  const RequestHead& head = exchange_->head();
  observation_ = observer->OnRequestStart({.id = NewRequestId(),
                                           .realm_id = servers_.realm_id(),
                                           .method = head.method,
                                           .target = head.target,
                                           .start_ns = exchange_->start_ns()});
  if (observation_ == nullptr || !observation_->WantsHeaders()) return;
  for (const HttpField& field : head.fields) {
    observation_->OnRequestHeader(
        {field.name, static_cast<int64_t>(field.value.size())});
  }
}

absl::string_view ServedRequest::loops() {
  return loops_.empty() ? absl::string_view(*loop_id_)
                        : absl::string_view(loops_);
}

void ServedRequest::OnHead(int status) {
  if (observation_ != nullptr) observation_->OnHeaderFlush(status);
}

AcceptedSocket ServedRequest::Upgrade() {
  OnHead(kSwitchingProtocols);
  if (observation_ != nullptr) observation_->OnHijack();
  return exchange_->Upgrade();
}

v8::Local<v8::Value> ServedRequest::Start(v8::Isolate* isolate,
                                          Resolver& resolver) {
  const v8::Local<v8::Promise::Resolver> made =
      v8::Promise::Resolver::New(isolate->GetCurrentContext()).ToLocalChecked();
  resolver.Reset(isolate, made);
  return made->GetPromise();
}

v8::Local<v8::Value> ServedRequest::ReadBody(v8::Isolate* isolate, bool whole) {
  v8::Local<v8::Value> promise = Start(isolate, body_);
  reads_whole_ = whole;
  if (exchange_ == nullptr || exchange_->HasBody(whole)) {
    TellBody(isolate);
  } else {
    exchange_->AwaitBody(whole);
  }
  return promise;
}

void ServedRequest::TellBody(v8::Isolate* isolate) {
  if (body_.IsEmpty()) return;
  if (exchange_ == nullptr) {
    Reject(isolate, body_, BodyError(end_));
    return;
  }
  if (!exchange_->HasBody(reads_whole_)) return;
  BodyBuffer bytes = exchange_->TakeBody();
  if (observation_ != nullptr && exchange_->is_body_complete()) {
    observation_->OnRequestBody(exchange_->body_bytes());
  }
  if (bytes.empty() && !reads_whole_) {
    Resolve(isolate, body_, v8::Null(isolate));
  } else if (!IsolateHost::Of(isolate).buffers().Admit(bytes.size())) {
    Reject(isolate, body_,
           absl::ResourceExhaustedError(
               absl::StrCat("the body's ", bytes.size(),
                            " bytes are more than ArrayBuffers may still take "
                            "here (--max-heap)")));
  } else {
    Resolve(isolate, body_, ToBytes(isolate, std::move(bytes)));
  }
}

v8::Local<v8::Value> ServedRequest::AwaitRoom(v8::Isolate* isolate) {
  return Start(isolate, room_);
}

void ServedRequest::TellRoom(v8::Isolate* isolate) {
  if (room_.IsEmpty() || (!has_room_ && exchange_ != nullptr)) return;
  has_room_ = false;
  Resolve(isolate, room_, v8::Boolean::New(isolate, exchange_ != nullptr));
}

void ServedRequest::WatchAbort(v8::Isolate* isolate,
                               v8::Local<v8::Function> callback) {
  on_abort_.Reset(isolate, callback);
  if (is_half_closed_) servers_.Schedule(this);
}

void ServedRequest::TellAbort(v8::Isolate* isolate) {
  const bool has_left = exchange_ == nullptr && end_ != HttpEnd::kAnswered;
  if (on_abort_.IsEmpty() || !(has_left || is_half_closed_)) return;
  const v8::Local<v8::Function> callback = on_abort_.Get(isolate);
  on_abort_.Reset();
  v8::MaybeLocal<v8::Value> ignored = callback->Call(
      isolate->GetCurrentContext(), v8::Undefined(isolate), 0, nullptr);
  static_cast<void>(ignored);
}

bool ServedRequest::Tell(v8::Isolate* isolate) {
  const bool is_over = exchange_ == nullptr;
  {
    const AsyncContexts::Scope works_for(isolate, id_);
    TellBody(isolate);
    TellRoom(isolate);
    TellAbort(isolate);
  }
  if (is_over) on_abort_.Reset();
  return !is_over;
}

void ServedRequest::OnBody() { servers_.Schedule(this); }

void ServedRequest::OnRoom() {
  has_room_ = true;
  servers_.Schedule(this);
}

void ServedRequest::OnHalfClosed() {
  is_half_closed_ = true;
  if (!on_abort_.IsEmpty()) servers_.Schedule(this);
}

void ServedRequest::OnEnd(HttpEnd end) {
  HttpExchange& exchange = *std::exchange(exchange_, nullptr);
  end_ = end;
  if (observation_ != nullptr) {
    using Outcome = RequestObservation::Outcome;
    observation_->OnResponseBody(exchange.answer_bytes());
    observation_->OnFinish(end == HttpEnd::kGone      ? Outcome::kAborted
                           : end == HttpEnd::kRefused ? Outcome::kRefused
                           : is_loop_                 ? Outcome::kLoop
                           : has_failed_              ? Outcome::kHandlerFailed
                                                      : Outcome::kNormal,
                           exchange.status());
    observation_.reset();
  }
  servers_.contexts().Remove(id_);
  // Nobody waits for it: the usual end.
  if (body_.IsEmpty() && room_.IsEmpty() &&
      (on_abort_.IsEmpty() || end == HttpEnd::kAnswered)) {
    on_abort_.Reset();
    servers_.Release(this);
    return;
  }
  servers_.Schedule(this);
}

}  // namespace rt
