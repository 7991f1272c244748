#include "bindings/fetch_request.h"

#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "bindings/net_grant.h"
#include "runtime/base/version.h"
#include "runtime/engine/async_context.h"
#include "runtime/engine/byte_string.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/realm_control.h"
#include "runtime/engine/strings.h"
#include "runtime/net/websocket_url.h"
#include "runtime/policy/policy.h"

namespace rt {
namespace {

// Those that belong to one connection or are made of the body and the URL: a
// program that passes on the headers of a request that it got has them too.
constexpr absl::string_view kNotPassedOn[] = {
    "connection", "content-length",    "expect",  "host",
    "keep-alive", "proxy-connection",  "te",      "trailer",
    "upgrade",    "transfer-encoding", "cdn-loop"};

bool IsPassedOn(absl::string_view name) {
  for (const absl::string_view other : kNotPassedOn) {
    if (absl::EqualsIgnoreCase(name, other)) return false;
  }
  return true;
}

// The bytes of a ByteString (https://webidl.spec.whatwg.org/#js-ByteString).
std::string ToByteString(v8::Isolate* isolate, v8::Local<v8::Value> value) {
  if (!value->IsString()) return std::string();
  std::string bytes;
  AppendByteString(isolate, value.As<v8::String>(), bytes);
  return bytes;
}

std::vector<HttpRequest::Header> ToHeaders(const Arguments& args, int index) {
  const auto list = args[index].As<v8::Array>();
  std::vector<HttpRequest::Header> headers;
  headers.reserve(list->Length() / 2);
  for (uint32_t i = 0; i + 1 < list->Length(); i += 2) {
    v8::Local<v8::Value> name, value;
    if (!list->Get(args.context(), i).ToLocal(&name) ||
        !list->Get(args.context(), i + 1).ToLocal(&value)) {
      break;
    }
    std::string name_bytes = ToByteString(args.isolate(), name);
    if (!IsPassedOn(name_bytes)) continue;
    headers.push_back(
        {std::move(name_bytes), ToByteString(args.isolate(), value)});
  }
  return headers;
}

void AddUserAgent(std::vector<HttpRequest::Header>& headers) {
  for (const HttpRequest::Header& header : headers) {
    if (absl::EqualsIgnoreCase(header.name, "user-agent")) return;
  }
  headers.push_back({"User-Agent", absl::StrCat("rt/", kRtVersion)});
}

// Of an http: or https: URL that the URL Standard's parser wrote.
HostPort HostPortOf(absl::string_view url) {
  const bool is_secure = absl::StartsWith(url, "https:");
  url.remove_prefix(url.find("//") + 2);
  const absl::string_view authority = url.substr(0, url.find_first_of("/?#"));
  const absl::StatusOr<HostPort> given = ParseHostPort(authority);
  if (given.ok()) return *given;
  const absl::StatusOr<HostPort> implied =
      ParseHostPort(absl::StrCat(authority, is_secure ? ":443" : ":80"));
  // No pattern of a policy matches a host that is none.
  return implied.ok() ? *implied : HostPort();
}

absl::Status CheckPolicy(const Policy& policy, const HttpRequest& request) {
  if (!request.unix_path.empty()) {
    return DeniedAlways(
        absl::StrCat("connect to the socket '", request.unix_path, "'"),
        "sandbox.net is of hosts and ports");
  }
  return CheckNetGrant(policy, HostPortOf(request.url));
}

}  // namespace

HttpRequest::Bytes ToRequestBytes(const Arguments& args, int index,
                                  bool is_copied) {
  const v8::Local<v8::Value> value = args[index];
  if (value->IsString()) {
    auto text = std::make_shared<std::string>(ToUtf8(args.isolate(), value));
    const absl::string_view bytes = *text;
    return {std::move(text), bytes};
  }
  const absl::Span<uint8_t> given = args.Bytes(index);
  const auto* const first = reinterpret_cast<const char*>(given.data());
  if (is_copied) {
    auto copy = std::make_shared<std::string>(first, given.size());
    const absl::string_view bytes = *copy;
    return {std::move(copy), bytes};
  }
  return {value.As<v8::Uint8Array>()->Buffer()->GetBackingStore(),
          {first, given.size()}};
}

absl::StatusOr<HttpRequest> ToHttpRequest(const Arguments& args, int first) {
  HttpRequest request;
  request.method = args.String(first);
  request.url = args.String(first + 1);
  request.unix_path = ToPath(args.isolate(), args[first + 5]);
  const auto& policy = IsolateHost::Of(args.isolate()).control().policy();
  if (policy != nullptr) {
    absl::Status status = CheckPolicy(*policy, request);
    if (!status.ok()) return status;
    // They are the process's, and none of them is granted.
    request.uses_proxies = false;
  }
  request.headers = ToHeaders(args, first + 2);
  AddUserAgent(request.headers);
  RequestContext* const context =
      StateOf<AsyncContexts>(args.isolate()).Running(args.isolate());
  if (context != nullptr) {
    request.headers.push_back({"CDN-Loop", std::string(context->loops())});
  }
  if (args[first + 3]->IsTrue()) {
    request.stream.emplace();
    const int64_t size = args.Integer(first + 4);
    if (size >= 0) request.stream->size = size;
  } else if (!args.IsNullish(first + 3)) {
    request.whole = ToRequestBytes(args, first + 3, false);
  }
  return request;
}

}  // namespace rt
