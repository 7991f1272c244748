#ifndef BINDINGS_FETCH_CALLS_H_
#define BINDINGS_FETCH_CALLS_H_

#include <cstdint>
#include <memory>

#include "absl/container/flat_hash_map.h"
#include "bindings/fetch_call.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/net/client/http_client.h"

namespace rt {

// The HTTP calls of one realm, by the numbers that JavaScript gave them, and
// the connections that it keeps: StateOf<FetchCalls>(isolate). On the realm's
// thread.
class FetchCalls {
 public:
  using Id = uint32_t;

  explicit FetchCalls(IsolateHost& host) : host_(host) {}
  ~FetchCalls();

  IsolateHost& host() { return host_; }
  // Made when it is first needed.
  HttpClient& client();

  std::shared_ptr<FetchCall> Add(Id id, BackendWatch watch);
  // Null for one that is done.
  std::shared_ptr<FetchCall> Find(Id id);
  void Remove(Id id) { calls_.erase(id); }

 private:
  IsolateHost& host_;
  std::unique_ptr<HttpClient> client_;
  absl::flat_hash_map<Id, std::shared_ptr<FetchCall>> calls_;
};

}  // namespace rt

#endif  // BINDINGS_FETCH_CALLS_H_
