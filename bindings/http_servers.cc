#include "bindings/http_servers.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/engine/strings.h"
#include "runtime/loop/reactor.h"
#include "runtime/net/net_error.h"
#include "runtime/net/websocket_url.h"

namespace rt {
namespace {

// Methods that are kept as strings; any other one is made anew.
constexpr absl::string_view kMethods[] = {"GET",  "POST",    "PUT",  "DELETE",
                                          "HEAD", "OPTIONS", "PATCH"};

// The process's servers, of all realms: the first goes by the process's id, so
// that an operator may name it.
std::string NewServerLoopId(const std::string& of_process) {
  static std::atomic<uint64_t> count{0};
  const uint64_t number = ++count;
  return number == 1 ? of_process : absl::StrCat(of_process, "-", number);
}

absl::Status Aborted() {
  return WithCode(absl::CancelledError("the server was aborted"),
                  kCutConnection);
}

}  // namespace

uint64_t NewRequestId() {
  static std::atomic<uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

HttpServers::HttpServers(IsolateHost& host)
    : host_(host),
      // Made before, so that it is there to the end.
      contexts_(host.State<AsyncContexts>()),
      web_sockets_(host.State<WebSockets>()),
      observer_(host.control().request_observer()),
      realm_id_(host.control().info().id) {
  // Of a closed server the last one may have been missing.
  web_sockets_.set_on_end([this] { Wake(); });
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  v8::HandleScope handles(isolate);
  for (const absl::string_view method : kMethods) {
    methods_.emplace_back(
        method, v8::Global<v8::String>(isolate, NewString(isolate, method)));
  }
}

// The servers' ends tell the requests, which are told to be released here.
HttpServers::~HttpServers() {
  web_sockets_.set_on_end(nullptr);
  servers_.clear();
}

absl::StatusOr<uint32_t> HttpServers::Listen(
    v8::Isolate* isolate, HttpServer::Options options,
    v8::Local<v8::Function> on_request, v8::Local<v8::Function> on_closed) {
  auto owned = std::make_unique<Server>();
  Server& server = *owned;
  options.on_ready = [this] { Wake(); };
  options.on_closed = [this, &server] {
    server.is_closed = true;
    Wake();
  };
  absl::StatusOr<std::unique_ptr<HttpServer>> listening =
      HttpServer::Listen(host_.loop().reactor()->context(), std::move(options));
  if (!listening.ok()) return listening.status();
  server.server = *std::move(listening);
  server.loop_id = NewServerLoopId(host_.control().loop_id());
  server.on_request.Reset(isolate, on_request);
  server.on_closed.Reset(isolate, on_closed);
  server.hold = host_.loop().Hold();
  const uint32_t id = server.id = ++last_id_;
  servers_.emplace(id, std::move(owned));
  return id;
}

HttpServer* HttpServers::Find(uint32_t id) {
  const auto found = servers_.find(id);
  return found != servers_.end() ? found->second->server.get() : nullptr;
}

void HttpServers::SetRef(uint32_t id, bool ref) {
  const auto found = servers_.find(id);
  if (found == servers_.end()) return;
  found->second->hold = ref ? host_.loop().Hold() : EventLoop::KeepAlive();
}

void HttpServers::Close(uint32_t id) {
  const auto found = servers_.find(id);
  if (found == servers_.end()) return;
  found->second->is_closing = true;
  found->second->server->Close();
  web_sockets_.CloseAllOf(id);
}

void HttpServers::Abort(uint32_t id) {
  const auto found = servers_.find(id);
  if (found == servers_.end()) return;
  found->second->is_closing = true;
  found->second->server->Abort();
  web_sockets_.CutAllOf(id, Aborted());
}

WebSockets::Id HttpServers::Upgrade(v8::Isolate* isolate,
                                    ServedRequest& request,
                                    std::string protocol,
                                    std::vector<WebSocketField> fields,
                                    const WebSocketMessages::Limits& limits,
                                    v8::Local<v8::Function> sink) {
  const uint32_t server = request.server();
  const RequestHead& head = request.exchange()->head();
  const HttpExchange::Address at = request.exchange()->PeerAddress();
  WebSocketMessages::Upgrade upgrade;
  upgrade.peer = at.host.empty()
                     ? "the client"
                     : HostPort{at.host, static_cast<uint16_t>(at.port)}.Text();
  upgrade.key = head.ValuesOf("sec-websocket-key");
  upgrade.protocol = std::move(protocol);
  upgrade.fields = std::move(fields);
  upgrade.socket = request.Upgrade();
  const WebSockets::Added added = web_sockets_.Add(isolate, server, sink);
  added.socket->Accept(std::move(upgrade), limits);
  // It came while the server waited for its last answers.
  const auto found = servers_.find(server);
  if (found == servers_.end() || found->second->is_closing) {
    added.socket->Close(WebSocketMessages::kGoingAway, "");
  }
  return added.id;
}

ServedRequest* HttpServers::FindRequest(AsyncContexts::Id id) const {
  // All contexts of a realm are its servers' requests.
  return static_cast<ServedRequest*>(contexts_.Find(id));
}

void HttpServers::Schedule(ServedRequest* request) {
  if (std::find(scheduled_.begin(), scheduled_.end(), request) ==
      scheduled_.end()) {
    scheduled_.push_back(request);
  }
  Wake();
}

void HttpServers::Release(ServedRequest* request) {
  // It may have been scheduled before it was over.
  const auto found = std::find(scheduled_.begin(), scheduled_.end(), request);
  if (found != scheduled_.end()) scheduled_.erase(found);
  std::replace(telling_.begin(), telling_.end(), request,
               static_cast<ServedRequest*>(nullptr));
  spare_.push_back(request);
}

void HttpServers::Wake() {
  if (is_awake_) return;
  is_awake_ = true;
  host_.loop().Post(
      [] { StateOf<HttpServers>(v8::Isolate::GetCurrent()).Run(); });
}

void HttpServers::Run() {
  v8::Isolate* const isolate = v8::Isolate::GetCurrent();
  is_awake_ = false;
  TellRequests(isolate);
  std::vector<Server*> servers;
  for (const auto& [id, server] : servers_) servers.push_back(server.get());
  for (Server* server : servers) TakeRequests(isolate, *server);
  CloseServers(isolate);
}

void HttpServers::TellRequests(v8::Isolate* isolate) {
  telling_.swap(scheduled_);
  for (size_t i = 0; i < telling_.size(); ++i) {
    ServedRequest* const request = telling_[i];
    if (request == nullptr) continue;
    v8::HandleScope handles(isolate);
    const bool goes_on = request->Tell(isolate);
    // Not where it was released meanwhile.
    if (!goes_on && telling_[i] != nullptr) Release(request);
  }
  telling_.clear();
}

void HttpServers::TakeRequests(v8::Isolate* isolate, Server& server) {
  // Those that come meanwhile are for the next task.
  while (HttpExchange* const exchange = server.server->Take()) {
    v8::HandleScope handles(isolate);
    Serve(isolate, server, exchange);
    if (host_.loop().is_stopped()) return;
    if (host_.loop().IsTurnOver()) {
      Wake();
      return;
    }
  }
}

void HttpServers::Serve(v8::Isolate* isolate, Server& server,
                        HttpExchange* exchange) {
  if (spare_.empty()) {
    requests_.push_back(std::make_unique<ServedRequest>(*this));
    spare_.push_back(requests_.back().get());
  }
  ServedRequest* const request = spare_.back();
  spare_.pop_back();
  if (!request->Begin(exchange, server.id, server.loop_id)) return;
  const RequestHead& head = exchange->head();
  const double size =
      head.is_chunked ? -1
                      : static_cast<double>(head.content_length.value_or(0));
  v8::Local<v8::Value> arguments[] = {
      v8::Integer::New(isolate, request->id()),
      Method(isolate, head.method),
      v8::Number::New(isolate, size),
  };
  const AsyncContexts::Scope works_for(isolate, request->id());
  // What the handler throws is caught there.
  v8::MaybeLocal<v8::Value> ignored = server.on_request.Get(isolate)->Call(
      isolate->GetCurrentContext(), v8::Undefined(isolate),
      std::size(arguments), arguments);
  static_cast<void>(ignored);
}

v8::Local<v8::String> HttpServers::Method(v8::Isolate* isolate,
                                          absl::string_view method) {
  for (const auto& [name, text] : methods_) {
    if (name == method) return text.Get(isolate);
  }
  return NewString(isolate, method);
}

void HttpServers::CloseServers(v8::Isolate* isolate) {
  std::vector<std::unique_ptr<Server>> closed;
  for (auto each = servers_.begin(); each != servers_.end();) {
    const auto next = std::next(each);
    if (each->second->is_closed && web_sockets_.CountOf(each->first) == 0) {
      closed.push_back(std::move(each->second));
      servers_.erase(each);
    }
    each = next;
  }
  for (const std::unique_ptr<Server>& server : closed) {
    v8::HandleScope handles(isolate);
    v8::MaybeLocal<v8::Value> ignored = server->on_closed.Get(isolate)->Call(
        isolate->GetCurrentContext(), v8::Undefined(isolate), 0, nullptr);
    static_cast<void>(ignored);
  }
}

}  // namespace rt
