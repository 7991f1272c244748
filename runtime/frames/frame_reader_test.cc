#include "runtime/frames/frame_reader.h"

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

// Written by hand from the table in frame.h: type 7, payload "hello".
constexpr char kHello[] = "\5\0\0\0\1\7\0\0hello\236end";
const std::string kHelloFrame(kHello, sizeof(kHello) - 1);

using Frames = std::vector<std::pair<int, std::string>>;

absl::Status ReadInto(Frames& frames, FrameReader& reader,
                      absl::string_view bytes) {
  return reader.Read(bytes, [&](Frame frame) {
    frames.emplace_back(frame.type, std::move(frame.payload));
    return absl::OkStatus();
  });
}

std::string ErrorOf(absl::string_view bytes, size_t max_payload = 1000) {
  FrameReader reader(max_payload);
  Frames frames;
  const absl::Status status = ReadInto(frames, reader, bytes);
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << status;
  return std::string(status.message());
}

TEST(FrameTest, IsEncodedAsDocumented) {
  EXPECT_EQ(EncodeFrame(7, "hello"), kHelloFrame);
}

TEST(FrameReaderTest, ReadsFramesOneAfterTheOther) {
  FrameReader reader;
  Frames frames;
  EXPECT_TRUE(
      ReadInto(frames, reader, kHelloFrame + EncodeFrame(255, "")).ok());
  EXPECT_THAT(frames, ElementsAre(Pair(7, "hello"), Pair(255, "")));
  EXPECT_TRUE(reader.Finish().ok());
}

TEST(FrameReaderTest, ReadsFramesHoweverTheyAreCut) {
  const std::string bytes = kHelloFrame + kHelloFrame;
  for (size_t cut = 1; cut < bytes.size(); ++cut) {
    FrameReader reader;
    Frames frames;
    for (size_t at = 0; at < bytes.size(); at += cut) {
      ASSERT_TRUE(ReadInto(frames, reader, bytes.substr(at, cut)).ok());
    }
    EXPECT_THAT(frames, ElementsAre(Pair(7, "hello"), Pair(7, "hello")));
  }
}

TEST(FrameReaderTest, APayloadMayBeAnyBytes) {
  const std::string payload = kHelloFrame + std::string(100000, '\0');
  FrameReader reader;
  Frames frames;
  EXPECT_TRUE(ReadInto(frames, reader, EncodeFrame(1, payload)).ok());
  EXPECT_THAT(frames, ElementsAre(Pair(1, payload)));
}

TEST(FrameReaderTest, AStreamThatEndsInAFrameIsAnError) {
  for (size_t size = 1; size < kHelloFrame.size(); ++size) {
    FrameReader reader;
    Frames frames;
    EXPECT_TRUE(
        ReadInto(frames, reader, kHelloFrame + kHelloFrame.substr(0, size))
            .ok());
    EXPECT_EQ(frames.size(), 1u);
    EXPECT_THAT(std::string(reader.Finish().message()),
                HasSubstr("frame 2 (at byte 17) breaks off"));
  }
}

TEST(FrameReaderTest, ALengthThatIsTooLongIsAnErrorBeforeThePayload) {
  EXPECT_THAT(ErrorOf(absl::string_view("\xE9\x03\0\0\x01\0\0\0", 8)),
              HasSubstr("promises 1001 bytes, which is more than 1000"));
}

TEST(FrameReaderTest, ALengthThatIsNotThatOfThePayloadIsAnError) {
  for (const char length : {'\0', '\4', '\6', '\x20'}) {
    std::string bytes = kHelloFrame + kHelloFrame + kHelloFrame;
    bytes[0] = length;
    EXPECT_THAT(ErrorOf(bytes), HasSubstr("frame 1 (at byte 0) does not end"));
  }
}

TEST(FrameReaderTest, AnotherVersionIsAnErrorThatNamesBoth) {
  std::string bytes = kHelloFrame;
  bytes[4] = 9;
  EXPECT_THAT(ErrorOf(bytes), HasSubstr("version 9 and not 1"));
}

TEST(FrameReaderTest, ReservedBytesAreZero) {
  std::string bytes = kHelloFrame;
  bytes[7] = 1;
  EXPECT_THAT(ErrorOf(bytes), HasSubstr("header"));
}

TEST(FrameReaderTest, AnErrorStays) {
  FrameReader reader;
  Frames frames;
  const absl::Status status = ReadInto(frames, reader, "this is no frame");
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(ReadInto(frames, reader, kHelloFrame), status);
  EXPECT_EQ(reader.Finish(), status);
  EXPECT_THAT(frames, IsEmpty());
}

TEST(FrameReaderTest, WhoTakesAFrameMayRefuseIt) {
  FrameReader reader;
  const absl::Status status =
      reader.Read(kHelloFrame + kHelloFrame, [](const Frame& frame) {
        return absl::InvalidArgumentError(frame.payload);
      });
  EXPECT_EQ(status, absl::InvalidArgumentError("hello"));
  EXPECT_EQ(reader.Finish(), status);
}

}  // namespace
}  // namespace rt
