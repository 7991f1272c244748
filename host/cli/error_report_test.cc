#include "host/cli/error_report.h"

#include <string>

#include "gtest/gtest.h"

namespace rt {
namespace {

ScriptError Sample() {
  ScriptError error;
  error.name = "Error";
  error.message = "no";
  error.stack = "Error: no\n    at f (file:///a%20b/app.ts:3:9)";
  error.inspected = error.stack + " {\n  [cause]: 7\n}";
  error.file = "file:///a%20b/app.ts";
  error.line = 3;
  error.column = 9;
  error.source_line = "  throw new Error('no');";
  return error;
}

TEST(ErrorReportTest, ShowsPlaceSourceCaretAndWhatWasThrown) {
  EXPECT_EQ(ErrorReport(Sample(), {}), R"(/a b/app.ts:3
  throw new Error('no');
        ^

Error: no
    at f (file:///a%20b/app.ts:3:9) {
  [cause]: 7
}
)");
}

TEST(ErrorReportTest, AValueWithoutAStackIsUncaught) {
  ScriptError error = Sample();
  error.stack = "";
  error.inspected = "42";
  error.source_line = "throw 42";
  error.column = 1;
  EXPECT_EQ(ErrorReport(error, {}),
            "/a b/app.ts:3\nthrow 42\n^\n\nUncaught 42\n");
}

TEST(ErrorReportTest, AnotherRealmIsNamed) {
  ScriptError error = Sample();
  error.realm = "realm 1 (parser)";
  error.file = "";
  EXPECT_EQ(ErrorReport(error, {}),
            "In realm 1 (parser):\n" + error.inspected + "\n");
}

TEST(ErrorReportTest, AnErrorWithoutFramesHasNoBrackets) {
  ScriptError error = Sample();
  error.stack = "SyntaxError: no [x]";
  error.inspected = "[SyntaxError: no [x]] { code: 7 }";
  error.file = "";
  EXPECT_EQ(ErrorReport(error, {}), "SyntaxError: no [x] { code: 7 }\n");
}

TEST(ErrorReportTest, WhatIsNotKnownIsLeftOut) {
  ScriptError error = Sample();
  error.source_line = "";
  EXPECT_EQ(ErrorReport(error, {}),
            "/a b/app.ts:3\n\n" + error.inspected + "\n");
  error.line = 0;
  EXPECT_EQ(ErrorReport(error, {}), "/a b/app.ts\n\n" + error.inspected + "\n");
  error.file = "";
  EXPECT_EQ(ErrorReport(error, {}), error.inspected + "\n");
  EXPECT_EQ(PlaceReport(error, {}), "");
}

TEST(ErrorReportTest, ThePlaceAloneHasNoStack) {
  EXPECT_EQ(PlaceReport(Sample(), {}),
            "/a b/app.ts:3\n  throw new Error('no');\n        ^\n");
}

// Takes the colors out again: what is left must be the plain report.
std::string WithoutColors(const std::string& text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = text.find('m', i);
    } else {
      plain += text[i];
    }
  }
  return plain;
}

TEST(ErrorReportTest, ColorsChangeNothingButColors) {
  const std::string colored = ErrorReport(Sample(), {.color = true});
  EXPECT_NE(colored, ErrorReport(Sample(), {}));
  EXPECT_EQ(WithoutColors(colored), ErrorReport(Sample(), {}));
}

}  // namespace
}  // namespace rt
