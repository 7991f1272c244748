#include "profiler/pprof/profile_encoder.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/pprof/profile.pb.h"
#include "runtime/base/check.h"

namespace rt {
namespace {

namespace pb = ::perftools::profiles;

constexpr uint64_t kMappingId = 1;

// In profile.proto an id of 0 means none.
template <typename Id>
uint64_t ProtoId(Id id) {
  return static_cast<uint64_t>(id) + 1;
}

// The string table of the file: the profile's own strings under their own ids,
// and behind them what only the file needs (types, units, label keys,
// comments).
class FileStrings {
 public:
  explicit FileStrings(const StringTable& strings) : strings_(strings) {}

  static int64_t Index(StringId id) { return static_cast<int64_t>(id); }

  int64_t Index(std::string_view text) {
    if (const auto id = strings_.Find(text)) return Index(*id);
    return static_cast<int64_t>(more_begin_) + Index(more_.Intern(text));
  }

  size_t size() const { return more_begin_ + more_.size(); }

  std::string_view operator[](size_t index) const {
    return index < strings_.size()
               ? strings_[static_cast<StringId>(index)]
               : more_[static_cast<StringId>(index - more_begin_)];
  }

 private:
  const StringTable& strings_;
  StringTable more_;
  // Where `more_` begins, less its empty string, which `strings_` has too.
  const size_t more_begin_ = strings_.size() - 1;
};

// Encodes a Profile field by field. Protobuf joins messages that follow one
// another by appending their repeated fields, so a file may be written as any
// number of small Profile messages, and no large one ever exists.
class ProfileEncoder {
 public:
  ProfileEncoder(const ProfileData& data, ByteSink sink)
      : data_(data),
        strings_(data.symbols().strings()),
        gzip_(std::move(sink)) {}

  absl::Status Encode(const ProfileHeader& header) {
    AddHeader(header);
    for (const RealmSamples& realm : data_.realms()) AddSamples(realm);
    AddLocations();
    AddFunctions();
    // Last, since all that comes before may add to it.
    AddStrings();
    Flush();
    return status_.ok() ? gzip_.Finish() : status_;
  }

 private:
  void AddHeader(const ProfileHeader& header);
  void AddSamples(const RealmSamples& realm);
  void AddLocations();
  void AddFunctions();
  void AddStrings();

  void SetType(pb::ValueType* type, std::string_view name,
               std::string_view unit) {
    type->set_type(strings_.Index(name));
    type->set_unit(strings_.Index(unit));
  }

  // To be called after each element: writes the part out once it is large
  // enough, `bytes` being about what the element takes.
  void Added(size_t bytes) {
    pending_bytes_ += bytes;
    if (pending_bytes_ >= kPartBytes) Flush();
  }

  void Flush();

  static constexpr size_t kPartBytes = 16 * 1024;

  const ProfileData& data_;
  FileStrings strings_;
  GzipStream gzip_;
  absl::Status status_;  // the first error; nothing is written after it

  pb::Profile
      part_;  // reused: protobuf keeps cleared elements for the next part
  std::string bytes_;
  size_t pending_bytes_ = 0;
};

void ProfileEncoder::Flush() {
  pending_bytes_ = 0;
  if (status_.ok()) {
    bytes_.clear();
    RT_CHECK(part_.AppendToString(&bytes_));
    status_ = gzip_.Write(bytes_);
  }
  part_.Clear();
}

void ProfileEncoder::AddHeader(const ProfileHeader& header) {
  SetType(part_.add_sample_type(), "samples", "count");
  SetType(part_.add_sample_type(), "cpu", "nanoseconds");
  SetType(part_.add_sample_type(), "wall", "nanoseconds");
  part_.set_default_sample_type(strings_.Index("cpu"));
  SetType(part_.mutable_period_type(), "cpu", "nanoseconds");
  part_.set_period(header.period_ns);
  part_.set_time_nanos(header.time_ns);
  part_.set_duration_nanos(header.duration_ns);

  pb::Mapping* const mapping = part_.add_mapping();
  mapping->set_id(kMappingId);
  mapping->set_filename(
      strings_.Index(header.program.empty() ? "rt" : header.program));
  mapping->set_has_functions(true);
  mapping->set_has_filenames(true);
  mapping->set_has_line_numbers(true);
  mapping->set_has_inline_frames(true);

  for (const std::string& comment : header.comments) {
    part_.add_comment(strings_.Index(comment));
    Added(8);
  }
  Flush();
}

void ProfileEncoder::AddSamples(const RealmSamples& realm) {
  const int64_t thread_key = strings_.Index("thread");
  const int64_t thread = strings_.Index(realm.labels.thread);
  const int64_t thread_id_key = strings_.Index("thread_id");
  const int64_t realm_kind_key = strings_.Index("realm_kind");
  const int64_t realm_kind = strings_.Index(realm.labels.realm_kind);

  const SampleTree& stacks = realm.samples;
  for (size_t i = 1; i < stacks.size() && status_.ok(); ++i) {
    const StackId stack = static_cast<StackId>(i);
    const SampleValues& values = stacks.values(stack);
    if (values == SampleValues()) continue;

    pb::Sample* const sample = part_.add_sample();
    for (StackId at = stack; at != StackId::kRoot; at = stacks.parent(at)) {
      sample->add_location_id(ProtoId(stacks.frame(at)));
    }
    sample->add_value(values.samples);
    sample->add_value(values.cpu_ns);
    sample->add_value(values.wall_ns);

    pb::Label* label = sample->add_label();
    label->set_key(thread_key);
    label->set_str(thread);
    label = sample->add_label();
    label->set_key(thread_id_key);
    label->set_num(realm.labels.thread_id);
    label = sample->add_label();
    label->set_key(realm_kind_key);
    label->set_str(realm_kind);

    Added(40 + 3 * static_cast<size_t>(sample->location_id_size()));
  }
  Flush();
}

void ProfileEncoder::AddLocations() {
  const std::vector<StackFrame>& frames = data_.symbols().frames().values();
  for (size_t i = 0; i < frames.size() && status_.ok(); ++i) {
    pb::Location* const location = part_.add_location();
    location->set_id(ProtoId(i));
    location->set_mapping_id(kMappingId);
    pb::Line* const line = location->add_line();
    line->set_function_id(ProtoId(frames[i].function));
    line->set_line(frames[i].line);
    line->set_column(frames[i].column);
    Added(20);
  }
  Flush();
}

void ProfileEncoder::AddFunctions() {
  const std::vector<Function>& functions = data_.symbols().functions().values();
  for (size_t i = 0; i < functions.size() && status_.ok(); ++i) {
    pb::Function* const function = part_.add_function();
    function->set_id(ProtoId(i));
    function->set_name(FileStrings::Index(functions[i].name));
    function->set_system_name(FileStrings::Index(functions[i].system_name));
    function->set_filename(FileStrings::Index(functions[i].file));
    function->set_start_line(functions[i].start_line);
    Added(20);
  }
  Flush();
}

void ProfileEncoder::AddStrings() {
  for (size_t i = 0; i < strings_.size() && status_.ok(); ++i) {
    const std::string_view text = strings_[i];
    part_.add_string_table(text.data(), text.size());
    Added(4 + text.size());
  }
}

}  // namespace

absl::Status EncodeProfileTo(const ProfileData& data,
                             const ProfileHeader& header, ByteSink sink) {
  return ProfileEncoder(data, std::move(sink)).Encode(header);
}

}  // namespace rt
