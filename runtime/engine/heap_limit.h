#ifndef RUNTIME_ENGINE_HEAP_LIMIT_H_
#define RUNTIME_ENGINE_HEAP_LIMIT_H_

#include <cstddef>
#include <string>

namespace v8 {
class Isolate;
}  // namespace v8

namespace rt {

// Ends the JavaScript of an isolate whose heap reaches its limit, instead of
// the process, which V8 would abort (Isolate::AddNearHeapLimitCallback in
// v8-isolate.h): it terminates execution and lends the heap room to unwind.
//
// V8 notices a termination only between two steps of JavaScript. A built-in
// that allocates much at once (JSON.parse, String.prototype.split, the growth
// of a Map) goes on until it is done, and its largest single object must fit,
// so that the room is wide: kRoom. What needs more (JSON.parse of a text of
// hundreds of megabytes) ends the process, with a message that says so.
//
// Owned by IsolateHost; works on the isolate's thread.
class HeapLimit {
 public:
  explicit HeapLimit(v8::Isolate* isolate);
  ~HeapLimit();
  HeapLimit(const HeapLimit&) = delete;
  HeapLimit& operator=(const HeapLimit&) = delete;

  // Ends the JavaScript of the isolate: `what`, such as "heap", has reached its
  // limit, in bytes.
  void Reach(const char* what, size_t limit);

  bool reached() const { return what_ != nullptr; }

  // "its heap reached the limit of 64 MB". After that.
  std::string Describe() const;

 private:
  static size_t OnNearLimit(void* self, size_t current_limit,
                            size_t initial_limit);

  v8::Isolate* const isolate_;
  const char* what_ = nullptr;
  size_t limit_ = 0;
};

}  // namespace rt

#endif  // RUNTIME_ENGINE_HEAP_LIMIT_H_
