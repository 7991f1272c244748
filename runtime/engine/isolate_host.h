#ifndef RUNTIME_ENGINE_ISOLATE_HOST_H_
#define RUNTIME_ENGINE_ISOLATE_HOST_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "runtime/engine/buffer_allocator.h"
#include "runtime/engine/heap_limit.h"
#include "runtime/engine/realm_control.h"
#include "runtime/loop/event_loop.h"

namespace rt {

// The script that holds all of rt's own modules, as V8 knows it.
inline constexpr char kBuiltinsScript[] = "rt:builtins";

// What every isolate of the process starts from: the snapshot that the build
// made and the addresses that it refers to (v8-snapshot.h). Lives as long as
// the process.
struct EngineImage {
  v8::StartupData snapshot = {nullptr, 0};
  // Ends with 0.
  const intptr_t* external_references = nullptr;
  // What turns TypeScript into JavaScript, as WebAssembly (modules/typescript),
  // and its version.
  absl::string_view amaro_wasm;
  absl::string_view amaro_version;
};

// Owns one isolate with its one context, the state that features keep for it,
// and a share of the loop that it runs on.
//
// Life: made, used and destroyed on one thread; the destructor empties the
// state (with the isolate entered, newest first), then disposes of the isolate.
// Enter it by IsolateScope. From other threads only TerminateExecution() is
// allowed.
class IsolateHost {
 public:
  struct Options {
    const EngineImage* image = nullptr;
    std::shared_ptr<EventLoop> loop;
    // Bytes of V8's heap, and of ArrayBuffers apart from it (BufferAllocator).
    // 0: what V8 finds right for the machine's memory, and all of that memory
    // for ArrayBuffers.
    size_t max_heap_bytes = 0;
    // Of the realm that this is the isolate of. Outlives it.
    RealmControl* control = nullptr;
    // What a message to people calls the isolate, such as "the main realm".
    std::string label;
  };

  explicit IsolateHost(Options options);
  ~IsolateHost();
  IsolateHost(const IsolateHost&) = delete;
  IsolateHost& operator=(const IsolateHost&) = delete;

  // The host of an isolate that one made. For callbacks from V8.
  static IsolateHost& Of(v8::Isolate* isolate);

  // Of the isolate that is entered on this thread; null where none is that one
  // made. Any thread.
  static BufferAllocator* CurrentBuffers();

  EventLoop& loop() { return *options_.loop; }
  const std::shared_ptr<EventLoop>& shared_loop() { return options_.loop; }
  const EngineImage& image() const { return *options_.image; }
  RealmControl& control() { return *options_.control; }
  // For what becomes an ArrayBuffer without being allocated by V8, and for what
  // leaves. Isolate entered.
  BufferAllocator& buffers() { return *allocator_; }
  const HeapLimit& heap_limit() const { return *heap_limit_; }
  const std::string& label() const { return options_.label; }

  // What the built-in modules' bundle returned when the snapshot was made (see
  // modules/bootstrap.ts). Isolate entered.
  v8::Local<v8::Object> registry();

  // The one T of this isolate, made by T(IsolateHost&) when it is first asked
  // for. Isolate entered.
  template <typename T>
  T& State() {
    for (const auto& state : states_) {
      if (state->key == &StateKey<T>::key) {
        return static_cast<Holder<T>*>(state.get())->value;
      }
    }
    auto holder = std::make_unique<Holder<T>>(*this);
    T& value = holder->value;
    states_.push_back(std::move(holder));
    return value;
  }

  // Something outside of the loop's knowledge (an asynchronous WebAssembly
  // compilation) will still post a task to it.
  bool HasPendingBackgroundTasks() {
    return isolate_->HasPendingBackgroundTasks();
  }

  // Ends the JavaScript that runs, or that runs next. Any thread, while the
  // host lives.
  void TerminateExecution() { isolate_->TerminateExecution(); }

  // Any thread, while the host lives. V8 calls `callback` on the isolate's
  // thread between two steps of its JavaScript, also of a loop that does not
  // end; not before JavaScript runs. `data` must stay good until then.
  void RequestInterrupt(v8::InterruptCallback callback, void* data) {
    isolate_->RequestInterrupt(callback, data);
  }

  // Takes back a termination that has not struck, so that JavaScript can run.
  void CancelTerminateExecution() { isolate_->CancelTerminateExecution(); }

 private:
  friend class IsolateScope;

  struct HolderBase {
    explicit HolderBase(const void* key) : key(key) {}
    virtual ~HolderBase() = default;
    const void* const key;
  };
  template <typename T>
  struct StateKey {
    static inline const char key = 0;
  };
  template <typename T>
  struct Holder : HolderBase {
    explicit Holder(IsolateHost& host)
        : HolderBase(&StateKey<T>::key), value(host) {}
    T value;
  };

  Options options_;
  std::shared_ptr<BufferAllocator> allocator_;
  v8::Isolate* isolate_ = nullptr;
  v8::Global<v8::Context> context_;
  v8::Global<v8::Object> registry_;
  std::unique_ptr<HeapLimit> heap_limit_;
  std::vector<std::unique_ptr<HolderBase>> states_;
};

// State<T>() of the isolate that V8 calls back on.
template <typename T>
T& StateOf(v8::Isolate* isolate) {
  return IsolateHost::Of(isolate).State<T>();
}

}  // namespace rt

#endif  // RUNTIME_ENGINE_ISOLATE_HOST_H_
