#ifndef RUNTIME_OBSERVE_REQUEST_OBSERVER_H_
#define RUNTIME_OBSERVE_REQUEST_OBSERVER_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "absl/strings/string_view.h"

namespace rt {

// What happens to the HTTP requests that a server answers, for those who watch:
// each has a RequestObservation, and each call to another server that is made
// for it a BackendObservation. All functions do nothing by default. Names and
// sizes are told, never the value of a header, a body's bytes or the key of a
// store's entry.
//
// Times are those of MonotonicNanos() (runtime/base/clock.h): an observer reads
// the clock when it is called; where a time lies in the past, it is given.

// A call to another server, from when it was asked for. On the thread of the
// realm that made it; destroyed after OnEnd(), which always comes.
//
// A client's WebSocket is one until it is open, with the status 101: what it
// then carries is of no call, as OnHijack() is the end of what is told of a
// server's. Closed before, it is cancelled; what answers but does not keep to
// the protocol is a network error, and any other status ends it as an answer.
class BackendObservation {
 public:
  enum class Outcome {
    kOk,                // the answer came whole
    kNetworkError,      // no connection, a cut one, TLS, a time limit
    kSyntheticFailure,  // answered or refused here: a loop, an unknown name
    kCancelled,         // the program aborted it
    kIncomplete,        // the answer began, and the program did not read it all
    kOrphaned,          // it went on after the request that it was made for
  };

  // How long each step took, in nanoseconds. A connection that was used before
  // has none of the first three; what did not happen has none.
  struct Phases {
    std::optional<int64_t> dns_ns;
    std::optional<int64_t> connect_ns;
    std::optional<int64_t> tls_ns;
    // From the request's last byte of its head to the answer's first.
    std::optional<int64_t> first_byte_ns;
  };

  struct End {
    Outcome outcome = Outcome::kOk;
    // 0 where no answer came.
    int status = 0;
    Phases phases;
    int64_t total_ns = 0;
    int64_t request_header_bytes = 0;
    int64_t response_header_bytes = 0;
    int64_t request_body_bytes = 0;
    int64_t response_body_bytes = 0;
  };

  virtual ~BackendObservation() = default;

  // The answer's head has come; its body may still be on its way.
  virtual void OnHead(int /*status*/) {}
  virtual void OnEnd(const End& /*end*/) {}
};

// A request that a server answers, from its head to the last byte of its
// answer. On the thread of the realm that answers it; destroyed after
// OnFinish(), which always comes.
class RequestObservation {
 public:
  enum class Outcome {
    kNormal,         // answered by the handler
    kHandlerFailed,  // it threw: answered with 500, or by onError
    kLoop,           // came back to the server that sent it: answered with 508
    kAborted,        // the client left, or the server was told to abort
    kRefused,        // the request's body was malformed, too large or too slow
  };

  // One operation of the runtime on behalf of the request, such as a read of a
  // file. `name` is a literal, as "kv.get".
  using OperationId = uint32_t;

  struct HeaderSize {
    absl::string_view name;
    int64_t bytes;  // of its values
  };

  virtual ~RequestObservation() = default;

  virtual OperationId OnOperationStart(const char* /*name*/) { return 0; }
  // May come after OnFinish() has been called; not after the destructor.
  virtual void OnOperationEnd(OperationId /*id*/) {}

  // Null where the call is not observed. `url` is what the program asked for.
  virtual std::unique_ptr<BackendObservation> OnBackendCall(
      absl::string_view /*backend*/, absl::string_view /*method*/,
      absl::string_view /*url*/) {
    return nullptr;
  }

  // `kind` is a literal ("kv", "cache", "config", "secret"), `name` the
  // store's.
  virtual void OnStoreAccess(const char* /*kind*/, absl::string_view /*name*/) {
  }

  // Whether the functions below are wanted: they are not called otherwise.
  virtual bool WantsHeaders() { return false; }
  virtual void OnRequestHeader(const HeaderSize& /*header*/) {}
  virtual void OnResponseHeader(const HeaderSize& /*header*/) {}

  virtual void OnRequestBody(int64_t /*bytes*/) {}
  virtual void OnResponseBody(int64_t /*bytes*/) {}

  // The answer's head goes to the client.
  virtual void OnHeaderFlush(int /*status*/) {}
  // From here on the connection is a WebSocket's.
  virtual void OnHijack() {}
  virtual void OnFinish(Outcome /*outcome*/, int /*status*/) {}
};

// What is known of a request when its head has come. The views are valid during
// the call.
struct RequestInfo {
  // Unique in the process, never used again, and never 0.
  uint64_t id = 0;
  // Of the realm that answers it (RealmInfo).
  uint64_t realm_id = 0;
  absl::string_view method;
  // As it stands in the request line, with its query.
  absl::string_view target;
  // When the first byte of its head was read.
  int64_t start_ns = 0;
};

// Watches requests begin. Called on the realms' threads, many at once. Outlives
// every realm.
class RequestObserver {
 public:
  virtual ~RequestObserver() = default;

  // What is returned lives as long as the request; null where this one is not
  // observed.
  virtual std::unique_ptr<RequestObservation> OnRequestStart(
      const RequestInfo& /*info*/) {
    return nullptr;
  }
};

}  // namespace rt

#endif  // RUNTIME_OBSERVE_REQUEST_OBSERVER_H_
