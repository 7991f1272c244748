#include "runtime/store/kv/kv_database.h"

#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/check.h"
#include "runtime/base/clock.h"
#include "runtime/base/error_payload.h"
#include "runtime/store/kv/kv_reader.h"
#include "runtime/store/kv/kv_schema.h"
#include "runtime/store/kv/kv_writer.h"

namespace rt {
namespace {

// One for commits, one for reads that take long.
constexpr int kThreads = 2;

// What a transaction takes at the most, so that nobody waits long for others.
constexpr size_t kMaxGroupBatches = 1000;
constexpr size_t kMaxGroupBytes = size_t{8} << 20;

constexpr mode_t kFolderMode = 0700;

int64_t NowMs() { return WallNanos() / 1'000'000; }

size_t BytesOf(const KvBatch& batch) {
  size_t bytes = 0;
  for (const KvWrite& write : batch.writes) bytes += write.value.bytes.size();
  return bytes;
}

absl::Status MakeFolder(const std::string& folder) {
  if (mkdir(folder.c_str(), kFolderMode) == 0 || errno == EEXIST) {
    return absl::OkStatus();
  }
  return ErrnoStatus(
      errno, absl::StrCat("make the folder of the stores, '", folder, "'"),
      folder, "mkdir");
}

}  // namespace

// A connection with what is run over it.
class KvConnection {
 public:
  explicit KvConnection(std::unique_ptr<SqliteConnection> connection)
      : connection_(std::move(connection)),
        reader_(*connection_),
        writer_(*connection_) {}

  SqliteConnection& connection() { return *connection_; }
  KvReader& reader() { return reader_; }
  KvWriter& writer() { return writer_; }

 private:
  const std::unique_ptr<SqliteConnection> connection_;
  KvReader reader_;
  KvWriter writer_;
};

// In a file, a connection of its own, as long as it lives; in memory, the one
// that there is.
class KvDatabase::Reading {
 public:
  Reading(KvDatabase& database, Patience patience) : database_(database) {
    if (database_.is_in_memory()) {
      database_.writer_mutex_.Lock();
      return;
    }
    {
      absl::MutexLock lock(&database_.readers_mutex_);
      if (!database_.readers_.empty()) {
        own_ = std::move(database_.readers_.back());
        database_.readers_.pop_back();
      }
    }
    if (own_ == nullptr) {
      auto connection = OpenKvReader(database_.path_);
      if (!connection.ok()) {
        status_ = connection.status();
        return;
      }
      own_ = std::make_unique<KvConnection>(*std::move(connection));
    }
    own_->connection().SetPatience(patience == Patience::kNone ? 0
                                                               : kKvPatienceMs);
  }

  ~Reading() {
    if (database_.is_in_memory()) {
      database_.writer_mutex_.Unlock();
    } else if (own_ != nullptr) {
      absl::MutexLock lock(&database_.readers_mutex_);
      database_.readers_.push_back(std::move(own_));
    }
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  const absl::Status& status() const { return status_; }
  KvReader& reader() {
    return database_.is_in_memory() ? database_.writer_->reader()
                                    : own_->reader();
  }

 private:
  KvDatabase& database_;
  std::unique_ptr<KvConnection> own_;
  absl::Status status_;
};

absl::StatusOr<std::unique_ptr<KvDatabase>> KvDatabase::OpenFolder(
    const std::string& folder) {
  if (absl::Status status = MakeFolder(folder); !status.ok()) return status;
  std::string path = absl::StrCat(folder, "/", kFileName);
  auto connection = OpenKvWriter(path);
  if (!connection.ok()) return connection.status();
  std::unique_ptr<KvDatabase> database(new KvDatabase(
      std::move(path), std::make_unique<KvConnection>(*std::move(connection))));
  database->pool_ = std::make_unique<WorkerPool>(
      WorkerPool::Limits{.running = kThreads, .waiting = 0});
  database->pool_->Staff();
  return database;
}

absl::StatusOr<std::unique_ptr<KvDatabase>> KvDatabase::OpenMemory() {
  auto connection = OpenKvWriter("");
  if (!connection.ok()) return connection.status();
  return std::unique_ptr<KvDatabase>(new KvDatabase(
      "", std::make_unique<KvConnection>(*std::move(connection))));
}

KvDatabase::KvDatabase(std::string path, std::unique_ptr<KvConnection> writer)
    : path_(std::move(path)), writer_(std::move(writer)) {}

KvDatabase::~KvDatabase() = default;

absl::StatusOr<std::optional<KvEntry>> KvDatabase::Get(absl::string_view store,
                                                       absl::string_view key,
                                                       size_t most_bytes,
                                                       Patience patience) {
  Reading reading(*this, patience);
  if (!reading.status().ok()) return reading.status();
  return reading.reader().Get(store, key, NowMs(), most_bytes);
}

absl::StatusOr<KvList> KvDatabase::List(absl::string_view store,
                                        const KvListOptions& options) {
  Reading reading(*this, Patience::kSome);
  if (!reading.status().ok()) return reading.status();
  return reading.reader().List(store, options, NowMs());
}

absl::StatusOr<KvCommit> KvDatabase::CommitNow(const KvBatch& batch) {
  RT_CHECK(is_in_memory());
  absl::MutexLock lock(&writer_mutex_);
  return std::move(writer_->writer().Commit({&batch}, NowMs()).front());
}

void KvDatabase::Commit(KvBatch batch, Done done) {
  {
    absl::MutexLock lock(&pending_mutex_);
    pending_.push_back({std::move(batch), std::move(done)});
    if (draining_) return;
    draining_ = true;
  }
  Post([this] { Drain(); });
}

void KvDatabase::Post(WorkerPool::Task task) { pool_->Post(std::move(task)); }

std::vector<KvDatabase::Pending> KvDatabase::NextGroup() {
  std::vector<Pending> group;
  size_t bytes = 0;
  absl::MutexLock lock(&pending_mutex_);
  while (!pending_.empty() && group.size() < kMaxGroupBatches) {
    bytes += BytesOf(pending_.front().batch);
    if (!group.empty() && bytes > kMaxGroupBytes) break;
    group.push_back(std::move(pending_.front()));
    pending_.pop_front();
  }
  draining_ = !group.empty();
  return group;
}

void KvDatabase::Drain() {
  while (true) {
    std::vector<Pending> group = NextGroup();
    if (group.empty()) return;
    std::vector<const KvBatch*> batches;
    batches.reserve(group.size());
    for (const Pending& pending : group) batches.push_back(&pending.batch);
    std::vector<absl::StatusOr<KvCommit>> results;
    {
      absl::MutexLock lock(&writer_mutex_);
      results = writer_->writer().Commit(batches, NowMs());
    }
    for (size_t i = 0; i < group.size(); ++i) {
      group[i].done(std::move(results[i]));
    }
  }
}

}  // namespace rt
