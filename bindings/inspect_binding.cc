#include "bindings/inspect_binding.h"

#include "bindings/glue/arguments.h"
#include "runtime/engine/strings.h"

namespace rt {
namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

// is<Type>(value), for each predicate of v8::Value.
template <bool (v8::Value::*kPredicate)() const>
void Is(const Info& info) {
  info.GetReturnValue().Set(((*info[0])->*kPredicate)());
}

void IsAnyArrayBuffer(const Info& info) {
  info.GetReturnValue().Set(info[0]->IsArrayBuffer() ||
                            info[0]->IsSharedArrayBuffer());
}

void IsBoxedPrimitive(const Info& info) {
  info.GetReturnValue().Set(
      info[0]->IsNumberObject() || info[0]->IsStringObject() ||
      info[0]->IsBooleanObject() || info[0]->IsBigIntObject() ||
      info[0]->IsSymbolObject());
}

// promiseDetails(promise): [state, result]
void PromiseDetails(const Info& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  const v8::Local<v8::Promise> promise = info[0].As<v8::Promise>();
  const v8::Promise::PromiseState state = promise->State();
  v8::Local<v8::Value> details[] = {v8::Integer::New(isolate, state),
                                    state == v8::Promise::kPending
                                        ? v8::Undefined(isolate).As<v8::Value>()
                                        : promise->Result()};
  info.GetReturnValue().Set(v8::Array::New(isolate, details, 2));
}

// proxyDetails(value): [target, handler], undefined for what is no Proxy
void ProxyDetails(const Info& info) {
  if (!info[0]->IsProxy()) return;
  const v8::Local<v8::Proxy> proxy = info[0].As<v8::Proxy>();
  v8::Local<v8::Value> details[] = {proxy->GetTarget(), proxy->GetHandler()};
  info.GetReturnValue().Set(v8::Array::New(info.GetIsolate(), details, 2));
}

// previewEntries(value): [entries, whether keys and values take turns]
void PreviewEntries(const Info& info) {
  v8::Isolate* const isolate = info.GetIsolate();
  bool is_key_value = false;
  v8::Local<v8::Array> entries;
  if (!info[0]
           .As<v8::Object>()
           ->PreviewEntries(&is_key_value)
           .ToLocal(&entries)) {
    entries = v8::Array::New(isolate);
  }
  v8::Local<v8::Value> result[] = {entries,
                                   v8::Boolean::New(isolate, is_key_value)};
  info.GetReturnValue().Set(v8::Array::New(isolate, result, 2));
}

// ownNonIndexProperties(value, onlyEnumerable): property keys
void OwnNonIndexProperties(const Info& info) {
  const Arguments args(info);
  const v8::PropertyFilter filter =
      args.Bool(1) ? v8::ONLY_ENUMERABLE : v8::ALL_PROPERTIES;
  v8::Local<v8::Array> keys;
  // Fails with an exception pending when a Proxy's trap throws.
  if (args[0]
          .As<v8::Object>()
          ->GetPropertyNames(args.context(), v8::KeyCollectionMode::kOwnOnly,
                             filter, v8::IndexFilter::kSkipIndices)
          .ToLocal(&keys)) {
    args.Return(keys);
  }
}

void ConstructorName(const Info& info) {
  info.GetReturnValue().Set(info[0].As<v8::Object>()->GetConstructorName());
}

constexpr NativeFunction kFunctions[] = {
    {"promiseDetails", &PromiseDetails},
    {"proxyDetails", &ProxyDetails},
    {"previewEntries", &PreviewEntries},
    {"ownNonIndexProperties", &OwnNonIndexProperties},
    {"constructorName", &ConstructorName},
    {"isAnyArrayBuffer", &IsAnyArrayBuffer},
    {"isArgumentsObject", &Is<&v8::Value::IsArgumentsObject>},
    {"isArrayBuffer", &Is<&v8::Value::IsArrayBuffer>},
    {"isAsyncFunction", &Is<&v8::Value::IsAsyncFunction>},
    {"isBigIntObject", &Is<&v8::Value::IsBigIntObject>},
    {"isBooleanObject", &Is<&v8::Value::IsBooleanObject>},
    {"isBoxedPrimitive", &IsBoxedPrimitive},
    {"isDataView", &Is<&v8::Value::IsDataView>},
    {"isDate", &Is<&v8::Value::IsDate>},
    {"isExternal", &Is<&v8::Value::IsExternal>},
    {"isGeneratorFunction", &Is<&v8::Value::IsGeneratorFunction>},
    {"isMap", &Is<&v8::Value::IsMap>},
    {"isMapIterator", &Is<&v8::Value::IsMapIterator>},
    {"isModuleNamespaceObject", &Is<&v8::Value::IsModuleNamespaceObject>},
    {"isNativeError", &Is<&v8::Value::IsNativeError>},
    {"isNumberObject", &Is<&v8::Value::IsNumberObject>},
    {"isPromise", &Is<&v8::Value::IsPromise>},
    {"isRegExp", &Is<&v8::Value::IsRegExp>},
    {"isSet", &Is<&v8::Value::IsSet>},
    {"isSetIterator", &Is<&v8::Value::IsSetIterator>},
    {"isStringObject", &Is<&v8::Value::IsStringObject>},
    {"isSymbolObject", &Is<&v8::Value::IsSymbolObject>},
    {"isTypedArray", &Is<&v8::Value::IsTypedArray>},
    {"isWeakMap", &Is<&v8::Value::IsWeakMap>},
    {"isWeakSet", &Is<&v8::Value::IsWeakSet>},
};

}  // namespace

NativeModule InspectBinding() { return {"inspect", kFunctions}; }

}  // namespace rt
