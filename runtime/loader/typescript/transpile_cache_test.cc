#include "runtime/loader/typescript/transpile_cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "runtime/loader/typescript/content_hash.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

const std::string kKey(64, 'a');

bool Has(const TranspileCache& cache, const std::string& key) {
  return cache.Read(key).has_value();
}

TEST(ContentHash, IsSha256OverPartsWithTheirLengths) {
  // By coreutils: printf '\3\0\0\0\0\0\0\0abc' | sha256sum
  EXPECT_EQ(ContentHash({"abc"}),
            "ce91dc5eec0139adf091900d225971d6ad246a845bad791b5693a9d0d55dd391");
  EXPECT_NE(ContentHash({"ab", "c"}), ContentHash({"a", "bc"}));
}

TEST(TranspileCache, GivesBackWhatWasWritten) {
  const TempFolder folder;
  const TranspileCache cache(folder / "not/there/yet");
  EXPECT_FALSE(Has(cache, kKey));
  cache.Write(kKey, {std::string("code\0\n", 6), "map"});
  const auto found = cache.Read(kKey);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->code, std::string("code\0\n", 6));
  EXPECT_EQ(found->map, "map");
}

TEST(TranspileCache, AnEntryWithAnyOtherByteIsNone) {
  const TempFolder folder;
  const TranspileCache cache(folder.path());
  cache.Write(kKey, {"some code", "some map"});
  const std::string path = folder / ("transpiled/" + kKey);
  const std::string whole = ReadFile(path);
  ASSERT_GT(whole.size(), 17u);
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    WriteFile(path, changed);
    EXPECT_FALSE(Has(cache, kKey)) << i;
    WriteFile(path, whole.substr(0, i));
    EXPECT_FALSE(Has(cache, kKey)) << i;
  }
  WriteFile(path, whole + "x");
  EXPECT_FALSE(Has(cache, kKey));
  WriteFile(path, whole);
  EXPECT_TRUE(Has(cache, kKey));
}

TEST(TranspileCache, AnEntryUnderAnothersNameIsNone) {
  const TempFolder folder;
  const TranspileCache cache(folder.path());
  cache.Write(kKey, {"code", ""});
  const std::string other(64, 'b');
  WriteFile(folder / ("transpiled/" + other),
            ReadFile(folder / ("transpiled/" + kKey)));
  EXPECT_FALSE(Has(cache, other));
}

TEST(TranspileCache, AFolderThatCannotBeIsAnEmptyOne) {
  const TempFolder folder;
  WriteFile(folder / "file", "");
  const TranspileCache cache(folder / "file");
  cache.Write(kKey, {"code", ""});
  EXPECT_FALSE(Has(cache, kKey));
}

TEST(TranspileCache, PrunesTheEntriesNotUsedForLongest) {
  const TempFolder folder;
  const TranspileCache cache(folder.path());
  const std::string code(1000, 'x');
  const auto now = std::filesystem::file_time_type::clock::now();
  for (char name = 'a'; name < 'k'; ++name) {
    const std::string key(64, name);
    cache.Write(key, {code, ""});
    // The later in the alphabet, the longer ago.
    std::filesystem::last_write_time(folder / ("transpiled/" + key),
                                     now - std::chrono::hours(name - 'a'));
  }
  cache.Prune(1 << 20);
  EXPECT_TRUE(Has(cache, std::string(64, 'j')));
  cache.Prune(8000);
  EXPECT_TRUE(Has(cache, std::string(64, 'a')));
  EXPECT_TRUE(Has(cache, std::string(64, 'c')));
  EXPECT_FALSE(Has(cache, std::string(64, 'f')));
  EXPECT_FALSE(Has(cache, std::string(64, 'j')));
}

TEST(TranspileCache, TheEnvironmentSaysWhereOrThatItIsOff) {
  const TempFolder folder;
  setenv("RT_CACHE_DIR", folder.path().c_str(), 1);
  TranspileCache::FromEnvironment().Write(kKey, {"code", ""});
  EXPECT_TRUE(Has(TranspileCache(folder.path()), kKey));
  setenv("RT_CACHE_DIR", "", 1);
  EXPECT_FALSE(Has(TranspileCache::FromEnvironment(), kKey));
  unsetenv("RT_CACHE_DIR");
}

}  // namespace
}  // namespace rt
