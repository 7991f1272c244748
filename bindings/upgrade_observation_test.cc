#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bindings/test_program.h"
#include "runtime/observe/request_observer.h"

// What an observer is told of a request that becomes a WebSocket.

namespace rt {
namespace {

using Log = std::vector<std::string>;

class Observation : public RequestObservation {
 public:
  explicit Observation(Log& log) : log_(log) {}

  bool WantsHeaders() override { return true; }
  void OnResponseHeader(const HeaderSize& header) override {
    log_.push_back(absl::StrCat("header ", header.name, " ", header.bytes));
  }
  void OnHeaderFlush(int status) override {
    log_.push_back(absl::StrCat("flush ", status));
  }
  void OnHijack() override { log_.push_back("hijack"); }
  void OnResponseBody(int64_t bytes) override {
    log_.push_back(absl::StrCat("body ", bytes));
  }
  void OnFinish(Outcome outcome, int status) override {
    log_.push_back(absl::StrCat(
        outcome == Outcome::kNormal ? "normal " : "not normal ", status));
  }

 private:
  Log& log_;
};

class Observer : public RequestObserver {
 public:
  std::unique_ptr<RequestObservation> OnRequestStart(
      const RequestInfo& info) override {
    log.push_back(absl::StrCat(info.method, " ", info.target));
    return std::make_unique<Observation>(log);
  }

  Log log;
};

TEST(UpgradeObservation, IsAnAnsweredRequestWithTheStatus101) {
  Observer observer;
  RealmServices services;
  services.request_observer = &observer;
  RunProgram(std::move(services), R"(
    import {serve, upgradeWebSocket} from 'rt:http';
    const server = await serve((request) => {
      const {socket, response} = upgradeWebSocket(request);
      response.headers.set('x-one', 'two');
      socket.onmessage = ({data}) => socket.send(data);
      return response;
    });
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/chat?a`);
    socket.onopen = () => socket.send('x');
    socket.onmessage = () => server.close();
  )");
  // Nothing of what the socket carries.
  EXPECT_EQ(observer.log, Log({"GET /chat?a", "header x-one 3", "flush 101",
                               "hijack", "body 0", "normal 101"}));
}

}  // namespace
}  // namespace rt
