#include "runtime/net/client/test_call.h"

#include <utility>

namespace rt {

TestClientThread::TestClientThread(std::string roots)
    : io_(*IoThread::Start("test client")) {
  io_->Run([&] {
    client_ = std::make_unique<HttpClient>(io_->context(), std::move(roots));
  });
}

TestClientThread::~TestClientThread() {
  io_->Run([&] { client_.reset(); });
}

TestCall::TestCall(TestClientThread& thread, HttpRequest request)
    : thread_(thread) {
  thread_.io().Run([&] {
    call_ =
        std::make_unique<HttpCall>(thread_.client(), std::move(request), *this);
  });
}

TestCall::~TestCall() { Destroy(); }

void TestCall::Destroy() {
  thread_.io().Run([&] { call_.reset(); });
}

HttpHead TestCall::WaitForHead() {
  absl::MutexLock lock(&mutex_);
  mutex_.Await(absl::Condition(&has_head_));
  return head_;
}

absl::Status TestCall::WaitForEnd() {
  absl::MutexLock lock(&mutex_);
  mutex_.Await(absl::Condition(&has_ended_));
  return status_;
}

void TestCall::WaitForRoom() {
  absl::MutexLock lock(&mutex_);
  mutex_.Await(absl::Condition(&has_room_));
  has_room_ = false;
}

void TestCall::WaitForRefusal() {
  absl::MutexLock lock(&mutex_);
  mutex_.Await(absl::Condition(&refused_));
}

std::string TestCall::body() {
  absl::MutexLock lock(&mutex_);
  return body_;
}

BackendObservation::End TestCall::Figures() {
  BackendObservation::End figures;
  thread_.io().Run([&] { figures = call_->Figures(); });
  return figures;
}

void TestCall::Refuse(bool refuses) {
  {
    absl::MutexLock lock(&mutex_);
    refuses_ = refuses;
  }
  if (!refuses) thread_.io().Run([&] { call_->Resume(); });
}

void TestCall::Write(std::string part) {
  auto owner = std::make_shared<std::string>(std::move(part));
  thread_.io().Run([&] { call_->Write({owner, *owner}); });
}

void TestCall::OnHead(HttpHead head) {
  absl::MutexLock lock(&mutex_);
  head_ = std::move(head);
  has_head_ = true;
}

bool TestCall::OnBody(absl::Span<const char> bytes) {
  absl::MutexLock lock(&mutex_);
  if (refuses_) {
    refused_ = true;
    return false;
  }
  body_.append(bytes.data(), bytes.size());
  return true;
}

void TestCall::OnRoom() {
  absl::MutexLock lock(&mutex_);
  has_room_ = true;
}

void TestCall::OnEnd(absl::Status status) {
  absl::MutexLock lock(&mutex_);
  status_ = std::move(status);
  has_ended_ = true;
}

}  // namespace rt
