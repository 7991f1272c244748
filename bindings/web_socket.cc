#include "bindings/web_socket.h"

#include <cstring>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/engine/status_error.h"
#include "runtime/engine/strings.h"
#include "runtime/loop/reactor.h"

namespace rt {
namespace {

// The string's own memory, where that is no small part of it.
v8::Local<v8::Value> ToArrayBuffer(v8::Isolate* isolate, std::string bytes) {
  constexpr size_t kCopied = 4 << 10;
  if (bytes.size() <= kCopied) {
    v8::Local<v8::ArrayBuffer> buffer =
        v8::ArrayBuffer::New(isolate, bytes.size());
    if (!bytes.empty()) memcpy(buffer->Data(), bytes.data(), bytes.size());
    return buffer;
  }
  auto* const owner = new std::string(std::move(bytes));
  return v8::ArrayBuffer::New(
      isolate, v8::ArrayBuffer::NewBackingStore(
                   owner->data(), owner->size(),
                   [](void* /*data*/, size_t /*size*/, void* owned) {
                     delete static_cast<std::string*>(owned);
                   },
                   owner));
}

}  // namespace

WebSocket::WebSocket(IsolateHost& host, v8::Isolate* isolate,
                     v8::Local<v8::Function> sink,
                     absl::AnyInvocable<void()> on_end)
    : host_(host),
      sink_(isolate, sink),
      on_end_(std::move(on_end)),
      context_(AsyncContexts::RunningId(isolate)),
      hold_(host.loop().Hold()) {}

WebSocket::~WebSocket() = default;

void WebSocket::Connect(WebSocketMessages::Target target,
                        const WebSocketMessages::Limits& limits,
                        BackendWatch watch) {
  watch_ = std::move(watch);
  WebSocketMessages::Delegate& delegate = *this;
  messages_ = WebSocketMessages::Connect(host_.loop().reactor()->context(),
                                         std::move(target), limits, delegate);
}

void WebSocket::Accept(WebSocketMessages::Upgrade upgrade,
                       const WebSocketMessages::Limits& limits) {
  WebSocketMessages::Delegate& delegate = *this;
  messages_ = WebSocketMessages::Accept(host_.loop().reactor()->context(),
                                        std::move(upgrade), limits, delegate);
}

void WebSocket::Send(bool is_binary, std::string message) {
  if (messages_ != nullptr) messages_->Send(is_binary, std::move(message));
}

uint64_t WebSocket::buffered() const {
  return messages_ != nullptr ? messages_->buffered() : 0;
}

void WebSocket::Close(uint16_t code, std::string reason) {
  EndWatch(BackendWatch::Outcome::kCancelled);
  if (messages_ != nullptr) messages_->Close(code, std::move(reason));
}

void WebSocket::Cut(absl::Status why) {
  if (messages_ != nullptr) messages_->Cut(std::move(why));
}

void WebSocket::Drop() {
  EndWatch(BackendWatch::Outcome::kCancelled);
  messages_.reset();
  sink_.Reset();
  on_end_ = nullptr;
  hold_ = EventLoop::KeepAlive();
}

void WebSocket::OnOpen(std::string protocol) {
  EndWatch(BackendWatch::Outcome::kOk);
  opened_ = std::move(protocol);
  PostTell();
}

bool WebSocket::OnMessage(bool is_binary, std::string message) {
  inbox_bytes_ += message.size();
  inbox_.push_back({is_binary, std::move(message)});
  is_held_ = IsFull();
  PostTell();
  return !is_held_;
}

void WebSocket::OnClosing() {
  is_closing_ = true;
  PostTell();
}

void WebSocket::OnEnd(WebSocketMessages::End end) {
  end_ = std::move(end);
  EndWatch(BackendWatch::Outcome::kNetworkError);
  PostTell();
}

// An answer that is no upgrade is a whole one, as of any call.
void WebSocket::EndWatch(BackendWatch::Outcome outcome) {
  if (!watch_.is_on() || messages_ == nullptr) return;
  constexpr int kSwitchingProtocols = 101;
  const BackendObservation::End figures = messages_->Figures();
  if (figures.status != 0) watch_.TellHead(figures.status);
  const bool is_answer =
      figures.status != 0 && figures.status != kSwitchingProtocols;
  watch_.TellEnd(host_, is_answer ? BackendWatch::Outcome::kOk : outcome,
                 figures);
}

void WebSocket::PostTell() {
  if (is_telling_) return;
  is_telling_ = true;
  host_.loop().Post([self = shared_from_this()] {
    self->is_telling_ = false;
    self->Tell();
  });
}

// In the order in which it happened.
void WebSocket::Tell() {
  if (sink_.IsEmpty()) return;
  if (opened_.has_value()) {
    InTask([this](v8::Isolate* isolate) {
      Call(isolate, Event::kOpen,
           {NewString(isolate, *std::exchange(opened_, std::nullopt))});
    });
  }
  if (!TellMessages()) return;
  if (is_held_ && !IsFull()) {
    is_held_ = false;
    messages_->Resume();
  }
  if (std::exchange(is_closing_, false)) {
    InTask(
        [this](v8::Isolate* isolate) { Call(isolate, Event::kClosing, {}); });
  }
  // What Resume() brought comes first.
  if (end_.has_value() && inbox_.empty() && !is_telling_) {
    InTask([this](v8::Isolate* isolate) { TellEnd(isolate); });
  }
}

// False where the rest is for another turn, or for nobody.
bool WebSocket::TellMessages() {
  while (!inbox_.empty()) {
    if (host_.loop().is_stopped() || sink_.IsEmpty()) return false;
    Message message = std::move(inbox_.front());
    inbox_.pop_front();
    inbox_bytes_ -= message.bytes.size();
    InTask([this, &message](v8::Isolate* isolate) {
      TellMessage(isolate, std::move(message));
    });
    if (!inbox_.empty() && host_.loop().IsTurnOver()) {
      PostTell();
      return false;
    }
  }
  return !sink_.IsEmpty();
}

void WebSocket::TellMessage(v8::Isolate* isolate, Message message) {
  if (!message.is_binary) {
    Call(isolate, Event::kMessage, {NewString(isolate, message.bytes)});
    return;
  }
  const size_t size = message.bytes.size();
  if (host_.buffers().Admit(size)) {
    Call(isolate, Event::kMessage,
         {ToArrayBuffer(isolate, std::move(message.bytes))});
    return;
  }
  inbox_.clear();
  inbox_bytes_ = 0;
  messages_->Cut(absl::ResourceExhaustedError(
                     absl::StrCat("a message's ", size,
                                  " bytes are more than ArrayBuffers may still "
                                  "take here (--max-heap)")),
                 WebSocketMessages::kTooLarge);
}

void WebSocket::TellEnd(v8::Isolate* isolate) {
  const WebSocketMessages::End end = *std::exchange(end_, std::nullopt);
  v8::Local<v8::Value> error = v8::Undefined(isolate);
  if (!end.status.ok()) error = StatusError(isolate, end.status);
  Call(isolate, Event::kEnd,
       {v8::Integer::New(isolate, end.code), NewString(isolate, end.reason),
        v8::Boolean::New(isolate, end.was_clean),
        v8::Number::New(isolate, static_cast<double>(end.unsent)), error});
  sink_.Reset();
  messages_.reset();
  hold_ = EventLoop::KeepAlive();
  if (on_end_ != nullptr) std::exchange(on_end_, nullptr)();
}

void WebSocket::Call(v8::Isolate* isolate, Event event,
                     std::initializer_list<v8::Local<v8::Value>> values) {
  std::vector<v8::Local<v8::Value>> arguments;
  arguments.reserve(1 + values.size());
  arguments.push_back(v8::Integer::New(isolate, static_cast<int>(event)));
  arguments.insert(arguments.end(), values);
  const AsyncContexts::Scope works_for(isolate, context_);
  // It reports what listeners throw.
  v8::MaybeLocal<v8::Value> ignored = sink_.Get(isolate)->Call(
      isolate->GetCurrentContext(), v8::Undefined(isolate),
      static_cast<int>(arguments.size()), arguments.data());
  static_cast<void>(ignored);
}

// Microtasks run between one and the next.
void WebSocket::InTask(absl::FunctionRef<void(v8::Isolate*)> tell) {
  host_.loop().Dispatch([this, tell] {
    v8::Isolate* const isolate = v8::Isolate::GetCurrent();
    v8::HandleScope handles(isolate);
    if (!sink_.IsEmpty()) tell(isolate);
  });
}

}  // namespace rt
