#include "runtime/realm/message_writer.h"

#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/engine/drop_exceptions.h"
#include "runtime/engine/strings.h"
#include "runtime/frames/frame.h"
#include "runtime/realm/host_objects.h"
#include "runtime/realm/platform_objects.h"
#include "runtime/realm/port_table.h"

namespace rt {
namespace {

// V8 names a function by its whole source.
constexpr size_t kMaxNameBytes = 120;

// For another process: of a frame, with room for what goes beside.
constexpr size_t kMaxMessageBytes = kMaxFramePayload / 2;

// `root` is the value that was to be cloned, for the place in it; undefined
// where there is none.
void ThrowNotCloned(IsolateScope& scope, const std::string& message,
                    v8::Local<v8::Value> root, Reach reach) {
  v8::Local<v8::Value> arguments[] = {
      NewString(scope.isolate(), message), root,
      v8::Boolean::New(scope.isolate(), reach == Reach::kOtherProcess)};
  v8::Local<v8::Value> error;
  if (scope.InternalFunction("makeDataCloneError")
          ->Call(scope.context(), v8::Undefined(scope.isolate()),
                 std::size(arguments), arguments)
          .ToLocal(&error)) {
    scope.isolate()->ThrowException(error);
  }
}

// "function () {...} could not be cloned." with the middle of a long name
// left out.
std::string Shorten(std::string message) {
  static constexpr absl::string_view kEnd = " could not be cloned.";
  if (message.size() <= kMaxNameBytes + kEnd.size()) return message;
  size_t cut = kMaxNameBytes;
  // Not inside of a UTF-8 sequence.
  while (cut > 0 && (message[cut] & 0xC0) == 0x80) --cut;
  message.resize(cut);
  return absl::StrCat(message, "...", kEnd);
}

// Object.prototype.
struct ObjectPrototype {
  explicit ObjectPrototype(IsolateHost& /*host*/) {
    v8::Isolate* const isolate = v8::Isolate::GetCurrent();
    const v8::HandleScope handles(isolate);
    value.Reset(isolate, v8::Object::New(isolate)->GetPrototypeV2());
  }

  v8::Global<v8::Value> value;
};

// The write of one message.
class Writer : private v8::ValueSerializer::Delegate {
 public:
  Writer(IsolateScope& scope, Reach reach)
      : scope_(scope),
        reach_(reach),
        ports_(scope.host().State<PortTable>()),
        platform_(scope.host().State<PlatformObjects>()),
        object_prototype_(
            scope.host().State<ObjectPrototype>().value.Get(scope.isolate())),
        serializer_(scope.isolate(), this) {}

  std::unique_ptr<Message> Write(v8::Local<v8::Value> value,
                                 v8::Local<v8::Value> transfer) {
    if (!platform_.Prepare(scope_)) return nullptr;
    if (transfer->IsArray() && !List(transfer.As<v8::Array>())) return nullptr;
    serializer_.WriteHeader();
    if (!WriteValue(value) || !AddPlatformObjects() || !MayTransfer()) {
      return nullptr;
    }
    const auto [bytes, size] = serializer_.Release();
    message_->bytes.reset(bytes);
    message_->size = size;
    if (leaves_process() && size > kMaxMessageBytes) {
      Refuse(absl::StrCat("A message of ", size,
                          " bytes could not be cloned: at most ",
                          kMaxMessageBytes, " can go to another process."));
      return nullptr;
    }
    Transfer();
    Charge();
    return std::move(message_);
  }

 private:
  bool Refuse(const std::string& message) {
    ThrowNotCloned(scope_, message, v8::Undefined(scope_.isolate()), reach_);
    return false;
  }

  bool WriteValue(v8::Local<v8::Value> value) {
    {
      v8::TryCatch try_catch(scope_.isolate());
      if (serializer_.WriteValue(scope_.context(), value).FromMaybe(false)) {
        return true;
      }
      if (refusal_.empty()) {
        try_catch.ReThrow();
        return false;
      }
    }
    ThrowNotCloned(scope_, refusal_, value, reach_);
    return false;
  }

  // What V8 calls while it writes must run no JavaScript, which it takes to
  // make a DOMException: that is made when V8 has given up on account of this.
  void RefuseLater(std::string message) {
    refusal_ = std::move(message);
    scope_.isolate()->ThrowException(v8::Null(scope_.isolate()));
  }

  // What V8 came by, for Message::platform_objects.
  bool AddPlatformObjects() {
    if (platform_objects_.empty()) return true;
    v8::Isolate* const isolate = scope_.isolate();
    const v8::Local<v8::Function> parts_of =
        scope_.InternalFunction("platformParts");
    std::vector<v8::Local<v8::Value>> all;
    for (const v8::Global<v8::Value>& kept : platform_objects_) {
      v8::Local<v8::Value> exception = kept.Get(isolate);
      v8::Local<v8::Value> parts;
      if (!parts_of
               ->Call(scope_.context(), v8::Undefined(isolate), 1, &exception)
               .ToLocal(&parts)) {
        return false;
      }
      all.push_back(parts);
    }
    message_->platform_objects =
        WriteMessage(scope_, v8::Array::New(isolate, all.data(), all.size()),
                     v8::Undefined(isolate), reach_);
    return message_->platform_objects != nullptr;
  }

  // Takes down what is to be transferred.
  bool List(v8::Local<v8::Array> transfer) {
    for (uint32_t i = 0; i < transfer->Length(); ++i) {
      v8::Local<v8::Value> value;
      if (!transfer->Get(scope_.context(), i).ToLocal(&value)) return false;
      if (!ListOne(value, i)) return false;
    }
    return true;
  }

  bool ListOne(v8::Local<v8::Value> value, uint32_t index) {
    if (value->IsArrayBuffer()) {
      const auto buffer = value.As<v8::ArrayBuffer>();
      for (const auto& other : buffers_) {
        if (other == buffer) return Refuse(Twice("ArrayBuffer", index));
      }
      if (!leaves_process()) {
        serializer_.TransferArrayBuffer(static_cast<uint32_t>(buffers_.size()),
                                        buffer);
      }
      buffers_.push_back(buffer);
      return IsDetachable(buffer);
    }
    const uint32_t port =
        value->IsObject() ? ports_.IdOf(scope_, value.As<v8::Object>()) : 0;
    if (port == 0) {
      const std::string name = ToUtf8(
          scope_.isolate(), value.As<v8::Object>()->GetConstructorName());
      return Refuse(absl::StrCat("The ", name, " at index ", index,
                                 " of the transfer list is neither an "
                                 "ArrayBuffer nor a MessagePort and cannot be "
                                 "transferred."));
    }
    if (leaves_process()) {
      return Refuse(absl::StrCat("The MessagePort at index ", index,
                                 " of the transfer list cannot be transferred "
                                 "to another process."));
    }
    for (const uint32_t other : port_ids_) {
      if (other == port) return Refuse(Twice("MessagePort", index));
    }
    port_ids_.push_back(port);
    return IsHere(port);
  }

  std::string NameOf(v8::Local<v8::Object> object) {
    const PlatformObjects::Interface* const interface =
        platform_.InterfaceOf(object);
    return interface != nullptr
               ? interface->name
               : ToUtf8(scope_.isolate(), object->GetConstructorName());
  }

  static std::string Twice(const char* type, uint32_t index) {
    return absl::StrCat("The ", type, " at index ", index,
                        " of the transfer list is in it twice.");
  }

  bool IsDetachable(v8::Local<v8::ArrayBuffer> buffer) {
    if (buffer->WasDetached()) {
      return Refuse("A detached ArrayBuffer cannot be transferred.");
    }
    if (!buffer->IsDetachable()) {
      return Refuse(
          "An ArrayBuffer that cannot be detached, such as that of a "
          "WebAssembly.Memory, cannot be transferred.");
    }
    return true;
  }

  bool IsHere(uint32_t port) {
    if (ports_.Has(port)) return true;
    return Refuse(
        "A MessagePort that is closed or was transferred before cannot be "
        "transferred.");
  }

  // Getters of the value may have done so by now.
  bool MayTransfer() {
    for (const auto& buffer : buffers_) {
      if (!IsDetachable(buffer)) return false;
    }
    for (const uint32_t port : port_ids_) {
      if (!IsHere(port)) return false;
    }
    return true;
  }

  void Transfer() {
    for (const auto& buffer : buffers_) {
      if (leaves_process()) {
        buffer->Detach({}).Check();
        continue;
      }
      message_->buffers.push_back(buffer->GetBackingStore());
      buffer->Detach({}).Check();
      scope_.host().buffers().GiveAway(message_->buffers.back()->Data());
    }
    for (const uint32_t port : port_ids_) {
      message_->ports.push_back(*ports_.Release(scope_, port));
    }
  }

  void Charge() {
    BufferAllocator& payer = scope_.host().buffers();
    if (!payer.CountsMapped()) return;
    size_t size = sizeof(Message) + message_->size;
    for (const auto& buffer : message_->buffers) size += buffer->ByteLength();
    message_->charge = BufferCharge(payer, size);
  }

  // v8::ValueSerializer::Delegate

  void ThrowDataCloneError(v8::Local<v8::String> message) override {
    RefuseLater(Shorten(ToUtf8(scope_.isolate(), message)));
  }

  bool HasCustomHostObject(v8::Isolate* /*isolate*/) override { return true; }

  // Called for every object, so that what most objects are is told first.
  v8::Maybe<bool> IsHostObject(v8::Isolate* /*isolate*/,
                               v8::Local<v8::Object> object) override {
    if (object->GetPrototypeV2() == object_prototype_) return v8::Just(false);
    return v8::Just(ports_.IdOf(scope_, object) != 0 ||
                    platform_.InterfaceOf(object) != nullptr);
  }

  v8::Maybe<bool> WriteHostObject(v8::Isolate* /*isolate*/,
                                  v8::Local<v8::Object> object) override {
    const uint32_t id = ports_.IdOf(scope_, object);
    if (id != 0) return WritePort(id);
    const PlatformObjects::Interface& interface =
        *platform_.InterfaceOf(object);
    if (interface.fate == PlatformObjects::Fate::kCopied) {
      return WritePlatformObject(object);
    }
    RefuseLater(absl::StrCat("#<", interface.name, "> could not be cloned."));
    return v8::Nothing<bool>();
  }

  v8::Maybe<bool> WritePort(uint32_t id) {
    for (uint32_t i = 0; i < port_ids_.size(); ++i) {
      if (port_ids_[i] != id) continue;
      serializer_.WriteUint32(static_cast<uint32_t>(HostObject::kPort));
      serializer_.WriteUint32(i);
      return v8::Just(true);
    }
    RefuseLater(leaves_process()
                    ? "A MessagePort could not be cloned: it cannot go to "
                      "another process."
                    : "A MessagePort could not be cloned: it can only be "
                      "transferred, by naming it in the transfer list.");
    return v8::Nothing<bool>();
  }

  v8::Maybe<bool> WritePlatformObject(v8::Local<v8::Object> object) {
    serializer_.WriteUint32(static_cast<uint32_t>(HostObject::kPlatformObject));
    serializer_.WriteUint32(static_cast<uint32_t>(platform_objects_.size()));
    platform_objects_.emplace_back(scope_.isolate(), object);
    return v8::Just(true);
  }

  // V8 asks once for each object.
  v8::Maybe<uint32_t> GetSharedArrayBufferId(
      v8::Isolate* /*isolate*/,
      v8::Local<v8::SharedArrayBuffer> buffer) override {
    if (leaves_process()) {
      RefuseLater(
          "#<SharedArrayBuffer> could not be cloned: memory is not shared with "
          "another process.");
      return v8::Nothing<uint32_t>();
    }
    message_->shared_buffers.push_back(buffer->GetBackingStore());
    return v8::Just(static_cast<uint32_t>(message_->shared_buffers.size() - 1));
  }

  v8::Maybe<uint32_t> GetWasmModuleTransferId(
      v8::Isolate* /*isolate*/,
      v8::Local<v8::WasmModuleObject> module) override {
    if (leaves_process()) {
      RefuseLater(
          "#<WebAssembly.Module> could not be cloned: compiled code cannot go "
          "to another process; its bytes can.");
      return v8::Nothing<uint32_t>();
    }
    message_->wasm_modules.push_back(module->GetCompiledModule());
    return v8::Just(static_cast<uint32_t>(message_->wasm_modules.size() - 1));
  }

  bool leaves_process() const { return reach_ == Reach::kOtherProcess; }

  IsolateScope& scope_;
  const Reach reach_;
  PortTable& ports_;
  PlatformObjects& platform_;
  const v8::Local<v8::Value> object_prototype_;
  std::unique_ptr<Message> message_ = std::make_unique<Message>();
  std::vector<v8::Local<v8::ArrayBuffer>> buffers_;
  std::vector<uint32_t> port_ids_;
  // Not handles: those that V8 gives go out of scope with the call.
  std::vector<v8::Global<v8::Value>> platform_objects_;
  // Why something cannot be cloned; empty where nothing was refused.
  std::string refusal_;
  v8::ValueSerializer serializer_;
};

}  // namespace

std::unique_ptr<Message> WriteMessage(IsolateScope& scope,
                                      v8::Local<v8::Value> value,
                                      v8::Local<v8::Value> transfer,
                                      Reach reach) {
  return Writer(scope, reach).Write(value, transfer);
}

std::unique_ptr<Message> PackError(IsolateScope& scope,
                                   v8::Local<v8::Value> error, Reach reach) {
  const DropExceptions drop(scope.isolate());
  v8::Local<v8::Value> packed;
  if (!scope.InternalFunction("packError")
           ->Call(scope.context(), v8::Undefined(scope.isolate()), 1, &error)
           .ToLocal(&packed)) {
    return nullptr;
  }
  return WriteMessage(scope, packed, v8::Undefined(scope.isolate()), reach);
}

}  // namespace rt
