#include "bindings/http_binding.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "bindings/glue/arguments.h"
#include "bindings/header_fields.h"
#include "bindings/http_servers.h"
#include "bindings/web_socket_binding.h"
#include "runtime/engine/byte_string.h"
#include "runtime/engine/status_error.h"
#include "runtime/engine/strings.h"
#include "runtime/policy/policy.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

HttpServers& Servers(const Info& info) {
  return StateOf<HttpServers>(info.GetIsolate());
}

uint32_t ServerId(const Info& info) {
  return static_cast<uint32_t>(Arguments(info).Integer(0));
}

ServedRequest* RequestOf(const Info& info) {
  return Servers(info).FindRequest(
      info[0]->IsInt32() ? info[0].As<v8::Int32>()->Value() : 0);
}

// Null where the request is over.
HttpExchange* ExchangeOf(const Info& info) {
  ServedRequest* const request = RequestOf(info);
  return request != nullptr ? request->exchange() : nullptr;
}

HttpLimits LimitsOf(const Arguments& args, int index) {
  const auto at = [&](uint32_t i) { return args.NumberAt(index, i); };
  constexpr double kNsPerMs = 1e6;
  HttpLimits limits;
  limits.max_header_bytes = static_cast<size_t>(at(0));
  limits.max_body_bytes = static_cast<uint64_t>(at(1));
  limits.header_timeout_ns = static_cast<int64_t>(at(2) * kNsPerMs);
  limits.body_timeout_ns = static_cast<int64_t>(at(3) * kNsPerMs);
  limits.idle_timeout_ns = static_cast<int64_t>(at(4) * kNsPerMs);
  return limits;
}

// listen(host, port, unixPath, backlog, sharesPort, certificate, key, limits,
//        onRequest, onClosed): [id, host, port]
void Listen(const Info& info) {
  const Arguments args(info);
  HttpServer::Options options;
  options.at.host = args.String(0);
  options.at.port = static_cast<uint16_t>(args.Integer(1));
  options.at.unix_path = ToPath(args.isolate(), info[2]);
  options.at.backlog = static_cast<int>(args.Integer(3));
  options.at.shares_port = args.Bool(4);
  if (!args.IsNullish(5)) options.tls = {args.String(5), args.String(6)};
  options.limits = LimitsOf(args, 7);
  if (IsolateHost::Of(args.isolate()).control().policy() != nullptr) {
    ThrowStatus(args.isolate(), DeniedAlways("listen for connections",
                                             "a sandbox only makes them"));
    return;
  }
  const absl::StatusOr<uint32_t> id = Servers(info).Listen(
      args.isolate(), std::move(options), args.Function(8), args.Function(9));
  if (!id.ok()) {
    ThrowStatus(args.isolate(), id.status());
    return;
  }
  const HttpServer& server = *Servers(info).Find(*id);
  v8::Local<v8::Value> result[] = {
      v8::Integer::NewFromUnsigned(args.isolate(), *id),
      NewString(args.isolate(), server.host()),
      v8::Integer::New(args.isolate(), server.port())};
  args.Return(v8::Array::New(args.isolate(), result, 3));
}

// close(serverId)
void Close(const Info& info) { Servers(info).Close(ServerId(info)); }

// abort(serverId)
void Abort(const Info& info) { Servers(info).Abort(ServerId(info)); }

// setRef(serverId, ref)
void SetRef(const Info& info) {
  Servers(info).SetRef(ServerId(info), Arguments(info).Bool(1));
}

// url(id): string, or undefined where the request is over
void Url(const Info& info) {
  const HttpExchange* const exchange = ExchangeOf(info);
  if (exchange == nullptr) return;
  const RequestHead& head = exchange->head();
  const Arguments args(info);
  if (absl::StartsWith(head.target, "h") ||
      absl::StartsWith(head.target, "H")) {
    args.Return(head.target);
    return;
  }
  args.Return(
      absl::StrCat(exchange->is_secure() ? "https://" : "http://",
                   head.host.empty() ? "localhost" : head.host,
                   head.target == "*" ? absl::string_view("/*") : head.target));
}

// headers(id): string[], or undefined where the request is over
void Headers(const Info& info) {
  const HttpExchange* const exchange = ExchangeOf(info);
  if (exchange == nullptr) return;
  info.GetReturnValue().Set(NewHeaderList(info.GetIsolate(), exchange->head()));
}

// peer(id): [host, port], or undefined
void Peer(const Info& info) {
  const HttpExchange* const exchange = ExchangeOf(info);
  if (exchange == nullptr) return;
  v8::Isolate* const isolate = info.GetIsolate();
  const HttpExchange::Address address = exchange->PeerAddress();
  v8::Local<v8::Value> values[] = {NewString(isolate, address.host),
                                   v8::Integer::New(isolate, address.port)};
  info.GetReturnValue().Set(v8::Array::New(isolate, values, 2));
}

// readBody(id, whole): Promise, or undefined where the request is over
void ReadBody(const Info& info) {
  ServedRequest* const request = RequestOf(info);
  if (request == nullptr) return;
  info.GetReturnValue().Set(
      request->ReadBody(info.GetIsolate(), Arguments(info).Bool(1)));
}

// dropBody(id)
void DropBody(const Info& info) {
  HttpExchange* const exchange = ExchangeOf(info);
  if (exchange != nullptr) exchange->DropBody();
}

// watchAbort(id, callback): whether the request is there to be watched
void WatchAbort(const Info& info) {
  ServedRequest* const request = RequestOf(info);
  if (request != nullptr) {
    request->WatchAbort(info.GetIsolate(), Arguments(info).Function(1));
  }
  info.GetReturnValue().Set(request != nullptr);
}

// The head that arguments 1 to 3 make: status, reason, headers. Its views are
// of the two others.
AnswerHead HeadOf(const Info& info, HeaderFields& fields, std::string& reason) {
  const Arguments args(info);
  AnswerHead head;
  head.status = static_cast<int>(args.Integer(1));
  AppendByteString(info.GetIsolate(), info[2].As<v8::String>(), reason);
  head.reason = reason;
  fields.Take(info.GetIsolate(), info[3].As<v8::Array>());
  head.fields = fields.lines;
  head.has_date = fields.has_date;
  head.closes = fields.closes;
  return head;
}

// The thread's, for the time of a call.
HeaderFields& ScratchFields() {
  static thread_local HeaderFields& fields = *new HeaderFields;
  return fields;
}

void ObserveHeaders(ServedRequest& request, const HeaderFields& fields) {
  RequestObservation* const observation = request.observation();
  if (observation == nullptr || !observation->WantsHeaders()) return;
  for (const HttpField& field : fields.fields()) {
    observation->OnResponseHeader(
        {field.name, static_cast<int64_t>(field.value.size())});
  }
}

void ObserveHead(ServedRequest& request, const AnswerHead& head,
                 const HeaderFields& fields) {
  ObserveHeaders(request, fields);
  request.OnHead(head.status);
}

// offeredProtocols(id): string, or undefined where the request asks for no
// WebSocket, or is over
void OfferedProtocols(const Info& info) {
  const HttpExchange* const exchange = ExchangeOf(info);
  if (exchange == nullptr || !exchange->head().asks_for_websocket ||
      exchange->has_begun_answer()) {
    return;
  }
  Arguments(info).Return(exchange->head().ValuesOf("sec-websocket-protocol"));
}

// upgrade(id, protocol, headers, limits, sink): the socket's id, or 0 where the
// request is over
void Upgrade(const Info& info) {
  info.GetReturnValue().Set(0);
  ServedRequest* const request = RequestOf(info);
  if (request == nullptr || request->exchange() == nullptr) return;
  const Arguments args(info);
  HeaderFields& headers = ScratchFields();
  headers.Take(args.isolate(), info[2].As<v8::Array>());
  std::vector<WebSocketField> fields;
  for (const HttpField& field : headers.fields()) {
    // Those are made of what both sides say.
    if (absl::StartsWithIgnoreCase(field.name, "sec-websocket-")) continue;
    fields.push_back({std::string(field.name), std::string(field.value)});
  }
  ObserveHeaders(*request, headers);
  info.GetReturnValue().Set(Servers(info).Upgrade(
      args.isolate(), *request, args.String(1), std::move(fields),
      ToSocketLimits(args, 3), args.Function(4)));
}

// answer(id, status, reason, headers, body, failed)
void Answer(const Info& info) {
  ServedRequest* const request = RequestOf(info);
  if (request == nullptr || request->exchange() == nullptr) return;
  const Arguments args(info);
  HeaderFields& fields = ScratchFields();
  std::string reason;
  const AnswerHead head = HeadOf(info, fields, reason);
  if (args.Bool(5)) request->set_handler_failed();
  ObserveHead(*request, head, fields);
  HttpExchange& exchange = *request->exchange();
  if (!info[4]->IsString()) {
    const absl::Span<uint8_t> bytes = args.Bytes(4);
    exchange.Answer(
        head, absl::string_view(reinterpret_cast<const char*>(bytes.data()),
                                bytes.size()));
    return;
  }
  v8::Isolate* const isolate = args.isolate();
  const auto text = info[4].As<v8::String>();
  const size_t size = text->Utf8LengthV2(isolate);
  exchange.Answer(head, size, [&](char* to) {
    text->WriteUtf8V2(isolate, to, size,
                      v8::String::WriteFlags::kReplaceInvalidUtf8);
  });
}

// begin(id, status, reason, headers): whether somebody reads a body
void Begin(const Info& info) {
  ServedRequest* const request = RequestOf(info);
  if (request == nullptr || request->exchange() == nullptr) {
    info.GetReturnValue().Set(false);
    return;
  }
  HeaderFields& fields = ScratchFields();
  std::string reason;
  const AnswerHead head = HeadOf(info, fields, reason);
  ObserveHead(*request, head, fields);
  std::optional<uint64_t> length = fields.content_length;
  const double size = Arguments(info).Number(4);
  if (size >= 0) length = static_cast<uint64_t>(size);
  request->exchange()->Begin(head, length);
  const bool has_body =
      !HasNoBody(head.status) && request->exchange()->head().method != "HEAD";
  info.GetReturnValue().Set(has_body);
}

// send(id, bytes): true, a promise of whether more may be sent, or false where
// the client has left
void Send(const Info& info) {
  ServedRequest* const request = RequestOf(info);
  if (request == nullptr || request->exchange() == nullptr) {
    info.GetReturnValue().Set(false);
    return;
  }
  const absl::Span<uint8_t> bytes = Arguments(info).Bytes(1);
  HttpExchange& exchange = *request->exchange();
  const bool has_room = exchange.Send(absl::string_view(
      reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  if (has_room) {
    // A stream that is always ready would not let its end be told.
    info.GetReturnValue().Set(!exchange.is_broken());
  } else {
    info.GetReturnValue().Set(request->AwaitRoom(info.GetIsolate()));
  }
}

// end(id)
void End(const Info& info) {
  HttpExchange* const exchange = ExchangeOf(info);
  if (exchange != nullptr) exchange->End();
}

// abortAnswer(id)
void AbortAnswer(const Info& info) {
  HttpExchange* const exchange = ExchangeOf(info);
  if (exchange != nullptr) exchange->Abort();
}

constexpr NativeFunction kFunctions[] = {
    {"listen", &Listen},
    {"close", &Close},
    {"abort", &Abort},
    {"setRef", &SetRef},
    {"url", &Url},
    {"headers", &Headers},
    {"peer", &Peer},
    {"readBody", &ReadBody},
    {"dropBody", &DropBody},
    {"watchAbort", &WatchAbort},
    {"answer", &Answer},
    {"begin", &Begin},
    {"send", &Send},
    {"end", &End},
    {"abortAnswer", &AbortAnswer},
    {"offeredProtocols", &OfferedProtocols},
    {"upgrade", &Upgrade},
};

}  // namespace

NativeModule HttpBinding() { return {"http", kFunctions}; }

}  // namespace rt
