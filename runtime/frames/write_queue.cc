#include "runtime/frames/write_queue.h"

#include <utility>

namespace rt {

void WriteQueue::Push(std::string bytes) {
  if (is_broken_) return;
  bytes_ += bytes.size();
  waiting_.push_back(std::move(bytes));
}

const std::vector<std::string>& WriteQueue::Begin() {
  batch_.swap(waiting_);
  is_writing_ = !batch_.empty();
  return batch_;
}

bool WriteQueue::Written(bool failed) {
  const bool was_full = IsFull();
  is_writing_ = false;
  for (const std::string& bytes : batch_) bytes_ -= bytes.size();
  batch_.clear();
  if (failed) {
    is_broken_ = true;
    waiting_.clear();
    bytes_ = 0;
  }
  return was_full && !IsFull();
}

}  // namespace rt
