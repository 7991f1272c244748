#include "runtime/realm/message_reader.h"

#include <utility>
#include <vector>

#include "runtime/realm/host_objects.h"
#include "runtime/realm/port_table.h"

namespace rt {
namespace {

// The read of one message.
class Reader : private v8::ValueDeserializer::Delegate {
 public:
  Reader(IsolateScope& scope, Message& message)
      : scope_(scope),
        message_(message),
        deserializer_(scope.isolate(), message.bytes.get(), message.size,
                      this) {}

  v8::MaybeLocal<v8::Value> Read() {
    v8::Isolate* const isolate = scope_.isolate();
    for (uint32_t i = 0; i < message_.buffers.size(); ++i) {
      scope_.host().buffers().Adopt(message_.buffers[i]->Data(),
                                    message_.buffers[i]->ByteLength());
      deserializer_.TransferArrayBuffer(
          i, v8::ArrayBuffer::New(isolate, std::move(message_.buffers[i])));
    }
    for (PortEnd& end : message_.ports) {
      v8::Local<v8::Object> port;
      if (!scope_.host()
               .State<PortTable>()
               .Adopt(scope_, std::move(end))
               .ToLocal(&port)) {
        return {};
      }
      ports_.push_back(port);
    }
    if (message_.platform_objects != nullptr && !MakePlatformObjects())
      return {};
    if (deserializer_.ReadHeader(scope_.context()).IsNothing()) return {};
    return deserializer_.ReadValue(scope_.context());
  }

  const std::vector<v8::Local<v8::Value>>& ports() const { return ports_; }

 private:
  bool MakePlatformObjects() {
    v8::Isolate* const isolate = scope_.isolate();
    const v8::Local<v8::Function> make =
        scope_.InternalFunction("makePlatformObject");
    v8::Local<v8::Value> all;
    if (!ReadMessage(scope_, std::move(message_.platform_objects))
             .ToLocal(&all)) {
      return false;
    }
    if (!all->IsArray()) return false;
    const auto list = all.As<v8::Array>();
    for (uint32_t i = 0; i < list->Length(); ++i) {
      v8::Local<v8::Value> parts;
      v8::Local<v8::Value> object;
      if (!list->Get(scope_.context(), i).ToLocal(&parts) ||
          !make->Call(scope_.context(), v8::Undefined(isolate), 1, &parts)
               .ToLocal(&object)) {
        return false;
      }
      platform_objects_.push_back(object.As<v8::Object>());
    }
    return true;
  }

  // v8::ValueDeserializer::Delegate

  // V8 lets no JavaScript run in here: what there is to make is made before.
  v8::MaybeLocal<v8::Object> ReadHostObject(v8::Isolate* /*isolate*/) override {
    uint32_t type = 0;
    uint32_t index = 0;
    // What another process wrote may be anything. Where this returns nothing,
    // V8 throws.
    if (!deserializer_.ReadUint32(&type) || !deserializer_.ReadUint32(&index)) {
      return {};
    }
    switch (static_cast<HostObject>(type)) {
      case HostObject::kPort:
        if (index < ports_.size()) return ports_[index].As<v8::Object>();
        break;
      case HostObject::kPlatformObject:
        if (index < platform_objects_.size()) return platform_objects_[index];
        break;
    }
    return {};
  }

  v8::MaybeLocal<v8::WasmModuleObject> GetWasmModuleFromId(
      v8::Isolate* isolate, uint32_t id) override {
    if (id >= message_.wasm_modules.size()) return {};
    return v8::WasmModuleObject::FromCompiledModule(isolate,
                                                    message_.wasm_modules[id]);
  }

  v8::MaybeLocal<v8::SharedArrayBuffer> GetSharedArrayBufferFromId(
      v8::Isolate* isolate, uint32_t id) override {
    if (id >= message_.shared_buffers.size()) return {};
    return v8::SharedArrayBuffer::New(isolate, message_.shared_buffers[id]);
  }

  IsolateScope& scope_;
  Message& message_;
  std::vector<v8::Local<v8::Value>> ports_;
  std::vector<v8::Local<v8::Object>> platform_objects_;
  v8::ValueDeserializer deserializer_;
};

}  // namespace

v8::MaybeLocal<v8::Value> ReadMessage(
    IsolateScope& scope, std::unique_ptr<Message> message,
    std::vector<v8::Local<v8::Value>>* ports) {
  message->charge.Release();
  Reader reader(scope, *message);
  v8::MaybeLocal<v8::Value> value = reader.Read();
  if (ports != nullptr) *ports = reader.ports();
  return value;
}

}  // namespace rt
