#ifndef RUNTIME_BASE_UNIQUE_FD_H_
#define RUNTIME_BASE_UNIQUE_FD_H_

#include <unistd.h>

#include <string>
#include <utility>

namespace rt {

// Owns a file descriptor and closes it.
class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(other.Release()) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~UniqueFd() {
    if (valid()) close(fd_);
  }

  bool valid() const { return fd_ != -1; }
  int get() const { return fd_; }
  int Release() { return std::exchange(fd_, -1); }

 private:
  int fd_ = -1;
};

// The open file `fd` as a path, by which it can be opened anew, named, or asked
// for its place (proc(5)). Leads nowhere where /proc is not mounted.
inline std::string DescriptorPath(int fd) {
  return "/proc/self/fd/" + std::to_string(fd);
}

}  // namespace rt

#endif  // RUNTIME_BASE_UNIQUE_FD_H_
