#include "runtime/engine/taken_text.h"

#include <algorithm>
#include <string>

#include "gtest/gtest.h"
#include "runtime/engine/strings.h"
#include "test/support/test_realm.h"

namespace rt {
namespace {

v8::Local<v8::ArrayBuffer> NewBuffer(v8::Isolate* isolate,
                                     absl::string_view bytes) {
  const auto buffer = v8::ArrayBuffer::New(isolate, bytes.size());
  std::copy(bytes.begin(), bytes.end(), static_cast<char*>(buffer->Data()));
  return buffer;
}

absl::string_view View(v8::Local<v8::ArrayBuffer> buffer) {
  return {static_cast<const char*>(buffer->Data()), buffer->ByteLength()};
}

TEST(TakeTextTest, MuchTextLivesOnInTheBuffersMemory) {
  WithIsolate([](IsolateScope& scope) {
    v8::Isolate* const isolate = scope.isolate();
    const std::string text = "[" + std::string(100'000, ' ') + "1]";
    const auto buffer = NewBuffer(isolate, text);
    const void* const memory = buffer->Data();
    v8::Local<v8::String> taken;
    ASSERT_TRUE(TakeText(isolate, buffer, View(buffer)).ToLocal(&taken));
    EXPECT_EQ(ToUtf8(isolate, taken), text);
    EXPECT_EQ(buffer->ByteLength(), 0u);
    ASSERT_TRUE(taken->IsExternalOneByte());
    EXPECT_EQ(taken->GetExternalOneByteStringResource()->data(), memory);
  });
}

TEST(TakeTextTest, APartOfABufferIsTaken) {
  WithIsolate([](IsolateScope& scope) {
    const std::string text = "abc" + std::string(100'000, 'x');
    const auto buffer = NewBuffer(scope.isolate(), text);
    v8::Local<v8::String> taken;
    ASSERT_TRUE(TakeText(scope.isolate(), buffer, View(buffer).substr(3))
                    .ToLocal(&taken));
    EXPECT_EQ(ToUtf8(scope.isolate(), taken), text.substr(3));
  });
}

TEST(TakeTextTest, WhatIsShortOrNotAsciiIsLeftAsItIs) {
  WithIsolate([](IsolateScope& scope) {
    for (const std::string& text :
         {std::string("short"), std::string(100'000, 'x') + "\xC3\xA9",
          "\xC3\xA9" + std::string(100'000, 'x'), std::string()}) {
      const auto buffer = NewBuffer(scope.isolate(), text);
      EXPECT_TRUE(TakeText(scope.isolate(), buffer, View(buffer)).IsEmpty());
      EXPECT_EQ(View(buffer), text);
    }
  });
}

// V8 counts a string's memory only where it is told: else a program that reads
// one text after the other holds them all.
TEST(TakeTextTest, V8KnowsHowMuchMemoryItHolds) {
  WithIsolate([](IsolateScope& scope) {
    v8::Isolate* const isolate = scope.isolate();
    constexpr int64_t kSize = 8 << 20;
    const auto held = [isolate] {
      isolate->LowMemoryNotification();  // collects garbage
      v8::HeapStatistics statistics;
      isolate->GetHeapStatistics(&statistics);
      return static_cast<int64_t>(statistics.external_memory());
    };
    const int64_t before = held();
    {
      const v8::HandleScope handles(isolate);
      const auto buffer = NewBuffer(isolate, std::string(kSize, 'x'));
      v8::Local<v8::String> taken;
      ASSERT_TRUE(TakeText(isolate, buffer, View(buffer)).ToLocal(&taken));
      EXPECT_GE(held() - before, kSize);
    }
    EXPECT_LT(held() - before, kSize);
  });
}

}  // namespace
}  // namespace rt
