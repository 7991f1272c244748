#include "runtime/policy/policy_file.h"

#include <unistd.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// What is said of a text that is no policy.
std::string Complaint(absl::string_view text) {
  const auto request = ParsePolicy(text, "etc/policy.json");
  if (request.ok()) return "taken";
  EXPECT_TRUE(absl::IsInvalidArgument(request.status()));
  return std::string(request.status().message());
}

TEST(PolicyFileTest, AnEmptyObjectGrantsNothing) {
  const auto request = ParsePolicy("{}", "policy.json");
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_THAT(request->policy.read, IsEmpty());
  EXPECT_THAT(request->policy.write, IsEmpty());
  EXPECT_THAT(request->policy.net, IsEmpty());
  EXPECT_THAT(request->policy.env, IsEmpty());
  EXPECT_FALSE(request->policy.modules.has_value());
  EXPECT_EQ(request->policy.memory_bytes, 0u);
  EXPECT_EQ(request->policy.cpu_ns, 0);
  EXPECT_EQ(request->policy.wall_ns, 0);
  EXPECT_FALSE(request->require_landlock);
}

TEST(PolicyFileTest, EveryFieldIsTaken) {
  const auto request = ParsePolicy(R"({
        "read": ["/srv/data", "templates"], "write": ["out/"],
        "net": ["*.example.com:443", "[::1]:*"], "env": ["LANG"], "stores": ["kv:a"],
        "modules": ["rt:file"], "memory": 67108864, "cpuMs": 500,
        "wallMs": 5e3, "landlock": "require"})",
                                   "/etc/rt/policy.json");
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_THAT(request->policy.read,
              ElementsAre("/srv/data", "/etc/rt/templates"));
  EXPECT_THAT(request->policy.write, ElementsAre("/etc/rt/out/"));
  EXPECT_THAT(request->policy.net, ElementsAre("*.example.com:443", "[::1]:*"));
  EXPECT_THAT(request->policy.env, ElementsAre("LANG"));
  EXPECT_THAT(request->policy.stores, ElementsAre("kv:a"));
  EXPECT_THAT(*request->policy.modules, ElementsAre("rt:file"));
  EXPECT_EQ(request->policy.memory_bytes, size_t{64} << 20);
  EXPECT_EQ(request->policy.cpu_ns, 500'000'000);
  EXPECT_EQ(request->policy.wall_ns, 5'000'000'000);
  EXPECT_TRUE(request->require_landlock);
}

TEST(PolicyFileTest, ARelativePathBesideARelativeFileStaysRelative) {
  const auto request = ParsePolicy(R"({"read": ["data"]})", "policy.json");
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_THAT(request->policy.read, ElementsAre("data"));
}

TEST(PolicyFileTest, WhatIsNoJsonIsToldWithItsLine) {
  EXPECT_THAT(Complaint(""), HasSubstr("etc/policy.json:1:1 is no valid JSON"));
  EXPECT_THAT(Complaint("{\n\"read\": [,]}"), HasSubstr("etc/policy.json:2:"));
  EXPECT_THAT(Complaint("{} {}"), HasSubstr("left over"));
  EXPECT_THAT(Complaint("[]"), HasSubstr("a policy is a JSON object"));
}

TEST(PolicyFileTest, AFieldThatIsNoneIsNamed) {
  EXPECT_THAT(Complaint(R"({"cpuMS": 5})"),
              AllOf(HasSubstr("etc/policy.json: 'cpuMS'"),
                    HasSubstr("did you mean cpuMs?")));
  EXPECT_THAT(Complaint(R"({"allowEverything": true})"),
              AllOf(HasSubstr("'allowEverything'"),
                    HasSubstr("read, write, net, env")));
}

TEST(PolicyFileTest, AValueOfTheWrongTypeNamesItsField) {
  for (const char* name :
       {"read", "write", "net", "env", "stores", "modules"}) {
    for (const char* value :
         {"true", "\"x\"", "[1]", "[\"\"]", "{}", "null", R"(["a\u0000b"])"}) {
      EXPECT_THAT(Complaint(absl::StrCat("{\"", name, "\": ", value, "}")),
                  HasSubstr(absl::StrCat("etc/policy.json: ", name, " ")))
          << value;
    }
  }
  for (const char* name : {"memory", "cpuMs", "wallMs"}) {
    for (const char* value : {"true", "\"1\"", "[]", "0", "-1", "1.5", "1e300",
                              "18446744073709551615", "null"}) {
      EXPECT_THAT(Complaint(absl::StrCat("{\"", name, "\": ", value, "}")),
                  HasSubstr(absl::StrCat("etc/policy.json: ", name,
                                         " is no whole number of ")))
          << value;
    }
  }
  EXPECT_THAT(Complaint(R"({"landlock": true})"),
              HasSubstr("etc/policy.json: landlock can only be \"require\""));
}

TEST(PolicyFileTest, AWrongPatternModuleOrAmountNamesItsField) {
  EXPECT_THAT(Complaint(R"({"net": ["example.com"]})"),
              AllOf(HasSubstr("etc/policy.json: net "),
                    HasSubstr("'example.com'"), HasSubstr("no port")));
  EXPECT_THAT(Complaint(R"({"modules": ["fs"]})"),
              AllOf(HasSubstr("etc/policy.json: modules "), HasSubstr("'fs'")));
  EXPECT_THAT(Complaint(R"({"memory": 1000})"),
              HasSubstr("memory is no whole number of bytes from 16777216"));
  EXPECT_EQ(Complaint(R"({"cpuMs": 9223372036854})"), "taken");
  EXPECT_THAT(Complaint(R"({"cpuMs": 9223372036855})"),
              HasSubstr("to 9223372036854"));
}

TEST(PolicyFileTest, AFileIsReadAndWhatItGrantsIsLookedAt) {
  const TempFolder folder;
  const std::string path = folder / "policy.json";
  WriteFile(path, R"({"read": ["."]})");
  const auto request = ReadPolicyFile(path);
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_THAT(request->policy.read, ElementsAre(folder / "."));

  WriteFile(path, R"({"write": ["nowhere"]})");
  const absl::Status missing = ReadPolicyFile(path).status();
  EXPECT_TRUE(absl::IsInvalidArgument(missing));
  EXPECT_THAT(std::string(missing.message()),
              AllOf(HasSubstr(path), HasSubstr("write"), HasSubstr("nowhere")));
}

TEST(PolicyFileTest, AFileThatCannotBeReadIsNamed) {
  const TempFolder folder;
  const absl::Status missing = ReadPolicyFile(folder / "none.json").status();
  EXPECT_TRUE(absl::IsNotFound(missing));
  EXPECT_THAT(std::string(missing.message()),
              AllOf(HasSubstr("read the policy file"), HasSubstr("none.json")));
  EXPECT_THAT(std::string(ReadPolicyFile(folder / ".").status().message()),
              HasSubstr("EISDIR"));
}

}  // namespace
}  // namespace rt
