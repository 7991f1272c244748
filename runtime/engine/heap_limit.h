#ifndef RUNTIME_ENGINE_HEAP_LIMIT_H_
#define RUNTIME_ENGINE_HEAP_LIMIT_H_

#include <atomic>
#include <cstddef>

namespace v8 {
class Isolate;
}  // namespace v8

namespace rt {

// Ends the JavaScript of an isolate whose heap reaches its limit, instead of
// the process, which V8 would abort: it raises the limit once, by what
// unwinding needs, and terminates execution (Isolate::AddNearHeapLimitCallback
// in v8-isolate.h). Code that goes on to allocate after that still ends the
// process, with V8's own message.
//
// Owned by IsolateHost; works on the isolate's thread.
class HeapLimit {
 public:
  explicit HeapLimit(v8::Isolate* isolate);
  ~HeapLimit();
  HeapLimit(const HeapLimit&) = delete;
  HeapLimit& operator=(const HeapLimit&) = delete;

  // The limit was reached. Any thread.
  bool reached() const { return reached_.load(std::memory_order_relaxed); }

 private:
  static size_t OnNearLimit(void* self, size_t current_limit,
                            size_t initial_limit);

  v8::Isolate* const isolate_;
  std::atomic<bool> reached_{false};
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_HEAP_LIMIT_H_
