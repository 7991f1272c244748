#ifndef RUNTIME_FRAMES_WRITE_QUEUE_H_
#define RUNTIME_FRAMES_WRITE_QUEUE_H_

#include <cstddef>
#include <string>
#include <vector>

namespace rt {

// What waits to be written to a stream: all that has come goes out as one
// batch, one batch at a time. For the thread that the stream is on.
class WriteQueue {
 public:
  // Whoever has more to send waits while as much is queued.
  static constexpr size_t kFullBytes = size_t{1} << 20;

  // Dropped after a batch that failed: nobody will read it.
  void Push(std::string bytes);

  // Of the batch that is under way, too.
  bool IsFull() const { return bytes_ >= kFullBytes; }
  bool is_writing() const { return is_writing_; }

  // Begins a batch, where none is under way: what to write, until Written().
  // Empty where nothing waits, and then there is no batch.
  const std::vector<std::string>& Begin();

  // The batch is out, or failed. True where this made room: the queue was full,
  // and is not any more.
  bool Written(bool failed);

 private:
  std::vector<std::string> waiting_;
  std::vector<std::string> batch_;
  size_t bytes_ = 0;  // of both
  bool is_writing_ = false;
  bool is_broken_ = false;
};

}  // namespace rt

#endif  // RUNTIME_FRAMES_WRITE_QUEUE_H_
