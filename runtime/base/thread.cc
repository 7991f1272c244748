#include "runtime/base/thread.h"

#include <cstring>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runtime/base/check.h"
#include "runtime/base/error_payload.h"

namespace rt {
namespace {

constexpr size_t kStackBytes = size_t{8} << 20;
constexpr size_t kMaxNameBytes = 15;  // pthread_setname_np(3)

void* Run(void* body) {
  std::unique_ptr<absl::AnyInvocable<void()>> owned(
      static_cast<absl::AnyInvocable<void()>*>(body));
  (*owned)();
  return nullptr;
}

}  // namespace

absl::StatusOr<Thread> Thread::Start(const std::string& name,
                                     absl::AnyInvocable<void()> body) {
  pthread_attr_t attributes;
  RT_CHECK(pthread_attr_init(&attributes) == 0);
  RT_CHECK(pthread_attr_setstacksize(&attributes, kStackBytes) == 0);
  auto owned = std::make_unique<absl::AnyInvocable<void()>>(std::move(body));
  pthread_t id;
  const int error = pthread_create(&id, &attributes, &Run, owned.get());
  pthread_attr_destroy(&attributes);
  if (error != 0) {
    absl::Status status = absl::ResourceExhaustedError(absl::StrCat(
        "cannot start a thread: ", strerror(error), " (", ErrnoName(error),
        "); the limits are 'ulimit -u', 'ulimit -v' and those of the control "
        "group"));
    SetErrorPayload(status, kErrorCode, ErrnoName(error));
    return status;
  }
  // Run() owns it now.
  static_cast<void>(owned.release());
  pthread_setname_np(id, name.substr(0, kMaxNameBytes).c_str());
  return Thread(id);
}

Thread::Thread(Thread&& other) noexcept
    : id_(other.id_), joinable_(std::exchange(other.joinable_, false)) {}

Thread::~Thread() { RT_CHECK(!joinable_); }

void Thread::Join() {
  RT_CHECK(joinable_);
  joinable_ = false;
  RT_CHECK(pthread_join(id_, nullptr) == 0);
}

void Thread::Detach() {
  RT_CHECK(joinable_);
  joinable_ = false;
  RT_CHECK(pthread_detach(id_) == 0);
}

}  // namespace rt
