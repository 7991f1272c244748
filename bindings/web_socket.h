#ifndef BINDINGS_WEB_SOCKET_H_
#define BINDINGS_WEB_SOCKET_H_

#include <v8.h>

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "bindings/backend_watch.h"
#include "runtime/engine/async_context.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/net/websocket_messages.h"

namespace rt {

// A WebSocket of JavaScript's: what came and was not told. The kernel's events
// reach it between the realm's tasks; it then posts one that tells it all, each
// message in a task of its own.
//
// Holds the loop until its end was told. On the realm's thread; held by
// WebSockets, and by the task that it posted.
class WebSocket : public std::enable_shared_from_this<WebSocket>,
                  private WebSocketMessages::Delegate {
 public:
  // What `sink` is called with first: see NativeSocketEvent in
  // modules/natives.d.ts.
  enum class Event { kOpen, kMessage, kClosing, kEnd };

  // `on_end` is called when its end was told.
  WebSocket(IsolateHost& host, v8::Isolate* isolate,
            v8::Local<v8::Function> sink, absl::AnyInvocable<void()> on_end);
  ~WebSocket() override;

  // One of them, once. The watch is told of the opening, as of a call: what the
  // socket then carries is of no call, and of no request.
  void Connect(WebSocketMessages::Target target,
               const WebSocketMessages::Limits& limits, BackendWatch watch);
  void Accept(WebSocketMessages::Upgrade upgrade,
              const WebSocketMessages::Limits& limits);

  void Send(bool is_binary, std::string message);
  uint64_t buffered() const;
  void Close(uint16_t code, std::string reason);
  // The end is told; to the other side that this one goes away.
  void Cut(absl::Status why);
  // The realm ends: cuts it, and tells nobody but the other side.
  void Drop();

 private:
  // What waits to be told, before the other side is kept waiting.
  static constexpr size_t kFullBytes = 256 << 10;
  static constexpr size_t kFullMessages = 256;

  struct Message {
    bool is_binary;
    std::string bytes;
  };

  // WebSocketMessages::Delegate
  void OnOpen(std::string protocol) override;
  bool OnMessage(bool is_binary, std::string message) override;
  void OnClosing() override;
  void OnEnd(WebSocketMessages::End end) override;

  bool IsFull() const {
    return inbox_bytes_ >= kFullBytes || inbox_.size() >= kFullMessages;
  }
  void EndWatch(BackendWatch::Outcome outcome);
  void PostTell();
  void Tell();
  bool TellMessages();
  void TellMessage(v8::Isolate* isolate, Message message);
  void TellEnd(v8::Isolate* isolate);
  void Call(v8::Isolate* isolate, Event event,
            std::initializer_list<v8::Local<v8::Value>> values);
  void InTask(absl::FunctionRef<void(v8::Isolate*)> tell);

  IsolateHost& host_;
  v8::Global<v8::Function> sink_;
  absl::AnyInvocable<void()> on_end_;
  // What its listeners work for.
  const AsyncContexts::Id context_;
  EventLoop::KeepAlive hold_;
  BackendWatch watch_;  // until it is open
  std::unique_ptr<WebSocketMessages> messages_;

  std::optional<std::string> opened_;
  std::deque<Message> inbox_;
  size_t inbox_bytes_ = 0;
  bool is_held_ = false;  // the other side is kept waiting
  bool is_closing_ = false;
  std::optional<WebSocketMessages::End> end_;
  bool is_telling_ = false;  // Tell() is posted
};

}  // namespace rt

#endif  // BINDINGS_WEB_SOCKET_H_
