#ifndef BINDINGS_HTTP_SERVERS_H_
#define BINDINGS_HTTP_SERVERS_H_

#include <v8.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bindings/served_request.h"
#include "bindings/web_sockets.h"
#include "runtime/engine/async_context.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/net/http/http_server.h"
#include "runtime/net/websocket_field.h"

namespace rt {

// Unique in the process, and never 0.
uint64_t NewRequestId();

// The HTTP servers of one realm, and the requests that its JavaScript answers.
// The State<HttpServers>() of an isolate; on its thread.
//
// What comes in one round of the kernel's events is given to JavaScript in one
// task.
class HttpServers {
 public:
  explicit HttpServers(IsolateHost& host);
  ~HttpServers();

  // `on_request(id, method, size)` is called for each request, `on_closed()`
  // when the server is closed and none of its connections and WebSockets is
  // left.
  absl::StatusOr<uint32_t> Listen(v8::Isolate* isolate,
                                  HttpServer::Options options,
                                  v8::Local<v8::Function> on_request,
                                  v8::Local<v8::Function> on_closed);
  // Null where it is closed.
  HttpServer* Find(uint32_t id);
  void SetRef(uint32_t id, bool ref);
  // HttpServer's, for its WebSockets too: they are closed, or cut.
  void Close(uint32_t id);
  void Abort(uint32_t id);

  // The request's client gets a WebSocket for an answer, and `sink` is told of
  // it. Returns its id among WebSockets.
  WebSockets::Id Upgrade(v8::Isolate* isolate, ServedRequest& request,
                         std::string protocol,
                         std::vector<WebSocketField> fields,
                         const WebSocketMessages::Limits& limits,
                         v8::Local<v8::Function> sink);

  // Null where it is over.
  ServedRequest* FindRequest(AsyncContexts::Id id) const;

  // --- For its requests ---

  AsyncContexts& contexts() { return contexts_; }
  RequestObserver* observer() const { return observer_; }
  uint64_t realm_id() const { return realm_id_; }
  // Has Tell() called in a task.
  void Schedule(ServedRequest* request);
  // It is over, and nobody waits for anything of it.
  void Release(ServedRequest* request);

 private:
  struct Server {
    uint32_t id = 0;
    std::unique_ptr<HttpServer> server;
    std::string loop_id;
    v8::Global<v8::Function> on_request;
    v8::Global<v8::Function> on_closed;
    EventLoop::KeepAlive hold;
    bool is_closing = false;
    bool is_closed = false;
  };

  void Wake();
  void Run();
  void TellRequests(v8::Isolate* isolate);
  void TakeRequests(v8::Isolate* isolate, Server& server);
  void Serve(v8::Isolate* isolate, Server& server, HttpExchange* exchange);
  void CloseServers(v8::Isolate* isolate);
  v8::Local<v8::String> Method(v8::Isolate* isolate, absl::string_view method);

  IsolateHost& host_;
  AsyncContexts& contexts_;
  WebSockets& web_sockets_;
  RequestObserver* const observer_;
  const uint64_t realm_id_;
  uint32_t last_id_ = 0;
  absl::flat_hash_map<uint32_t, std::unique_ptr<Server>> servers_;
  std::vector<std::unique_ptr<ServedRequest>> requests_;
  std::vector<ServedRequest*> spare_;
  std::vector<ServedRequest*> scheduled_;
  // Those of scheduled_ that are being told; null where one was released.
  std::vector<ServedRequest*> telling_;
  bool is_awake_ = false;
  std::vector<std::pair<std::string, v8::Global<v8::String>>> methods_;
};

}  // namespace rt

#endif  // BINDINGS_HTTP_SERVERS_H_
