#include "runtime/loader/source_map/mappings.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace rt {
namespace {

constexpr absl::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

absl::Status Malformed(size_t offset, absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("its mappings have ", what, " at character ", offset));
}

// Reads the numbers of the text, one after the other.
class VlqReader {
 public:
  explicit VlqReader(absl::string_view text) : text_(text) {}

  bool AtEnd() const { return offset_ == text_.size(); }
  size_t offset() const { return offset_; }

  // Takes `separator` if it is next.
  bool Take(char separator) {
    if (AtEnd() || text_[offset_] != separator) return false;
    ++offset_;
    return true;
  }

  bool AtSeparator() const {
    return AtEnd() || text_[offset_] == ',' || text_[offset_] == ';';
  }

  // The next number: 6 bits a character, the least first, the highest of them
  // says whether more follow, the lowest bit of all is the sign. Of 32 bits at
  // the most.
  absl::StatusOr<int64_t> Next() {
    uint64_t bits = 0;
    for (int shift = 0;; shift += 5) {
      if (AtSeparator()) return Malformed(offset_, "a number without an end");
      const size_t digit = kBase64.find(text_[offset_]);
      if (digit == absl::string_view::npos) {
        return Malformed(offset_, "a character that is no Base64");
      }
      bits |= (digit & 31) << shift;
      if (shift > 30 || bits > std::numeric_limits<uint32_t>::max()) {
        return Malformed(offset_, "a number of more than 32 bits");
      }
      ++offset_;
      if ((digit & 32) == 0) break;
    }
    const auto magnitude = static_cast<int64_t>(bits >> 1);
    return (bits & 1) != 0 ? -magnitude : magnitude;
  }

 private:
  const absl::string_view text_;
  size_t offset_ = 0;
};

// A field of a segment: each number is the difference to the field's last
// value.
class Field {
 public:
  absl::Status Read(VlqReader& reader) {
    const size_t offset = reader.offset();
    const absl::StatusOr<int64_t> difference = reader.Next();
    if (!difference.ok()) return difference.status();
    value_ += *difference;
    if (value_ < 0 || value_ > std::numeric_limits<int32_t>::max()) {
      return Malformed(offset, "a place out of range");
    }
    return absl::OkStatus();
  }

  uint32_t value() const { return static_cast<uint32_t>(value_); }
  void Reset() { value_ = 0; }

 private:
  int64_t value_ = 0;
};

// What the differences are to.
struct Fields {
  Field column;
  Field source;
  Field original_line;
  Field original_column;
  Field name;
};

absl::StatusOr<MappingSegment> ReadSegment(VlqReader& reader, Fields& fields,
                                           uint32_t source_count) {
  const size_t offset = reader.offset();
  absl::Status status = fields.column.Read(reader);
  if (!status.ok()) return status;
  MappingSegment segment;
  segment.column = fields.column.value();
  if (reader.AtSeparator()) return segment;

  for (Field* field :
       {&fields.source, &fields.original_line, &fields.original_column}) {
    status = field->Read(reader);
    if (!status.ok()) return status;
  }
  if (fields.source.value() >= source_count) {
    return Malformed(offset, "a source that is not listed");
  }
  segment.source = fields.source.value();
  segment.original_line = fields.original_line.value();
  segment.original_column = fields.original_column.value();
  if (reader.AtSeparator()) return segment;

  status = fields.name.Read(reader);
  if (!status.ok()) return status;
  if (!reader.AtSeparator()) return Malformed(offset, "a segment too long");
  return segment;
}

}  // namespace

absl::StatusOr<Mappings> Mappings::Decode(absl::string_view text,
                                          uint32_t source_count) {
  Mappings result;
  VlqReader reader(text);
  Fields fields;
  while (!reader.AtEnd()) {
    if (reader.Take(';')) {
      fields.column.Reset();
      result.line_starts_.push_back(
          static_cast<uint32_t>(result.segments_.size()));
      continue;
    }
    if (reader.Take(',')) continue;
    const absl::StatusOr<MappingSegment> segment =
        ReadSegment(reader, fields, source_count);
    if (!segment.ok()) return segment.status();
    result.segments_.push_back(*segment);
  }
  result.line_starts_.push_back(static_cast<uint32_t>(result.segments_.size()));
  // A generator may write a line's segments in any order.
  const auto segment = result.segments_.begin();
  for (size_t line = 0; line + 1 < result.line_starts_.size(); ++line) {
    std::stable_sort(segment + result.line_starts_[line],
                     segment + result.line_starts_[line + 1],
                     [](const MappingSegment& a, const MappingSegment& b) {
                       return a.column < b.column;
                     });
  }
  return result;
}

const MappingSegment* Mappings::Find(uint32_t line,
                                     std::optional<uint32_t> column) const {
  if (line >= line_starts_.size() - 1) return nullptr;
  const MappingSegment* const begin = segments_.data() + line_starts_[line];
  const MappingSegment* const end = segments_.data() + line_starts_[line + 1];
  if (!column.has_value()) {
    const MappingSegment* const first =
        std::find_if(begin, end, [](const MappingSegment& segment) {
          return segment.source != MappingSegment::kNoSource;
        });
    return first == end ? nullptr : first;
  }
  const MappingSegment* const next = std::upper_bound(
      begin, end, *column, [](uint32_t wanted, const MappingSegment& segment) {
        return wanted < segment.column;
      });
  if (next == begin) return nullptr;
  const MappingSegment* const found = next - 1;
  return found->source == MappingSegment::kNoSource ? nullptr : found;
}

}  // namespace rt
