#include "runtime/net/http/request_parser.h"

#include <string>

#include "gtest/gtest.h"
#include "runtime/net/http/http_date.h"

namespace rt {
namespace {

constexpr char kHost[] = "Host: a\r\n";

class RequestParserTest : public testing::Test {
 protected:
  int Parse(const std::string &text) {
    head_.text = text;
    return parser_.ParseHead(head_, limits_);
  }

  // All of a chunked body that comes in these pieces; "refused" where it is.
  std::string Chunked(std::initializer_list<std::string> pieces) {
    EXPECT_EQ(Parse("POST / HTTP/1.1\r\nHost: a\r\n"
                    "Transfer-Encoding: chunked\r\n\r\n"),
              0);
    std::string input;
    std::string body;
    for (const std::string &piece : pieces) {
      input += piece;
      for (;;) {
        const RequestParser::Step step = parser_.ParseChunked(input);
        if (step.refusal != 0) return "refused";
        body.append(step.data.data(), step.data.size());
        input.erase(0, step.consumed);
        if (step.is_done) return body + "|" + input;
        if (step.data.empty()) break;
      }
    }
    return body + "...";
  }

  HttpLimits limits_;
  RequestHead head_;
  RequestParser parser_;
};

TEST_F(RequestParserTest, TellsWhatIsInAHead) {
  ASSERT_EQ(Parse("POST /a?b HTTP/1.1\r\nHost: c:1\r\nX-One:  two \r\n"
                  "Content-Length: 12\r\nExpect: 100-Continue\r\n\r\n"),
            0);
  EXPECT_EQ(head_.method, "POST");
  EXPECT_EQ(head_.target, "/a?b");
  EXPECT_EQ(head_.host, "c:1");
  EXPECT_EQ(head_.content_length, 12u);
  EXPECT_TRUE(head_.expects_continue);
  EXPECT_TRUE(head_.keeps_alive);
  EXPECT_TRUE(head_.has_body());
  ASSERT_EQ(head_.fields.size(), 4u);
  EXPECT_EQ(head_.fields[1].name, "X-One");
  EXPECT_EQ(head_.fields[1].value, "two");
}

TEST_F(RequestParserTest, NothingOfARequestIsInTheNext) {
  ASSERT_EQ(Parse("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n"
                  "Expect: 100-continue\r\nConnection: close\r\n\r\n"),
            0);
  ASSERT_EQ(Parse("GET / HTTP/1.1\r\nHost: b\r\n\r\n"), 0);
  EXPECT_FALSE(head_.has_body());
  EXPECT_FALSE(head_.expects_continue);
  EXPECT_TRUE(head_.keeps_alive);
  EXPECT_EQ(head_.fields.size(), 1u);
}

TEST_F(RequestParserTest, ConnectionAndVersionSayWhetherMoreComes) {
  Parse("GET / HTTP/1.0\r\n\r\n");
  EXPECT_FALSE(head_.keeps_alive);
  Parse("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_TRUE(head_.keeps_alive);
  Parse("GET / HTTP/1.1\r\nHost: a\r\nConnection: x, close\r\n\r\n");
  EXPECT_FALSE(head_.keeps_alive);
}

TEST_F(RequestParserTest, JoinsTheValuesOfAName) {
  Parse("GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\nY: 2\r\nx: 3\r\n\r\n");
  EXPECT_EQ(head_.ValuesOf("x"), "1, 3");
  EXPECT_EQ(head_.ValuesOf("z"), "");
}

TEST_F(RequestParserTest, CountsFields) {
  limits_.max_fields = 2;
  EXPECT_EQ(Parse("GET / HTTP/1.1\r\nHost: a\r\nA: b\r\n\r\n"), 0);
  EXPECT_EQ(Parse("GET / HTTP/1.1\r\nHost: a\r\nA: b\r\nA: b\r\n\r\n"), 431);
}

TEST_F(RequestParserTest, FindsTheEndOfAHeadThatComesInPieces) {
  const std::string text = std::string("GET / HTTP/1.1\r\n") + kHost + "\r\n";
  size_t scanned = 0;
  for (size_t size = 0; size < text.size(); ++size) {
    EXPECT_EQ(RequestParser::FindHeadEnd(text.substr(0, size), scanned), 0u);
  }
  EXPECT_EQ(RequestParser::FindHeadEnd(text + "more", scanned), text.size());
}

TEST_F(RequestParserTest, FindsABadLineEndWhereverThePiecesEnd) {
  EXPECT_FALSE(RequestParser::HasBadLineEnd("GET /\r", 0));
  EXPECT_TRUE(RequestParser::HasBadLineEnd("GET /\ra", 6));
  EXPECT_FALSE(RequestParser::HasBadLineEnd("GET /\r\n", 6));
  EXPECT_TRUE(RequestParser::HasBadLineEnd("GET /\n", 5));
  EXPECT_TRUE(RequestParser::HasBadLineEnd("\n", 0));
}

TEST_F(RequestParserTest, PutsChunksTogether) {
  EXPECT_EQ(Chunked({"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\nnext"}),
            "abcde|next");
  EXPECT_EQ(Chunked({"3\r", "\nab", "c\r", "\n0", "\r\n\r", "\n"}), "abc|");
  EXPECT_EQ(Chunked({"A\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n"}),
            "0123456789|");
  EXPECT_EQ(Chunked({"3\r\nab"}), "ab...");
}

TEST_F(RequestParserTest, RefusesChunksThatAreNone) {
  for (const char *bad :
       {"g\r\n", "\r\n", "3\r\nabcd\r\n", "3\nabc\r\n", "-1\r\n", "0x1\r\n",
        "ffffffffffffffff1\r\n", "3;\x01\r\nabc\r\n",
        "0\r\nContent-Length: 1"
        "\r\n\r\n"}) {
    EXPECT_EQ(Chunked({bad}), "refused") << bad;
  }
  EXPECT_EQ(Chunked({std::string("3;") + std::string(2000, 'a')}), "refused");
}

// The example of RFC 9110, 5.6.7, and a leap day.
TEST(HttpDateTest, WritesDatesAsTheRfcDoes) {
  EXPECT_EQ(FormatHttpDate(784111777), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(FormatHttpDate(951782400), "Tue, 29 Feb 2000 00:00:00 GMT");
  EXPECT_EQ(FormatHttpDate(0), "Thu, 01 Jan 1970 00:00:00 GMT");
}

}  // namespace
}  // namespace rt
