#include "bindings/fetch_binding.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/fetch_calls.h"
#include "bindings/fetch_request.h"
#include "bindings/glue/arguments.h"
#include "runtime/engine/async_context.h"
#include "runtime/engine/status_error.h"
#include "runtime/engine/strings.h"
#include "runtime/net/client/digest.h"
#include "runtime/realm/realm_calls.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

std::shared_ptr<FetchCall> Find(const Arguments& args) {
  return StateOf<FetchCalls>(args.isolate())
      .Find(static_cast<FetchCalls::Id>(args.Integer(0)));
}

void ReturnResolved(const Arguments& args, v8::Local<v8::Value> value) {
  v8::Local<v8::Promise::Resolver> resolver;
  if (!v8::Promise::Resolver::New(args.context()).ToLocal(&resolver)) return;
  if (resolver->Resolve(args.context(), value).IsNothing()) return;
  args.Return(resolver->GetPromise());
}

// start(id, backend, method, url, headers, body, size, unixPath)
void Start(const Info& info) {
  const Arguments args(info);
  v8::Isolate* const isolate = args.isolate();
  absl::StatusOr<HttpRequest> request = ToHttpRequest(args, 2);
  BackendWatch watch;
  // Without an observer there is no need of its words.
  if (RunningObservation(isolate) != nullptr) {
    watch =
        BackendWatch(isolate, args.String(1), args.String(2), args.String(3));
  }
  if (!request.ok()) {
    watch.TellSyntheticFailure();
    ThrowStatus(isolate, request.status());
    return;
  }
  auto& calls = StateOf<FetchCalls>(isolate);
  const auto call =
      calls.Add(static_cast<FetchCalls::Id>(args.Integer(0)), std::move(watch));
  args.Return(call->Start(isolate, calls.client(), *std::move(request)));
}

// read(id)
void Read(const Info& info) {
  const Arguments args(info);
  if (const auto call = Find(args); call != nullptr) {
    args.Return(call->Read(args.isolate()));
  } else {
    ReturnResolved(args, v8::Null(args.isolate()));
  }
}

// readAll(id)
void ReadAll(const Info& info) {
  const Arguments args(info);
  if (const auto call = Find(args); call != nullptr) {
    args.Return(call->ReadAll(args.isolate()));
  } else {
    ReturnResolved(args, NewBytes(args.isolate(), ""));
  }
}

// write(id, part)
void Write(const Info& info) {
  const Arguments args(info);
  if (const auto call = Find(args); call != nullptr) {
    HttpRequest::Bytes part;
    if (!args.IsNullish(1)) part = ToRequestBytes(args, 1, true);
    args.Return(call->Write(args.isolate(), std::move(part)));
  } else {
    ReturnResolved(args, v8::False(args.isolate()));
  }
}

// cancel(id, isAbort)
void Cancel(const Info& info) {
  const Arguments args(info);
  if (const auto call = Find(args); call != nullptr) {
    call->Cancel(args.isolate(), args.Bool(1));
  }
}

// refuse(backend, method, url)
void Refuse(const Info& info) {
  const Arguments args(info);
  BackendWatch(args.isolate(), args.String(0), args.String(1), args.String(2))
      .TellSyntheticFailure();
}

// backends()
void Backends(const Info& info) {
  const Arguments args(info);
  v8::Isolate* const isolate = args.isolate();
  std::vector<v8::Local<v8::Value>> flat;
  for (const Backend& backend :
       StateOf<RealmCalls>(isolate).settings->backends) {
    flat.push_back(NewString(isolate, backend.name));
    flat.push_back(NewString(isolate, backend.origin));
    flat.push_back(NewPathString(isolate, backend.unix_path));
  }
  args.Return(v8::Array::New(isolate, flat.data(), flat.size()));
}

// digest(algorithm, bytes)
void Digest(const Info& info) {
  const Arguments args(info);
  const std::string algorithm = args.String(0);
  const int bits = algorithm == "sha256"   ? 256
                   : algorithm == "sha384" ? 384
                                           : 512;
  const absl::Span<uint8_t> bytes = args.Bytes(1);
  args.Return(NewBytes(
      args.isolate(),
      Sha2(bits, {reinterpret_cast<const char*>(bytes.data()), bytes.size()})));
}

constexpr NativeFunction kFunctions[] = {
    {"backends", &Backends}, {"cancel", &Cancel},   {"digest", &Digest},
    {"read", &Read},         {"readAll", &ReadAll}, {"refuse", &Refuse},
    {"start", &Start},       {"write", &Write},
};

}  // namespace

NativeModule FetchBinding() { return {"fetch", kFunctions}; }

}  // namespace rt
