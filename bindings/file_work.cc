#include "bindings/file_work.h"

namespace rt {

FileWork::FileWork(IsolateHost&) : realm_(std::make_shared<Cancellation>()) {}

FileWork::~FileWork() {
  realm_->Request();
  for (const auto& [id, cancellation] : cancellations_) {
    cancellation->Request();
  }
}

void FileWork::Cancel(CancelId id) {
  const auto found = cancellations_.find(id);
  if (found != cancellations_.end()) found->second->Request();
}

std::shared_ptr<Cancellation> FileWork::Begin(CancelId id) {
  if (id == 0) return realm_;
  return cancellations_[id] = std::make_shared<Cancellation>();
}

}  // namespace rt
