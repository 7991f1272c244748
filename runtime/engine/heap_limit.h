#ifndef RUNTIME_ENGINE_HEAP_LIMIT_H_
#define RUNTIME_ENGINE_HEAP_LIMIT_H_

#include <atomic>
#include <cstddef>

namespace v8 {
class Isolate;
}  // namespace v8

namespace rt {

// Ends the JavaScript of an isolate whose heap reaches its limit, instead of
// the process, which V8 would abort (Isolate::AddNearHeapLimitCallback in
// v8-isolate.h): it terminates execution and lends the heap room to unwind.
//
// V8 notices a termination only between two steps of JavaScript. A built-in
// that allocates much at once (JSON.parse, Array.prototype.join, the growth of
// a Map) goes on until it is done, so the room is lent step by step, as often
// as V8 asks, up to kMaxRoom in all. Past that V8 gives up, and the process
// ends with OnFatalError's message.
//
// Owned by IsolateHost; works on the isolate's thread.
class HeapLimit {
 public:
  explicit HeapLimit(v8::Isolate* isolate);
  ~HeapLimit();
  HeapLimit(const HeapLimit&) = delete;
  HeapLimit& operator=(const HeapLimit&) = delete;

  // Ends the JavaScript of the isolate as if its heap had reached the limit.
  void Reach();

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
