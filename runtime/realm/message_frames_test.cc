#include "runtime/realm/message_frames.h"

#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/engine/strings.h"
#include "runtime/realm/message_reader.h"
#include "runtime/realm/message_writer.h"
#include "test/support/test_realm.h"

namespace rt {
namespace {

using ::testing::HasSubstr;

v8::Local<v8::Value> Evaluate(IsolateScope& scope, const char* source) {
  return v8::Script::Compile(scope.context(),
                             NewString(scope.isolate(), source))
      .ToLocalChecked()
      ->Run(scope.context())
      .ToLocalChecked();
}

// What JSON makes of the value of `source` when it has been to another process.
std::string There(IsolateScope& scope, const char* source) {
  v8::Isolate* const isolate = scope.isolate();
  std::unique_ptr<Message> message =
      WriteMessage(scope, Evaluate(scope, source), v8::Undefined(isolate),
                   Reach::kOtherProcess);
  if (message == nullptr) return "not written";
  std::string payload;
  AppendMessage(payload, message.get());
  FieldReader fields(payload);
  message = ReadMessageFields(fields);
  EXPECT_TRUE(fields.AtEnd());
  return ToUtf8(isolate,
                v8::JSON::Stringify(
                    scope.context(),
                    ReadMessage(scope, std::move(message)).ToLocalChecked())
                    .ToLocalChecked());
}

// What is thrown where a value is written for another process.
std::string Refusal(IsolateScope& scope, const char* source) {
  v8::TryCatch try_catch(scope.isolate());
  EXPECT_EQ(WriteMessage(scope, Evaluate(scope, source),
                         v8::Undefined(scope.isolate()), Reach::kOtherProcess),
            nullptr);
  return ToUtf8(scope.isolate(), try_catch.Exception());
}

TEST(MessageFramesTest, AValueComesOutAsItWas) {
  WithIsolate([](IsolateScope& scope) {
    EXPECT_EQ(There(scope, "({a: [1, 'two', null, {b: new Date(0)}]})"),
              R"({"a":[1,"two",null,{"b":"1970-01-01T00:00:00.000Z"}]})");
  });
}

TEST(MessageFramesTest, ADomExceptionGoesBesideTheValue) {
  WithIsolate([](IsolateScope& scope) {
    EXPECT_EQ(There(scope, "[1, new DOMException('no', 'AbortError').name]"),
              R"([1,"AbortError"])");
    EXPECT_EQ(There(scope, "[new DOMException('no', 'AbortError')]"), "[{}]");
  });
}

TEST(MessageFramesTest, NoMessageIsNone) {
  std::string payload;
  AppendMessage(payload, nullptr);
  FieldReader fields(payload);
  EXPECT_EQ(ReadMessageFields(fields), nullptr);
  EXPECT_TRUE(fields.AtEnd());
}

TEST(MessageFramesTest, WhatCannotGoToAnotherProcessIsNamed) {
  WithIsolate([](IsolateScope& scope) {
    EXPECT_THAT(Refusal(scope, "({a: {b: new SharedArrayBuffer(8)}})"),
                HasSubstr("#<SharedArrayBuffer> at .a.b could not be cloned"));
    EXPECT_THAT(Refusal(scope, "[new MessageChannel().port1]"),
                HasSubstr("MessagePort at [0] could not be cloned"));
    EXPECT_THAT(Refusal(scope, "[function f() {}]"), HasSubstr("'f' at [0]"));
    EXPECT_THAT(Refusal(scope,
                        "new WebAssembly.Module(new Uint8Array("
                        "[0, 97, 115, 109, 1, 0, 0, 0]))"),
                HasSubstr("#<WebAssembly.Module> could not be cloned"));
  });
}

// A message with these bytes, read.
std::string Read(IsolateScope& scope, absl::string_view bytes) {
  std::string payload;
  AppendBytes(payload, bytes);
  AppendBytes(payload, "");
  FieldReader fields(payload);
  v8::TryCatch try_catch(scope.isolate());
  v8::Local<v8::Value> value;
  if (!ReadMessage(scope, ReadMessageFields(fields)).ToLocal(&value)) {
    return ToUtf8(scope.isolate(), try_catch.Exception());
  }
  return ToUtf8(scope.isolate(), value);
}

TEST(MessageFramesTest, BytesThatAreNoValueThrow) {
  WithIsolate([](IsolateScope& scope) {
    // V8's format (its value-serializer.cc): FF and the version, then a tag.
    EXPECT_EQ(Read(scope, "\xFF\x0FT"), "true");
    EXPECT_THAT(Read(scope, "no value"), HasSubstr("Error"));
    EXPECT_THAT(Read(scope, "\xFF\x0Fo"), HasSubstr("Error"));
    // '\\' is a host object: of no kind; one that is not there.
    EXPECT_THAT(Read(scope, "\xFF\x0F\\\x09\x01"), HasSubstr("Error"));
    EXPECT_THAT(Read(scope, "\xFF\x0F\\\x01\x05"), HasSubstr("Error"));
    // 'u' and 'w': shared memory and compiled code.
    EXPECT_THAT(Read(scope, "\xFF\x0Fu\x03"), HasSubstr("Error"));
    EXPECT_THAT(Read(scope, "\xFF\x0Fw\x03"), HasSubstr("Error"));
  });
}

}  // namespace
}  // namespace rt
