#include "runtime/store/settings/settings.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(SettingsTest, GivesEachFilesContentByItsName) {
  const TempFolder folder;
  WriteFile(folder / "a", std::string("s\0cret\n", 7));
  WriteFile(folder / "b", "");
  const absl::StatusOr<Settings> secrets =
      Settings::ReadSecrets({{"key", folder / "a"}, {"empty", folder / "b"}});
  ASSERT_TRUE(secrets.ok());
  EXPECT_EQ(*secrets->Find("key"), std::string("s\0cret\n", 7));
  EXPECT_EQ(*secrets->Find("empty"), "");
  EXPECT_EQ(secrets->Find("other"), nullptr);
  EXPECT_THAT(secrets->Names(), ElementsAre("empty", "key"));
}

TEST(SettingsTest, NamesTheFlagAndTheFileThatCannotBeRead) {
  const TempFolder folder;
  const absl::Status status =
      Settings::ReadSecrets({{"key", folder / "none"}}).status();
  EXPECT_THAT(status.message(), HasSubstr("--secret key: "));
  EXPECT_THAT(status.message(), HasSubstr(folder / "none"));
  EXPECT_THAT(status.message(), HasSubstr("ENOENT"));
}

TEST(SettingsTest, NamesThePlaceOfWhatIsNoJson) {
  const TempFolder folder;
  WriteFile(folder / "c.json", "{\n  \"a\": 1,\n  b: 2\n}");
  const std::string path = folder / "c.json";
  EXPECT_THAT(Settings::ReadConfigs({{"c", path}}).status().message(),
              HasSubstr("--config c: " + path + ":3:3 is no valid JSON"));
  WriteFile(path, "[1]");
  EXPECT_THAT(Settings::ReadConfigs({{"c", path}}).status().message(),
              HasSubstr("no JSON object"));
  WriteFile(path, "\xEF\xBB\xBF{\"a\": 1}");
  EXPECT_TRUE(Settings::ReadConfigs({{"c", path}}).ok());
}

TEST(NamedFileTest, IsANameAndAFileThatMayHaveAnEqualsSign) {
  EXPECT_EQ(ParseNamedFile("a=b=c")->name, "a");
  EXPECT_EQ(ParseNamedFile("a=b=c")->path, "b=c");
  for (const char* wrong : {"", "a", "=b", "a=", "="}) {
    EXPECT_FALSE(ParseNamedFile(wrong).ok()) << wrong;
  }
}

}  // namespace
}  // namespace rt
