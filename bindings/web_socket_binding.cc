#include "bindings/web_socket_binding.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "bindings/header_fields.h"
#include "bindings/net_grant.h"
#include "bindings/web_sockets.h"
#include "runtime/base/version.h"
#include "runtime/engine/async_context.h"
#include "runtime/engine/status_error.h"
#include "runtime/engine/strings.h"
#include "runtime/realm/realm_calls.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

std::shared_ptr<WebSocket> Find(const Arguments& args) {
  return StateOf<WebSockets>(args.isolate())
      .Find(static_cast<WebSockets::Id>(args.Integer(0)));
}

std::vector<std::string> ToStrings(const Arguments& args, int index) {
  const auto list = args[index].As<v8::Array>();
  std::vector<std::string> strings;
  for (uint32_t i = 0; i < list->Length(); ++i) {
    v8::Local<v8::Value> value;
    if (!list->Get(args.context(), i).ToLocal(&value)) break;
    strings.push_back(ToUtf8(args.isolate(), value));
  }
  return strings;
}

// What goes into the request's head beside what each has.
std::vector<WebSocketField> ToFields(
    const Arguments& args, int index,
    const std::vector<std::string>& protocols) {
  std::vector<WebSocketField> fields;
  HeaderFields headers;
  headers.Take(args.isolate(), args[index].As<v8::Array>());
  for (const HttpField& field : headers.fields()) {
    fields.push_back({std::string(field.name), std::string(field.value)});
  }
  fields.push_back({"User-Agent", absl::StrCat("rt/", kRtVersion)});
  if (!protocols.empty()) {
    fields.push_back(
        {"Sec-WebSocket-Protocol", absl::StrJoin(protocols, ", ")});
  }
  RequestContext* const context =
      StateOf<AsyncContexts>(args.isolate()).Running(args.isolate());
  if (context != nullptr) {
    fields.push_back({"CDN-Loop", std::string(context->loops())});
  }
  return fields;
}

// connect(isSecure, hostname, port, host, path, headers, protocols, limits,
//         sink): id
void Connect(const Info& info) {
  const Arguments args(info);
  v8::Isolate* const isolate = args.isolate();
  WebSocketMessages::Target target;
  target.url.is_secure = args.Bool(0);
  target.url.at = {args.String(1), static_cast<uint16_t>(args.Integer(2))};
  target.host = args.String(3);
  target.path = args.String(4);
  BackendWatch watch(isolate, "", "GET",
                     absl::StrCat(target.url.is_secure ? "wss://" : "ws://",
                                  target.host, target.path));
  const auto& policy = IsolateHost::Of(isolate).control().policy();
  if (policy != nullptr) {
    const absl::Status status = CheckNetGrant(*policy, target.url.at);
    if (!status.ok()) {
      watch.TellSyntheticFailure();
      ThrowStatus(isolate, status);
      return;
    }
  }
  target.protocols = ToStrings(args, 6);
  target.fields = ToFields(args, 5, target.protocols);
  target.roots = StateOf<RealmCalls>(isolate).settings->roots;
  const WebSockets::Added added = StateOf<WebSockets>(isolate).Add(
      isolate, WebSockets::kNoServer, args.Function(8));
  added.socket->Connect(std::move(target), ToSocketLimits(args, 7),
                        std::move(watch));
  args.Return(static_cast<double>(added.id));
}

// send(id, data)
void Send(const Info& info) {
  const Arguments args(info);
  const auto socket = Find(args);
  if (socket == nullptr) return;
  if (info[1]->IsString()) {
    socket->Send(false, args.String(1));
    return;
  }
  const absl::Span<uint8_t> bytes = args.Bytes(1);
  socket->Send(true, std::string(reinterpret_cast<const char*>(bytes.data()),
                                 bytes.size()));
}

// buffered(id): bytes
void Buffered(const Info& info) {
  const Arguments args(info);
  const auto socket = Find(args);
  args.Return(socket != nullptr ? static_cast<double>(socket->buffered())
                                : 0.0);
}

// close(id, code, reason)
void Close(const Info& info) {
  const Arguments args(info);
  const auto socket = Find(args);
  if (socket == nullptr) return;
  socket->Close(static_cast<uint16_t>(args.Integer(1)), args.String(2));
}

constexpr NativeFunction kFunctions[] = {
    {"buffered", &Buffered},
    {"close", &Close},
    {"connect", &Connect},
    {"send", &Send},
};

}  // namespace

NativeModule WebSocketBinding() { return {"webSocket", kFunctions}; }

WebSocketMessages::Limits ToSocketLimits(const Arguments& args, int index) {
  // What waits here is of no heap that a realm's limit holds.
  const auto bytes = [&](uint32_t i) {
    return std::min(static_cast<size_t>(args.NumberAt(index, i)),
                    IsolateHost::Of(args.isolate()).buffers().limit());
  };
  return {.max_message = bytes(0),
          .max_queue = bytes(1),
          .silence_ms = static_cast<int>(args.NumberAt(index, 2))};
}

}  // namespace rt
