#include "runtime/realm/asked_files.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/synchronization/mutex.h"
#include "runtime/base/error_payload.h"
#include "runtime/base/interruption.h"
#include "runtime/base/unique_fd.h"
#include "runtime/loader/remote/file_questions.h"

namespace rt {
namespace {

absl::Status CannotWait(int error, const char* syscall) {
  return ErrnoStatus(error, "ask the realm's maker for a file", "", syscall);
}

}  // namespace

// Shared by the one who waits for the answer and the IoThread.
struct AskedFiles::Question {
  explicit Question(std::string text) : text(std::move(text)) {}

  void Answer(absl::StatusOr<std::string> with) {
    {
      absl::MutexLock lock(&mutex);
      answer = std::move(with);
    }
    const uint64_t one = 1;
    // Cannot block: the counter would have to be near 2^64 (eventfd(2)).
    const ssize_t ignored = write(answered.get(), &one, sizeof(one));
    static_cast<void>(ignored);
  }

  std::optional<absl::StatusOr<std::string>> TakeAnswer() {
    absl::MutexLock lock(&mutex);
    return std::exchange(answer, std::nullopt);
  }

  const std::string text;
  // Readable when the answer is there.
  const UniqueFd answered{eventfd(0, EFD_CLOEXEC)};
  absl::Mutex mutex;
  std::optional<absl::StatusOr<std::string>> answer ABSL_GUARDED_BY(mutex);
};

AskedFiles::AskedFiles(IoThread& io, Send send)
    : io_(io), send_(std::move(send)) {}

AskedFiles::~AskedFiles() = default;

std::unique_ptr<FileTree> AskedFiles::Open(Interruption& interruption) {
  return NewRemoteFileTree(
      [self = shared_from_this(), &interruption](const std::string& question) {
        return self->Ask(question, interruption);
      });
}

absl::StatusOr<std::string> AskedFiles::Ask(const std::string& text,
                                            Interruption& interruption) {
  const auto question = std::make_shared<Question>(text);
  if (!question->answered.valid()) return CannotWait(errno, "eventfd");
  io_.Post([self = shared_from_this(), question] { self->Enqueue(question); });
  while (true) {
    const int error = interruption.Wait(question->answered.get(), POLLIN);
    if (error != 0) return CannotWait(error, "poll");
    auto answer = question->TakeAnswer();
    if (answer.has_value()) return *std::move(answer);
  }
}

void AskedFiles::Enqueue(std::shared_ptr<Question> question) {
  if (!closed_.ok()) {
    question->Answer(closed_);
    return;
  }
  questions_.push_back(std::move(question));
  if (questions_.size() == 1) send_(questions_.front()->text);
}

bool AskedFiles::Take(absl::string_view answer) {
  if (questions_.empty()) return false;
  questions_.front()->Answer(std::string(answer));
  questions_.pop_front();
  if (!questions_.empty()) send_(questions_.front()->text);
  return true;
}

void AskedFiles::Close(absl::Status status) {
  closed_ = std::move(status);
  send_ = nullptr;
  for (const auto& question : questions_) question->Answer(closed_);
  questions_.clear();
}

}  // namespace rt
