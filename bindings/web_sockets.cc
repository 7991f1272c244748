#include "bindings/web_sockets.h"

#include <algorithm>

namespace rt {
// A task that will not run any more may hold a socket for longer.
WebSockets::~WebSockets() {
  for (const auto& [id, entry] : sockets_) entry.socket->Drop();
}

WebSockets::Added WebSockets::Add(v8::Isolate* isolate, ServerId server,
                                  v8::Local<v8::Function> sink) {
  const Id id = ++last_id_;
  auto socket =
      std::make_shared<WebSocket>(host_, isolate, sink, [this, id, server] {
        sockets_.erase(id);
        if (server != kNoServer && on_end_) {
          on_end_();
        }
      });
  sockets_[id] = {server, socket};
  return {id, std::move(socket)};
}

std::shared_ptr<WebSocket> WebSockets::Find(Id id) const {
  const auto found = sockets_.find(id);
  return found != sockets_.end() ? found->second.socket : nullptr;
}

size_t WebSockets::CountOf(ServerId server) const {
  return static_cast<size_t>(std::count_if(
      sockets_.begin(), sockets_.end(),
      [server](const auto& each) { return each.second.server == server; }));
}

std::vector<std::shared_ptr<WebSocket>> WebSockets::AllOf(
    ServerId server) const {
  std::vector<std::shared_ptr<WebSocket>> all;
  for (const auto& [id, entry] : sockets_) {
    if (entry.server == server) all.push_back(entry.socket);
  }
  return all;
}

void WebSockets::CloseAllOf(ServerId server) {
  for (const auto& socket : AllOf(server)) {
    socket->Close(WebSocketMessages::kGoingAway, "");
  }
}

void WebSockets::CutAllOf(ServerId server, const absl::Status& why) {
  for (const auto& socket : AllOf(server)) socket->Cut(why);
}

}  // namespace rt
