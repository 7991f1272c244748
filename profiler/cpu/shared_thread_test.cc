#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "profiler/cpu/realm_recorder.h"
#include "runtime/base/clock.h"
#include "runtime/loop/reactor.h"
#include "test/support/test_realm.h"

namespace rt {
namespace {

constexpr int kRealms = 10;
constexpr int kTurns = 2000;  // of each

// A realm that is recorded and shares its thread. In each turn it works for
// about 50 us in a function of its own.
class Sharer : public LoopDelegate {
 public:
  Sharer(std::shared_ptr<Reactor> reactor, int number, int* recording)
      : loop_(EventLoop::Create(std::move(reactor))),
        number_(number),
        recording_(recording) {
    IsolateHost::Options options;
    options.image = &TestImage();
    options.loop = loop_;
    host_ = std::make_unique<IsolateHost>(std::move(options));
    IsolateScope scope(*host_);
    RunScript(scope, File(), R"(
function work() {
  let x = 0;
  for (let i = 0; i < 25000; i++) x = (x * 31 + i) | 0;
  return x;
})");
    loop_->set_delegate(this);
    loop_->Post([this] {
      recorder_ = RealmRecorder::Start(*host_, 1000);
      ++*recording_;
      NextTurn();
    });
  }

  ~Sharer() override { loop_->Close(); }

  std::string File() const { return absl::StrCat("file:///realm", number_); }

  void RunTasks(absl::FunctionRef<void()> run) override {
    IsolateScope scope(*host_);
    run();
  }

  void OnEnd() override {
    IsolateScope scope(*host_);
    result = recorder_->Finish();
    recorder_.reset();
    if (--*recording_ == 0) loop_->reactor()->Stop();
  }

  RealmRecorder::Result result;

 private:
  // Behind the turns of all others.
  void NextTurn() {
    loop_->PostControl([this] {
      loop_->Post([this] {
        IsolateScope scope(*host_);
        RunScript(scope, "file:///main.js", "work()");
        if (++turns_ < kTurns) NextTurn();
      });
    });
  }

  const std::shared_ptr<EventLoop> loop_;
  const int number_;
  int* const recording_;
  int turns_ = 0;
  std::unique_ptr<IsolateHost> host_;
  std::unique_ptr<RealmRecorder> recorder_;
};

TEST(SharedThreadTest, RealmsThatTakeTurnsHaveTheirOwnFramesAndAllOfTheCpu) {
  const auto reactor = Reactor::Create();
  int recording = 0;
  std::vector<std::unique_ptr<Sharer>> sharers;
  for (int i = 0; i < kRealms; ++i) {
    sharers.push_back(std::make_unique<Sharer>(reactor, i, &recording));
  }
  const int64_t cpu_before = ThreadCpuNanos();
  reactor->Run();
  const auto cpu = static_cast<double>(ThreadCpuNanos() - cpu_before);

  double sum = 0;
  for (const auto& sharer : sharers) {
    const Recording& recording = sharer->result.recording;
    double own = 0;
    double others = 0;
    for (const SampleLog::Entry& entry : recording.samples.entries()) {
      sum += static_cast<double>(entry.values.cpu_ns);
      const StackFrame& frame = recording.symbols.frames()[entry.frame];
      const Function& function = recording.symbols.functions()[frame.function];
      const std::string file(recording.symbols.strings()[function.file]);
      if (file.find("realm") == std::string::npos) continue;
      const bool is_own = absl::StrCat("file://", file) == sharer->File();
      (is_own ? own : others) += static_cast<double>(entry.values.samples);
    }
    EXPECT_EQ(others, 0) << sharer->File();
    EXPECT_GT(own, 10) << sharer->File();
  }
  EXPECT_NEAR(sum, cpu, cpu * 0.03);
}

}  // namespace
}  // namespace rt
