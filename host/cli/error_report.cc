#include "host/cli/error_report.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "host/cli/source_excerpt.h"
#include "runtime/base/file_url.h"

namespace rt {
namespace {

constexpr char kBold[] = "\x1b[1m";
constexpr char kDim[] = "\x1b[2m";
constexpr char kRed[] = "\x1b[31m";
constexpr char kReset[] = "\x1b[0m";

std::string Colored(const char* color, absl::string_view text,
                    const ReportStyle& style) {
  if (!style.color) return std::string(text);
  return absl::StrCat(color, text, kReset);
}

// The lines of `excerpt`, the caret in red.
std::string WithRedCaret(const std::string& excerpt, const ReportStyle& style) {
  if (!style.color || !absl::EndsWith(excerpt, "^\n")) return excerpt;
  return absl::StrCat(excerpt.substr(0, excerpt.size() - 2),
                      Colored(kRed, "^", style), "\n");
}

// What was thrown. The console sets an error that has no frames, as one of
// syntax, in brackets; alone it needs none.
std::string Thrown(const ScriptError& error) {
  const std::string bracketed = absl::StrCat("[", error.stack, "]");
  if (error.stack.empty() || !absl::StartsWith(error.inspected, bracketed)) {
    return error.inspected;
  }
  return absl::StrCat(error.stack, error.inspected.substr(bracketed.size()));
}

// The frames dimmed, so that what was thrown stands out.
std::string WithDimFrames(const std::string& stack, const ReportStyle& style) {
  if (!style.color) return stack;
  std::vector<std::string> lines;
  for (absl::string_view line : absl::StrSplit(stack, '\n')) {
    const bool frame = absl::StartsWith(line, "    at ");
    lines.push_back(frame ? Colored(kDim, line, style) : std::string(line));
  }
  return absl::StrJoin(lines, "\n");
}

}  // namespace

std::string PlaceReport(const ScriptError& error, const ReportStyle& style) {
  if (error.file.empty()) return "";
  std::string place = DisplayPath(error.file);
  if (error.line > 0) absl::StrAppend(&place, ":", error.line);
  std::string report = absl::StrCat(Colored(kBold, place, style), "\n");
  if (!error.source_line.empty()) {
    report += WithRedCaret(
        SourceExcerpt(error.source_line, error.column, style.width), style);
  }
  return report;
}

std::string ErrorReport(const ScriptError& error, const ReportStyle& style) {
  std::string report = PlaceReport(error, style);
  if (!report.empty()) report += '\n';
  if (!error.realm.empty()) absl::StrAppend(&report, "In ", error.realm, ":\n");
  if (error.stack.empty()) report += Colored(kRed, "Uncaught", style) + " ";
  report += WithDimFrames(Thrown(error), style);
  if (!absl::EndsWith(report, "\n")) report += '\n';
  return report;
}

}  // namespace rt
