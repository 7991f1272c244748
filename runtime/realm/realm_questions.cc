#include "runtime/realm/realm_questions.h"

#include <utility>

namespace rt {

RealmQuestions::RealmQuestions(std::shared_ptr<EventLoop> loop)
    : loop_(std::move(loop)) {}

void RealmQuestions::Ask(Question question) {
  absl::MutexLock lock(&mutex_);
  if (is_over_) return;
  questions_.push_back(std::move(question));
  if (host_ != nullptr) Request();
}

// V8 lets go of the interrupt with the isolate, the loop of the task.
void RealmQuestions::Request() {
  host_->RequestInterrupt(
      [](v8::Isolate* isolate, void* self) {
        static_cast<RealmQuestions*>(self)->Answer(isolate);
      },
      this);
  loop_->Post([this] { Answer(v8::Isolate::GetCurrent()); });
}

void RealmQuestions::Answer(v8::Isolate* isolate) {
  std::vector<Question> questions;
  {
    absl::MutexLock lock(&mutex_);
    questions.swap(questions_);
  }
  for (Question& question : questions) question(isolate);
}

void RealmQuestions::Attach(IsolateHost* host) {
  absl::MutexLock lock(&mutex_);
  host_ = host;
  if (!questions_.empty()) Request();
}

void RealmQuestions::Detach() {
  std::vector<Question> dropped;
  absl::MutexLock lock(&mutex_);
  host_ = nullptr;
  is_over_ = true;
  dropped.swap(questions_);
}

}  // namespace rt
