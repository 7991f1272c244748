#include "runtime/frames/fields.h"

#include <cstdint>
#include <string>

#include "gtest/gtest.h"

namespace rt {
namespace {

TEST(FieldsTest, NumbersAreLittleEndian) {
  std::string payload;
  AppendU32(payload, 0x01020304);
  AppendU64(payload, 0x05);
  EXPECT_EQ(payload, std::string("\x04\x03\x02\x01\x05\0\0\0\0\0\0\0", 12));
}

TEST(FieldsTest, WhatWasAppendedIsRead) {
  std::string payload;
  AppendU32(payload, UINT32_MAX);
  AppendU64(payload, UINT64_MAX - 1);
  AppendBytes(payload, std::string("a\0b", 3));
  AppendBytes(payload, "");
  FieldReader fields(payload);
  EXPECT_EQ(fields.U32(), UINT32_MAX);
  EXPECT_EQ(fields.U64(), UINT64_MAX - 1);
  EXPECT_EQ(fields.Bytes(), std::string("a\0b", 3));
  EXPECT_FALSE(fields.AtEnd());
  EXPECT_EQ(fields.Text(), "");
  EXPECT_TRUE(fields.AtEnd());
}

TEST(FieldsTest, WhatIsNotThereIsNothingAndTold) {
  FieldReader fields("abc");
  EXPECT_EQ(fields.U32(), 0u);
  EXPECT_FALSE(fields.ok());
  EXPECT_FALSE(fields.AtEnd());
}

TEST(FieldsTest, BytesThatPromiseMoreThanThereIsAreNone) {
  std::string payload;
  AppendU64(payload, UINT64_MAX);
  payload += "abc";
  FieldReader fields(payload);
  EXPECT_EQ(fields.Bytes(), "");
  EXPECT_FALSE(fields.ok());
}

TEST(FieldsTest, NothingIsReadAfterAFieldThatWasNotThere) {
  std::string payload;
  AppendU64(payload, 100);
  AppendU32(payload, 7);
  FieldReader fields(payload);
  fields.Bytes();
  EXPECT_EQ(fields.U32(), 0u);
}

}  // namespace
}  // namespace rt
