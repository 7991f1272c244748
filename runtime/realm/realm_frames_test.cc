#include "runtime/realm/realm_frames.h"

#include <string>

#include "gtest/gtest.h"
#include "runtime/base/error_payload.h"

namespace rt {
namespace {

RealmStart StartOf(uint64_t id) {
  RealmStart start;
  start.info = {.id = id,
                .name = "a realm",
                .entry = "file:///app/it.ts",
                .kind = "remote"};
  start.args = {"", "two"};
  start.max_heap_bytes = uint64_t{5} << 32;
  start.reactors = 3;
  return start;
}

TEST(RealmFramesTest, AStartComesOutAsItWas) {
  const std::string payload = Encode(StartOf(7));
  const auto start = ReadStart(FieldReader(payload));
  ASSERT_TRUE(start.ok()) << start.status();
  EXPECT_EQ(start->info.id, 7u);
  EXPECT_EQ(start->info.name, "a realm");
  EXPECT_EQ(start->info.entry, "file:///app/it.ts");
  EXPECT_EQ(start->info.kind, "remote");
  EXPECT_EQ(start->args, (std::vector<std::string>{"", "two"}));
  EXPECT_EQ(start->max_heap_bytes, uint64_t{5} << 32);
  EXPECT_EQ(start->reactors, 3u);
  EXPECT_EQ(start->data, nullptr);
}

TEST(RealmFramesTest, TheIdOfAMainRealmAndOneBeyondJavaScriptsAreNone) {
  for (const uint64_t id : {uint64_t{0}, ~uint64_t{0}}) {
    const std::string payload = Encode(StartOf(id));
    EXPECT_TRUE(absl::IsDataLoss(ReadStart(FieldReader(payload)).status()));
  }
}

TEST(RealmFramesTest, WhatHoldsARealmComesOutAsItWas) {
  const std::string payload = Encode(Enforcement{
      .landlock_abi = 4, .seccomp = true, .reason = "the kernel is old"});
  const auto read = ReadEnforcement(FieldReader(payload));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->landlock_abi, 4);
  EXPECT_TRUE(read->seccomp);
  EXPECT_EQ(read->reason, "the kernel is old");
}

TEST(RealmFramesTest, AFarewellKeepsItsErrorWithTheCode) {
  absl::Status status = absl::UnavailableError("the host is full");
  SetErrorPayload(status, kErrorCode, "ERR_FULL");
  RealmFarewell farewell;
  farewell.result = ErrorResult(status);
  farewell.realms_made = 3;
  const std::string payload = Encode(farewell);
  const auto read = ReadFarewell(FieldReader(payload));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->result.end, RealmEnd::kError);
  EXPECT_EQ(read->result.error->message, "the host is full");
  EXPECT_EQ(read->result.error_code, "ERR_FULL");
  EXPECT_EQ(read->realms_made, 3u);
}

TEST(RealmFramesTest, APayloadThatIsCutOrLongerIsNone) {
  const std::string start = Encode(StartOf(1));
  for (size_t size = 0; size < start.size(); ++size) {
    const std::string cut = start.substr(0, size);
    EXPECT_FALSE(ReadStart(FieldReader(cut)).ok()) << size;
  }
  const std::string longer = start + "x";
  EXPECT_FALSE(ReadStart(FieldReader(longer)).ok());
  const std::string holds = Encode(Enforcement());
  for (size_t size = 0; size < holds.size(); ++size) {
    const std::string cut = holds.substr(0, size);
    EXPECT_FALSE(ReadEnforcement(FieldReader(cut)).ok()) << size;
  }
  const std::string too_long = holds + "x";
  EXPECT_FALSE(ReadEnforcement(FieldReader(too_long)).ok());
}

}  // namespace
}  // namespace rt
