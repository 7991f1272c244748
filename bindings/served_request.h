#ifndef BINDINGS_SERVED_REQUEST_H_
#define BINDINGS_SERVED_REQUEST_H_

#include <v8.h>

#include <memory>
#include <string>

#include "runtime/engine/async_context.h"
#include "runtime/net/accepted_socket.h"
#include "runtime/net/http/http_exchange.h"
#include "runtime/observe/request_observer.h"

namespace rt {

class HttpServers;

// A request that JavaScript answers, from when it is handed out to when its
// exchange is over and JavaScript was told so. Of HttpServers, on the realm's
// thread.
//
// What the exchange tells it comes between turns, where no JavaScript may run:
// it has itself called in the next task.
class ServedRequest final : public RequestContext, public HttpExchangeListener {
 public:
  explicit ServedRequest(HttpServers& servers) : servers_(servers) {}

  // Begins to serve `exchange`, with an id; `server` is its server, and
  // `loop_id`, which outlives it, that one's name in CDN-Loop. False where the
  // request came back to the server that sent it: it is answered then.
  bool Begin(HttpExchange* exchange, uint32_t server,
             const std::string& loop_id);

  AsyncContexts::Id id() const { return id_; }
  uint32_t server() const { return server_; }
  // Null when it is over.
  HttpExchange* exchange() const { return exchange_; }

  // A promise of what has come of the body, or, `whole`, of all of it: see
  // natives.http.readBody.
  v8::Local<v8::Value> ReadBody(v8::Isolate* isolate, bool whole);
  // A promise that the client takes more.
  v8::Local<v8::Value> AwaitRoom(v8::Isolate* isolate);
  // `callback` is called once when the client has left, or might have.
  void WatchAbort(v8::Isolate* isolate, v8::Local<v8::Function> callback);

  // Tells JavaScript what has happened, in a task. False where nothing will
  // ever happen again: it can be reused.
  bool Tell(v8::Isolate* isolate);

  // The answer begins with this status.
  void OnHead(int status);
  // The answer is that the connection is a WebSocket's (HttpExchange).
  AcceptedSocket Upgrade();
  void set_handler_failed() { has_failed_ = true; }

  // RequestContext
  RequestObservation* observation() override { return observation_.get(); }
  absl::string_view loops() override;

  // HttpExchangeListener
  void OnBody() override;
  void OnRoom() override;
  void OnHalfClosed() override;
  void OnEnd(HttpEnd end) override;

 private:
  using Resolver = v8::Global<v8::Promise::Resolver>;

  void Observe();
  v8::Local<v8::Value> Start(v8::Isolate* isolate, Resolver& resolver);
  void TellBody(v8::Isolate* isolate);
  void TellRoom(v8::Isolate* isolate);
  void TellAbort(v8::Isolate* isolate);

  HttpServers& servers_;
  AsyncContexts::Id id_ = 0;
  HttpExchange* exchange_ = nullptr;
  uint32_t server_ = 0;
  const std::string* loop_id_ = nullptr;
  std::string loops_;
  std::unique_ptr<RequestObservation> observation_;
  HttpEnd end_ = HttpEnd::kAnswered;
  bool has_failed_ = false;
  // It came back to the server that it left.
  bool is_loop_ = false;
  bool is_half_closed_ = false;
  bool reads_whole_ = false;
  bool has_room_ = false;
  Resolver body_;
  Resolver room_;
  v8::Global<v8::Function> on_abort_;
};

}  // namespace rt

#endif  // BINDINGS_SERVED_REQUEST_H_
