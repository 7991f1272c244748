#include "runtime/store/kv/kv_database.h"

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/blocking_counter.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/error_payload.h"
#include "runtime/store/kv/sqlite.h"
#include "test/support/temp_folder.h"

namespace rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Patience = KvDatabase::Patience;

constexpr size_t kAll = kMaxKvValueBytes;

KvWrite Put(std::string key, std::string value,
            std::optional<KvVersion> if_version = std::nullopt) {
  return {.kind = KvWrite::Kind::kPut,
          .key = std::move(key),
          .if_version = if_version,
          .value = {StoredKind::kText, std::move(value)}};
}

KvWrite Delete(std::string key) {
  return {.kind = KvWrite::Kind::kDelete, .key = std::move(key)};
}

KvWrite Check(std::string key, KvVersion version) {
  return {.kind = KvWrite::Kind::kCheck,
          .key = std::move(key),
          .if_version = version};
}

// Where the stores are: in memory or in a file, what they do is the same.
class KvDatabaseTest : public testing::TestWithParam<bool> {
 protected:
  KvDatabaseTest() {
    auto opened = GetParam() ? KvDatabase::OpenFolder(folder_ / "data")
                             : KvDatabase::OpenMemory();
    EXPECT_TRUE(opened.ok()) << opened.status();
    database_ = *std::move(opened);
  }

  absl::StatusOr<KvCommit> Commit(std::vector<KvWrite> writes,
                                  std::string store = "s") {
    KvBatch batch{.store = std::move(store), .writes = std::move(writes)};
    if (database_->is_in_memory()) return database_->CommitNow(batch);
    absl::StatusOr<KvCommit> result;
    absl::BlockingCounter done(1);
    database_->Commit(std::move(batch), [&](absl::StatusOr<KvCommit> commit) {
      result = std::move(commit);
      done.DecrementCount();
    });
    done.Wait();
    return result;
  }

  std::optional<KvEntry> Get(const std::string& key,
                             const std::string& store = "s") {
    auto entry = database_->Get(store, key, kAll, Patience::kSome);
    EXPECT_TRUE(entry.ok()) << entry.status();
    return *std::move(entry);
  }

  std::string Text(const std::string& key) {
    const std::optional<KvEntry> entry = Get(key);
    return entry.has_value() ? entry->value.bytes : "(none)";
  }

  std::vector<std::string> Keys(const KvListOptions& options) {
    const absl::StatusOr<KvList> list = database_->List("s", options);
    EXPECT_TRUE(list.ok()) << list.status();
    std::vector<std::string> keys;
    for (const KvEntry& entry : list->entries) keys.push_back(entry.key);
    if (list->has_more) keys.emplace_back("...");
    return keys;
  }

  TempFolder folder_;
  std::unique_ptr<KvDatabase> database_;
};

INSTANTIATE_TEST_SUITE_P(In, KvDatabaseTest, testing::Bool(),
                         [](const auto& info) {
                           return info.param ? "AFile" : "Memory";
                         });

TEST_P(KvDatabaseTest, GivesBackTheBytesThatWerePut) {
  const std::string bytes(
      "\0\xff"
      "a\0",
      4);
  const std::string key("k\0y", 3);
  KvWrite put = Put(key, bytes);
  put.value.kind = StoredKind::kBytes;
  ASSERT_TRUE(Commit({put, Put("empty", "")}).ok());
  EXPECT_EQ(Get(key)->value.bytes, bytes);
  EXPECT_EQ(Get(key)->value.kind, StoredKind::kBytes);
  EXPECT_EQ(Get("empty")->value.bytes, "");
  EXPECT_EQ(Get("empty")->value.kind, StoredKind::kText);
  EXPECT_FALSE(Get("k").has_value());
  EXPECT_FALSE(Get(key, "another store").has_value());
}

TEST_P(KvDatabaseTest, LeavesOutAValueThatIsLargerThanWasAskedFor) {
  ASSERT_TRUE(Commit({Put("k", std::string(100'000, 'x'))}).ok());
  auto small = database_->Get("s", "k", 99'999, Patience::kNone);
  EXPECT_EQ((*small)->size, 100'000u);
  EXPECT_EQ((*small)->value.bytes, "");
  auto all = database_->Get("s", "k", 100'000, Patience::kNone);
  EXPECT_EQ((*all)->value.bytes.size(), 100'000u);
}

TEST_P(KvDatabaseTest, GivesEachCommitAGreaterVersionThanAllBefore) {
  const KvVersion first = Commit({Put("a", "1"), Put("b", "1")})->version;
  EXPECT_GT(first, 0);
  EXPECT_EQ(Get("a")->version, first);
  EXPECT_EQ(Get("b")->version, first);
  const KvVersion second = Commit({Put("x", "1")}, "other store")->version;
  EXPECT_GT(second, first);
  ASSERT_TRUE(Commit({Delete("a")}).ok());
  EXPECT_GT(Commit({Put("a", "2")})->version, second);
}

TEST_P(KvDatabaseTest, DoesABatchWholeOrNotAtAll) {
  const KvVersion version = Commit({Put("a", "1")})->version;
  const auto refused =
      Commit({Put("b", "2"), Delete("a"), Check("a", version + 1)});
  EXPECT_TRUE(absl::IsAborted(refused.status()));
  EXPECT_EQ(GetErrorPayload(refused.status(), kErrorCode), "ECONFLICT");
  EXPECT_EQ(Text("a"), "1");
  EXPECT_EQ(Text("b"), "(none)");
  EXPECT_TRUE(Commit({Put("b", "2"), Delete("a"), Check("a", version)}).ok());
  EXPECT_EQ(Text("a"), "(none)");
  EXPECT_EQ(Text("b"), "2");
}

TEST_P(KvDatabaseTest, PutsOnlyWhereTheVersionIsTheOneThatIsAskedFor) {
  const KvVersion version = Commit({Put("a", "1", 0)})->version;
  EXPECT_TRUE(absl::IsAborted(Commit({Put("a", "2", 0)}).status()));
  EXPECT_TRUE(Commit({Put("a", "2", version)}).ok());
  EXPECT_TRUE(absl::IsAborted(Commit({Put("a", "3", version)}).status()));
  EXPECT_EQ(Text("a"), "2");
}

TEST_P(KvDatabaseTest, CountsTheEntriesThatItDeletes) {
  ASSERT_TRUE(Commit({Put("a", "1"), Put("b", "1")}).ok());
  EXPECT_EQ(Commit({Delete("a"), Delete("b"), Delete("c")})->deleted, 2u);
  EXPECT_EQ(Commit({Delete("a")})->deleted, 0u);
}

TEST_P(KvDatabaseTest, DoesNotHaveWhatHasExpired) {
  KvWrite past = Put("past", "1");
  past.expires_ms = 1;
  KvWrite later = Put("later", "1");
  later.expires_ms = int64_t{1} << 52;
  ASSERT_TRUE(Commit({past, later}).ok());
  EXPECT_EQ(Text("past"), "(none)");
  EXPECT_EQ(Get("later")->expires_ms, int64_t{1} << 52);
  EXPECT_THAT(Keys({}), ElementsAre("later"));
  EXPECT_EQ(Commit({Delete("past")})->deleted, 0u);
  ASSERT_TRUE(Commit({past}).ok());
  EXPECT_TRUE(Commit({Put("past", "2", 0)}).ok());
  EXPECT_FALSE(Get("past")->expires_ms.has_value());
}

TEST_P(KvDatabaseTest, ListsKeysInTheOrderOfTheirCodePoints) {
  // U+10000 comes behind U+FFFD here, and before it in UTF-16.
  ASSERT_TRUE(Commit({Put("\U00010000", ""), Put("\uFFFD", ""), Put("b", ""),
                      Put("a", ""), Put("ab", ""), Put("\u00E9", "")})
                  .ok());
  ASSERT_TRUE(Commit({Put("x", "")}, "other").ok());
  EXPECT_THAT(Keys({}),
              ElementsAre("a", "ab", "b", "\u00E9", "\uFFFD", "\U00010000"));
  EXPECT_THAT(Keys({.prefix = "a"}), ElementsAre("a", "ab"));
  EXPECT_THAT(Keys({.prefix = "a", .after = "a"}), ElementsAre("ab"));
  EXPECT_THAT(Keys({.prefix = "b", .after = "a"}), ElementsAre("b"));
  EXPECT_THAT(Keys({.prefix = "a", .after = "b"}), ElementsAre());
  EXPECT_THAT(Keys({.prefix = "\U00010000"}), ElementsAre("\U00010000"));
  EXPECT_THAT(Keys({.limit = 2}), ElementsAre("a", "ab", "..."));
  EXPECT_THAT(Keys({.limit = 6}).size(), 6u);
}

TEST_P(KvDatabaseTest, APageOfLargeValuesEndsEarly) {
  const std::string large(kMaxKvListBytes / 2 + 1, 'x');
  ASSERT_TRUE(Commit({Put("a", large), Put("b", large), Put("c", large)}).ok());
  const KvListOptions with_values = {.with_values = true};
  EXPECT_THAT(Keys(with_values), ElementsAre("a", "b", "..."));
  EXPECT_THAT(Keys({}), ElementsAre("a", "b", "c"));
  EXPECT_EQ(database_->List("s", with_values)->entries[1].value.bytes, large);
  EXPECT_EQ(database_->List("s", {})->entries[1].value.bytes, "");
  EXPECT_EQ(database_->List("s", {})->entries[1].size, large.size());
}

TEST_P(KvDatabaseTest, LosesNoneOfWhatManyThreadsWrite) {
  constexpr int kWriters = 8;
  constexpr int kEach = 50;
  std::vector<std::vector<KvVersion>> versions(kWriters);
  std::vector<std::thread> threads;
  for (int t = 0; t < kWriters; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kEach; ++i) {
        // Read, and written if nobody else has meanwhile.
        while (true) {
          const std::optional<KvEntry> last = Get("count");
          const std::string next =
              last ? std::to_string(std::stoi(last->value.bytes) + 1) : "1";
          const auto commit =
              Commit({Put("count", next, last ? last->version : 0)});
          if (!commit.ok()) continue;
          versions[t].push_back(commit->version);
          break;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Text("count"), std::to_string(kWriters * kEach));
  std::set<KvVersion> all;
  for (const auto& each : versions) all.insert(each.begin(), each.end());
  EXPECT_EQ(all.size(), static_cast<size_t>(kWriters * kEach));
}

TEST(KvFileTest, IsThereWhenItIsOpenedAgainAndForOthersAtTheSameTime) {
  const TempFolder folder;
  {
    auto one = *KvDatabase::OpenFolder(folder.path());
    auto other = *KvDatabase::OpenFolder(folder.path());
    absl::BlockingCounter done(1);
    one->Commit({.store = "s", .writes = {Put("k", "v")}},
                [&](const absl::StatusOr<KvCommit>& commit) {
                  EXPECT_TRUE(commit.ok());
                  done.DecrementCount();
                });
    done.Wait();
    EXPECT_EQ((*other->Get("s", "k", kAll, Patience::kNone))->value.bytes, "v");
  }
  // The log was brought in when the last one closed it.
  EXPECT_THAT(folder.Names(), ElementsAre(KvDatabase::kFileName));
  auto again = *KvDatabase::OpenFolder(folder.path());
  EXPECT_EQ((*again->Get("s", "k", kAll, Patience::kNone))->value.bytes, "v");
}

TEST(KvFileTest, DoesWhatIsPendingBeforeItEnds) {
  const TempFolder folder;
  int done = 0;
  auto database = *KvDatabase::OpenFolder(folder.path());
  for (int i = 0; i < 100; ++i) {
    database->Commit(
        {.store = "s", .writes = {Put(absl::StrCat(i), "v")}},
        [&](const absl::StatusOr<KvCommit>& commit) { done += commit.ok(); });
  }
  database.reset();
  EXPECT_EQ(done, 100);
}

// What opening `path` fails with.
absl::Status Refused(const TempFolder& folder) {
  return KvDatabase::OpenFolder(folder.path()).status();
}

TEST(KvFileTest, NamesAFileThatIsNoDatabaseOrAnotherOnes) {
  const TempFolder text;
  WriteFile(text / KvDatabase::kFileName, std::string(4096, 'x'));
  EXPECT_TRUE(absl::IsDataLoss(Refused(text))) << Refused(text);
  EXPECT_THAT(Refused(text).message(), HasSubstr(text.path()));
  EXPECT_EQ(GetErrorPayload(Refused(text), kErrorCode), "EBADMSG");

  const TempFolder foreign;
  WriteFile(foreign / KvDatabase::kFileName, "");
  auto connection = SqliteConnection::Open(foreign / KvDatabase::kFileName);
  ASSERT_TRUE((*connection)->Run("CREATE TABLE mine (a)").ok());
  EXPECT_THAT(Refused(foreign).message(), HasSubstr("another program"));
}

TEST(KvFileTest, RefusesAFileOfALaterRt) {
  const TempFolder folder;
  ASSERT_TRUE(KvDatabase::OpenFolder(folder.path()).ok());
  auto connection = SqliteConnection::Open(folder / KvDatabase::kFileName);
  ASSERT_TRUE((*connection)->Run("PRAGMA user_version = 1000").ok());
  EXPECT_THAT(Refused(folder).message(), HasSubstr("later rt"));
}

TEST(KvFileTest, ReadsWhileAnotherWrites) {
  const TempFolder folder;
  auto database = *KvDatabase::OpenFolder(folder.path());
  ASSERT_TRUE(database->Get("s", "k", kAll, Patience::kNone).ok());
  auto other = *SqliteConnection::Open(folder / KvDatabase::kFileName);
  ASSERT_TRUE(other->Run("BEGIN IMMEDIATE; DELETE FROM entry").ok());
  EXPECT_TRUE(database->Get("s", "k", kAll, Patience::kNone).ok());
}

TEST(KvBatchTest, NamesTheLimitThatABatchIsOver) {
  EXPECT_TRUE(CheckKvBatch({.store = "s", .writes = {Put("k", "v")}}).ok());
  const std::vector<KvBatch> wrong = {
      {"s", {Put(std::string(2049, 'k'), "v")}},
      {"s", {Put("k", std::string((16 << 20) + 1, 'v'))}},
      {"s", std::vector<KvWrite>(1001, Put("k", "v"))},
      {"s", std::vector<KvWrite>(5, Put("k", std::string(15 << 20, 'v')))}};
  for (const KvBatch& batch : wrong) {
    EXPECT_EQ(GetErrorPayload(CheckKvBatch(batch), kErrorCode), "E2BIG");
  }
}

}  // namespace
}  // namespace rt
