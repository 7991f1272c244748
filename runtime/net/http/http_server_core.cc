#include "runtime/net/http/http_server_core.h"

#include <algorithm>
#include <utility>

namespace rt {
namespace {

constexpr size_t kMostSpare = 1024;

}  // namespace

std::unique_ptr<HttpExchange> HttpServerCore::TakeExchange() {
  if (spare.empty()) return std::make_unique<HttpExchange>(*this);
  std::unique_ptr<HttpExchange> exchange = std::move(spare.back());
  spare.pop_back();
  return exchange;
}

void HttpServerCore::AddReady(HttpExchange* exchange) {
  ready.push_back(exchange);
  if (ready.size() == 1) on_ready();
}

void HttpServerCore::RemoveReady(HttpExchange* exchange) {
  const auto found = std::find(ready.begin(), ready.end(), exchange);
  if (found != ready.end()) ready.erase(found);
}

void HttpServerCore::Bury(HttpConnection* connection) {
  const auto found = connections.find(connection);
  if (found == connections.end()) return;
  dead.push_back(std::move(found->second));
  connections.erase(found);
}

void HttpServerCore::Sweep() {
  dead.clear();
  for (std::unique_ptr<HttpExchange>& exchange : retired) {
    if (spare.size() < kMostSpare) spare.push_back(std::move(exchange));
  }
  retired.clear();
}

}  // namespace rt
