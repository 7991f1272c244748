#include "runtime/loader/mapped_positions.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/hash/hash.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "runtime/base/file_url.h"
#include "runtime/base/line_of.h"
#include "runtime/base/path_text.h"
#include "runtime/engine/isolate_host.h"
#include "runtime/engine/strings.h"
#include "runtime/loader/resolve/reference.h"
#include "runtime/loader/source_map/map_reference.h"

namespace rt {
namespace {

constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";

// What may stand between a function's name and the place where V8 has it start,
// which is that of its parameters, or of what is between a class's braces.
constexpr std::u16string_view kBehindName[] = {
    u"",
    u"=",
    u" = ",
    u"=function",
    u" = function",
    u"=function*",
    u" = function*",
    u"=async",
    u" = async ",
    u"=async function",
    u" = async function",
    u"=async function*",
    u" = async function*",
    u"=class",
    u" = class ",
    u"{",
};
// What a function starts with that has its name behind that.
constexpr std::u16string_view kBeforeName[] = {u"class "};

// The column of the first thing on each line; 0 where it is no usual one.
std::vector<uint16_t> IndentsOf(absl::string_view script) {
  std::vector<uint16_t> indents;
  while (!script.empty()) {
    const absl::string_view line = ConsumeLine(script);
    const size_t blanks = std::min(line.find_first_not_of(" \t"), line.size());
    indents.push_back(blanks > UINT16_MAX ? 0 : static_cast<uint16_t>(blanks));
  }
  return indents;
}

std::string ResolveSource(const std::string& source, const std::string& base) {
  if (source.empty()) return "";
  const std::string scheme = UrlScheme(source);
  // Others, such as webpack:, are names that only the tool knows.
  if (!scheme.empty() && scheme != "file") return source;
  return ResolveFileReference(source, base);
}

}  // namespace

size_t MappedPositions::HashOf(absl::string_view text) {
  return absl::Hash<absl::string_view>()(text);
}

MappedPositions::MappedPositions(FileTree& files, RealmControl& control,
                                 Script script)
    : files_(files), control_(control), script_(std::move(script)) {}

const SourceMap* MappedPositions::map() const {
  if (!is_loaded_) {
    is_loaded_ = true;
    absl::StatusOr<SourceMap> map = Load();
    if (map.ok()) {
      map_ = *std::move(map);
      const std::string base = MapUrl();
      for (const std::string& source : map_->sources()) {
        urls_.push_back(ResolveSource(source, base));
      }
    } else {
      control_.Warn(absl::StrCat("the source map of ", script_.path,
                                 " is ignored: ", map.status().message()));
    }
  }
  return map_.has_value() ? &*map_ : nullptr;
}

absl::StatusOr<SourceMap> MappedPositions::Load() const {
  const absl::StatusOr<std::string> script = ReadScript();
  if (!script.ok()) return script.status();
  const absl::StatusOr<std::string> json = ReadMap(*script);
  if (!json.ok()) return json.status();
  absl::StatusOr<SourceMap> map = SourceMap::Parse(*json);
  if (map.ok()) {
    indents_ = IndentsOf(*script);
    if (map->has_names()) KeepText(*script);
  } else if (!script_.map_url.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(DisplayPath(MapUrl()), " is ", map.status().message()));
  }
  return map;
}

// What the sources are relative to.
std::string MappedPositions::MapUrl() const {
  if (script_.map_url.empty()) return script_.url;
  return ResolveFileReference(script_.map_url, script_.url);
}

absl::StatusOr<std::string> MappedPositions::ReadScript() const {
  absl::StatusOr<std::string> text =
      files_.ReadRegular(script_.path, v8::String::kMaxLength);
  if (!text.ok()) return text;
  if (absl::StartsWith(*text, kByteOrderMark)) {
    text->erase(0, kByteOrderMark.size());
  }
  if (HashOf(*text) != script_.text_hash) {
    return absl::FailedPreconditionError(
        "the file has changed since it was loaded");
  }
  return text;
}

absl::StatusOr<std::string> MappedPositions::ReadMap(
    absl::string_view script) const {
  if (script_.map_url.empty()) {
    if (script_.inline_length > kMaxBytes) {
      return absl::ResourceExhaustedError(
          absl::StrCat("it is larger than ", kMaxBytes >> 20, " MB"));
    }
    return DecodeDataUrl(FindDataUrl(script, script_.inline_length));
  }
  const absl::StatusOr<std::string> path = FileUrlToPath(MapUrl());
  const std::string scheme = UrlScheme(script_.map_url);
  if (!path.ok() || (!scheme.empty() && scheme != "file")) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", absl::Utf8SafeCEscape(script_.map_url.substr(0, 200)),
                     "' is no file of this machine"));
  }
  return files_.ReadRegular(*path, kMaxBytes);
}

void MappedPositions::KeepText(absl::string_view script) const {
  while (!script.empty()) {
    starts_.push_back(text_.size());
    const absl::string_view from = script;
    ConsumeLine(script);
    text_ += PathToText(from.substr(0, from.size() - script.size()));
  }
}

int MappedPositions::Indent(int line) const {
  const auto index = static_cast<size_t>(line - 1);
  return line > 0 && index < indents_.size() ? indents_[index] : 0;
}

std::optional<SourcePosition> MappedPositions::At(
    const SourceMap::Original& original) const {
  const std::string& url = urls_[original.source];
  if (url.empty()) return std::nullopt;
  return SourcePosition{url, original.line + 1, original.column + 1};
}

std::optional<SourcePosition> MappedPositions::Map(int line, int column) const {
  if (map() == nullptr) return std::nullopt;
  const auto original = map_->Find(line - 1, column - 1);
  return original.has_value() ? At(*original) : std::nullopt;
}

// A tool that minifies puts many statements on a line, and one that does not
// indents what is in a function: there a line is a statement, or a part of one.
std::optional<SourcePosition> MappedPositions::MapLine(
    int line, int function_line, int function_column) const {
  if (map() == nullptr) return std::nullopt;
  const bool is_first = line == function_line;
  const SourceMap::Line found = map_->FindLine(
      line - 1, is_first ? std::max(function_column - 1, 0) : Indent(line));
  if (found.kind == SourceMap::Line::Kind::kNone) return std::nullopt;
  std::optional<SourcePosition> position = At(found.original);
  if (!position.has_value()) return std::nullopt;
  const bool is_statement = !is_first && Indent(line) > 0;
  if (found.kind == SourceMap::Line::Kind::kSeveral && !is_statement) {
    position->line = 0;
  }
  position->column = 0;
  return position;
}

std::optional<SourcePosition> MappedPositions::MapFunction(int line,
                                                           int column) const {
  if (map() == nullptr) return std::nullopt;
  const auto original = map_->FindOnLine(line - 1, column - 1);
  return original.has_value() ? At(*original) : std::nullopt;
}

std::optional<std::string> MappedPositions::FunctionName(absl::string_view name,
                                                         int line,
                                                         int column) const {
  const auto index = static_cast<size_t>(line - 1);
  if (map() == nullptr || line < 1 || column < 1 || index >= starts_.size()) {
    return std::nullopt;
  }
  const std::u16string wanted = PathToText(name);
  const std::u16string_view text =
      std::u16string_view(text_).substr(starts_[index]);
  const auto start = static_cast<size_t>(column - 1);
  const auto original = [&](size_t at,
                            std::u16string_view what) -> absl::string_view {
    if (text.substr(std::min(at, text.size()), what.size()) != what) return "";
    const size_t place = at + (at < start ? 0 : what.size() - wanted.size());
    return map_->NameAt(line - 1, static_cast<int32_t>(place),
                        static_cast<int32_t>(wanted.size()));
  };
  absl::string_view found;
  for (const std::u16string_view behind : kBehindName) {
    const std::u16string what = wanted + std::u16string(behind);
    if (found.empty() && start >= what.size()) {
      found = original(start - what.size(), what);
    }
  }
  for (const std::u16string_view before : kBeforeName) {
    if (found.empty()) found = original(start, std::u16string(before) + wanted);
  }
  if (found.empty()) return std::nullopt;
  return std::string(found);
}

std::optional<absl::string_view> MappedPositions::WholeFile() const {
  if (map() == nullptr || urls_.size() != 1 || urls_[0].empty()) {
    return std::nullopt;
  }
  return urls_[0];
}

std::string MappedPositions::SourceLine(const SourcePosition& original) const {
  if (map() == nullptr) return "";
  const auto source = std::find(urls_.begin(), urls_.end(), original.file);
  if (source == urls_.end()) return "";
  absl::StatusOr<std::string> script;
  if (script_.map_url.empty()) script = ReadScript();
  if (const auto json = ReadMap(script.value_or("")); json.ok()) {
    const auto content =
        SourceContent(*json, static_cast<uint32_t>(source - urls_.begin()));
    if (content.has_value()) return LineOf(*content, original.line);
  }
  const absl::StatusOr<std::string> path = FileUrlToPath(*source);
  if (!path.ok()) return "";
  const absl::StatusOr<std::string> file =
      files_.ReadRegular(*path, v8::String::kMaxLength);
  if (!file.ok()) return "";
  absl::string_view text = *file;
  absl::ConsumePrefix(&text, kByteOrderMark);
  return LineOf(text, original.line);
}

void NoteSourceMap(v8::Isolate* isolate, v8::Local<v8::Module> module,
                   FileTree& files, const std::string& url,
                   const std::string& path, absl::string_view text) {
  const v8::HandleScope handles(isolate);
  const v8::Local<v8::Value> value =
      module->GetUnboundModuleScript()->GetSourceMappingURL();
  if (!value->IsString()) return;
  const auto map_url = value.As<v8::String>();
  if (map_url->Length() == 0) return;
  MappedPositions::Script script{
      .url = url, .path = path, .text_hash = MappedPositions::HashOf(text)};
  std::array<char, 5> scheme{};
  map_url->WriteUtf8(isolate, scheme.data(), scheme.size());
  if (IsDataUrl({scheme.data(), scheme.size()})) {
    script.inline_length = static_cast<size_t>(map_url->Utf8Length(isolate));
  } else {
    script.map_url = ToUtf8(isolate, value);
  }
  IsolateHost& host = IsolateHost::Of(isolate);
  host.State<PositionMapper>().Add(
      url, std::make_shared<const MappedPositions>(files, host.control(),
                                                   std::move(script)));
}

}  // namespace rt
