#ifndef BINDINGS_FETCH_CALL_H_
#define BINDINGS_FETCH_CALL_H_

#include <v8.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bindings/answer_body.h"
#include "bindings/backend_watch.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/net/client/http_call.h"
#include "runtime/observe/request_observer.h"

namespace rt {

// One HTTP call of JavaScript's: what came of it and has not been told, and the
// promises that wait for more. Curl calls it between the realm's tasks; it then
// posts one that settles what can be.
//
// On the realm's thread; held by FetchCalls, and by the task that it posted.
class FetchCall : public std::enable_shared_from_this<FetchCall>,
                  private HttpCall::Delegate {
 public:
  FetchCall(IsolateHost& host, uint32_t id, BackendWatch watch);
  ~FetchCall() override { Close(BackendObservation::Outcome::kCancelled); }

  // A promise of a NativeAnswer (modules/natives.d.ts). Once, first of all.
  v8::Local<v8::Promise> Start(v8::Isolate* isolate, HttpClient& client,
                               HttpRequest request);

  // A promise of some bytes, or null at the end; of all the bytes. One at a
  // time.
  v8::Local<v8::Promise> Read(v8::Isolate* isolate);
  v8::Local<v8::Promise> ReadAll(v8::Isolate* isolate);

  // The next part of the request's body; empty for its end. A promise that is
  // settled when there is room for the next one: with false where nobody reads
  // any more.
  v8::Local<v8::Promise> Write(v8::Isolate* isolate, HttpRequest::Bytes part);

  // Nobody wants the rest. `is_abort`: the program aborted the call.
  void Cancel(v8::Isolate* isolate, bool is_abort);

  // Cuts the call off, where it has not ended, and tells nobody but the
  // observation: the realm ends.
  void Close(BackendObservation::Outcome outcome);

 private:
  using Promise = std::optional<uint64_t>;  // PendingPromises
  using Value = absl::StatusOr<v8::Local<v8::Value>>;

  // HttpCall::Delegate
  void OnHead(HttpHead head) override;
  bool OnBody(absl::Span<const char> bytes) override;
  void OnRoom() override;
  void OnEnd(absl::Status status) override;

  v8::Local<v8::Promise> Begin(v8::Isolate* isolate, Promise& promise);
  void PostTell();
  // Last of all, takes the call off FetchCalls where all has been told.
  void Tell(v8::Isolate* isolate);
  void TellHead(v8::Isolate* isolate);
  void TellBody(v8::Isolate* isolate);
  void TellRoom(v8::Isolate* isolate);
  Value HeadValue(v8::Isolate* isolate);
  void Settle(v8::Isolate* isolate, Promise& promise, Value value);
  void MakeRoom();
  void EndObservation(BackendObservation::Outcome outcome);

  // Bytes that wait to be read, before the server is kept waiting.
  static constexpr size_t kFull = 256 << 10;

  IsolateHost& host_;
  const uint32_t id_;
  BackendWatch watch_;
  std::unique_ptr<HttpCall> call_;

  std::optional<HttpHead> head_;
  AnswerBody body_;
  bool has_room_ = false;
  bool is_held_ = false;  // the server is kept waiting
  bool has_ended_ = false;
  absl::Status status_;  // of the end

  Promise head_promise_;
  Promise body_promise_;
  bool wants_all_ = false;
  Promise room_promise_;
  bool is_read_ = false;  // to its end
  bool is_told_ = false;  // Tell() is posted
};

}  // namespace rt

#endif  // BINDINGS_FETCH_CALL_H_
