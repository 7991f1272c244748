#include "runtime/compression/zlib_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace rt {
namespace {

using ::testing::HasSubstr;

// "hello" in a stored block of RFC 1951: last block, length, its complement.
constexpr absl::string_view kRaw("\x01\x05\x00\xfa\xffhello", 10);
// RFC 1950 around it, with its Adler-32: a = 1 + 104 + 101 + 108 + 108 + 111 =
// 0x215, b = 105 + 206 + 314 + 422 + 533 = 0x62c.
constexpr absl::string_view kZlib(
    "\x78\x01\x01\x05\x00\xfa\xffhello\x06\x2c\x02\x15", 16);

absl::Status WriteInParts(ZlibStream& stream, absl::string_view input,
                          size_t part, std::string& out) {
  const auto sink = [&](absl::string_view bytes) {
    out.append(bytes.data(), bytes.size());
  };
  for (size_t at = 0; at < input.size(); at += part) {
    absl::Status status = stream.Write(input.substr(at, part), sink);
    if (!status.ok()) return status;
  }
  return stream.Finish(sink);
}

TEST(ZlibStream, DecompressesWhatTheStandardsSpellOut) {
  for (const size_t part : {1, 3, 100}) {
    std::string raw;
    std::string zlib;
    EXPECT_TRUE(
        WriteInParts(*ZlibStream::Decompressor(CompressionFormat::kDeflateRaw),
                     kRaw, part, raw)
            .ok());
    EXPECT_TRUE(
        WriteInParts(*ZlibStream::Decompressor(CompressionFormat::kDeflate),
                     kZlib, part, zlib)
            .ok());
    EXPECT_EQ(raw, "hello");
    EXPECT_EQ(zlib, "hello");
  }
}

TEST(ZlibStream, WhatWasCompressedComesBack) {
  std::string text;
  for (uint64_t i = 0; i < 300000; ++i) {
    text += static_cast<char>(i * i % 251);
  }
  for (const CompressionFormat format :
       {CompressionFormat::kDeflate, CompressionFormat::kDeflateRaw,
        CompressionFormat::kGzip}) {
    std::string compressed;
    ASSERT_TRUE(
        WriteInParts(*ZlibStream::Compressor(format), text, 70000, compressed)
            .ok());
    EXPECT_LT(compressed.size(), text.size() / 2);
    std::string back;
    ASSERT_TRUE(
        WriteInParts(*ZlibStream::Decompressor(format), compressed, 1000, back)
            .ok());
    EXPECT_EQ(back, text);
  }
}

TEST(ZlibStream, GivesWhatCameBeforeBytesThatDoNotBelong) {
  const auto stream = ZlibStream::Decompressor(CompressionFormat::kDeflate);
  std::string out;
  const absl::Status status =
      WriteInParts(*stream, std::string(kZlib) + "x", 100, out);
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(status.message(), HasSubstr("after the end"));
  EXPECT_EQ(out, "hello");
}

TEST(ZlibStream, RefusesWhatIsCutOffOrWrong) {
  std::string out;
  EXPECT_THAT(
      WriteInParts(*ZlibStream::Decompressor(CompressionFormat::kDeflate),
                   kZlib.substr(0, kZlib.size() - 1), 100, out)
          .message(),
      HasSubstr("ends before"));
  std::string wrong_sum(kZlib);
  wrong_sum.back() ^= 1;
  EXPECT_THAT(
      WriteInParts(*ZlibStream::Decompressor(CompressionFormat::kDeflate),
                   wrong_sum, 100, out)
          .message(),
      HasSubstr("not valid"));
  EXPECT_FALSE(WriteInParts(*ZlibStream::Decompressor(CompressionFormat::kGzip),
                            kZlib, 100, out)
                   .ok());
  EXPECT_FALSE(WriteInParts(*ZlibStream::Decompressor(CompressionFormat::kGzip),
                            "", 1, out)
                   .ok());
}

}  // namespace
}  // namespace rt
