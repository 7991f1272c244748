#include "profiler/pprof/gzip_stream.h"

#include <cstddef>
#include <random>
#include <string>
#include <string_view>

#include "gtest/gtest.h"
#include "profiler/pprof/test_reader.h"

namespace rt {
namespace {

std::string Noise(size_t size) {
  std::mt19937 random(1);
  std::string noise(size, '\0');
  for (char& c : noise) c = static_cast<char>(random());
  return noise;
}

TEST(GzipStreamTest, GivesBackWhatWasWrittenInPiecesOfAnySize) {
  for (const std::string& text :
       {std::string(), std::string("x"), std::string(3'000'000, 'x'), Noise(1),
        Noise(64 * 1024), Noise(1'000'000)}) {
    for (const size_t piece :
         {size_t{1'000}, size_t{65'536}, size_t{1} << 30}) {
      std::string bytes;
      GzipStream gzip([&bytes](std::string_view out) {
        EXPECT_FALSE(out.empty());
        EXPECT_LE(out.size(), 64u * 1024);
        bytes += out;
        return absl::OkStatus();
      });
      for (size_t at = 0; at < text.size(); at += piece) {
        ASSERT_TRUE(gzip.Write(std::string_view(text).substr(at, piece)).ok());
      }
      ASSERT_TRUE(gzip.Finish().ok());
      EXPECT_EQ(Gunzip(bytes), text);
    }
  }
}

TEST(GzipStreamTest, PassesOnTheSinksError) {
  const std::string noise = Noise(200'000);
  int calls = 0;
  GzipStream gzip([&calls](std::string_view) {
    ++calls;
    return absl::ResourceExhaustedError("full");
  });
  EXPECT_EQ(gzip.Write(noise), absl::ResourceExhaustedError("full"));
  EXPECT_EQ(calls, 1);
}

TEST(GzipStreamTest, PassesOnAnErrorOfTheLastPiece) {
  GzipStream gzip(
      [](std::string_view) { return absl::ResourceExhaustedError("full"); });
  EXPECT_TRUE(gzip.Write("short").ok());
  EXPECT_EQ(gzip.Finish(), absl::ResourceExhaustedError("full"));
}

}  // namespace
}  // namespace rt
