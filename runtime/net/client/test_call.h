#ifndef RUNTIME_NET_CLIENT_TEST_CALL_H_
#define RUNTIME_NET_CLIENT_TEST_CALL_H_

#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "runtime/ipc/io_thread.h"
#include "runtime/net/client/http_call.h"
#include "runtime/net/client/http_client.h"

namespace rt {

// A client on a thread of its own.
class TestClientThread {
 public:
  explicit TestClientThread(std::string roots = "");
  ~TestClientThread();

  IoThread& io() { return *io_; }
  HttpClient& client() { return *client_; }

 private:
  const std::unique_ptr<IoThread> io_;
  std::unique_ptr<HttpClient> client_;
};

// A call of it and all that it told.
class TestCall : public HttpCall::Delegate {
 public:
  TestCall(TestClientThread& thread, HttpRequest request);
  ~TestCall() override;

  HttpHead WaitForHead();
  absl::Status WaitForEnd();
  // Until the call asked for a part of its request's body.
  void WaitForRoom();
  // Until a part of the answer's body was refused.
  void WaitForRefusal();

  // The answer's body so far.
  std::string body();
  BackendObservation::End Figures();

  // Parts are refused from now on, or not any more.
  void Refuse(bool refuses);
  void Write(std::string part);
  // Cuts it off.
  void Destroy();

 private:
  void OnHead(HttpHead head) override;
  bool OnBody(absl::Span<const char> bytes) override;
  void OnRoom() override;
  void OnEnd(absl::Status status) override;

  TestClientThread& thread_;
  std::unique_ptr<HttpCall> call_;
  absl::Mutex mutex_;
  bool has_head_ ABSL_GUARDED_BY(mutex_) = false;
  bool has_room_ ABSL_GUARDED_BY(mutex_) = false;
  bool refuses_ ABSL_GUARDED_BY(mutex_) = false;
  bool refused_ ABSL_GUARDED_BY(mutex_) = false;
  bool has_ended_ ABSL_GUARDED_BY(mutex_) = false;
  HttpHead head_ ABSL_GUARDED_BY(mutex_);
  std::string body_ ABSL_GUARDED_BY(mutex_);
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rt

#endif  // RUNTIME_NET_CLIENT_TEST_CALL_H_
