#include "runtime/engine/async_context.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/engine/strings.h"
#include "test/support/test_realm.h"

namespace rt {
namespace {

class Request : public RequestContext {
 public:
  RequestObservation* observation() override { return nullptr; }
  absl::string_view loops() override { return "here"; }
};

// running(): the id that the calling JavaScript works for.
void DefineRunning(IsolateScope& scope) {
  v8::Local<v8::Function> function =
      v8::Function::New(scope.context(),
                        [](const v8::FunctionCallbackInfo<v8::Value>& info) {
                          info.GetReturnValue().Set(
                              AsyncContexts::RunningId(info.GetIsolate()));
                        })
          .ToLocalChecked();
  scope.context()
      ->Global()
      ->Set(scope.context(), NewString(scope.isolate(), "running"), function)
      .Check();
}

TEST(AsyncContextsTest, JavaScriptWorksForNoRequestAtFirst) {
  WithIsolate([](IsolateScope& scope) {
    DefineRunning(scope);
    EXPECT_EQ(RunScript(scope, "a.js", "running()"), "0");
    EXPECT_EQ(StateOf<AsyncContexts>(scope.isolate()).Running(scope.isolate()),
              nullptr);
  });
}

TEST(AsyncContextsTest, EachContinuationKeepsTheRequestThatItBeganFor) {
  WithIsolate([](IsolateScope& scope) {
    DefineRunning(scope);
    AsyncContexts& contexts = StateOf<AsyncContexts>(scope.isolate());
    Request one;
    Request other;
    const AsyncContexts::Id ids[] = {contexts.Add(&one), contexts.Add(&other)};
    RunScript(scope, "a.js",
              "var seen = [];"
              "async function work(name) {"
              "  for (let i = 0; i < 3; i++) {"
              "    seen.push(name + running());"
              "    await null;"
              "  }"
              "}");
    {
      const AsyncContexts::Scope works_for(scope.isolate(), ids[0]);
      RunScript(scope, "b.js", "work('a')");
    }
    {
      const AsyncContexts::Scope works_for(scope.isolate(), ids[1]);
      RunScript(scope, "c.js", "work('b')");
    }
    scope.isolate()->PerformMicrotaskCheckpoint();
    EXPECT_EQ(AsyncContexts::RunningId(scope.isolate()), 0);
    EXPECT_EQ(RunScript(scope, "d.js", "seen.join()"), "a1,b2,a1,b2,a1,b2");
    EXPECT_EQ(contexts.Find(ids[0]), &one);
    EXPECT_EQ(contexts.Find(ids[1]), &other);
    contexts.Remove(ids[0]);
    contexts.Remove(ids[1]);
  });
}

TEST(AsyncContextsTest, ScopesNest) {
  WithIsolate([](IsolateScope& scope) {
    AsyncContexts& contexts = StateOf<AsyncContexts>(scope.isolate());
    Request one;
    Request other;
    const AsyncContexts::Id outer = contexts.Add(&one);
    const AsyncContexts::Id inner = contexts.Add(&other);
    const AsyncContexts::Scope works_for(scope.isolate(), outer);
    {
      const AsyncContexts::Scope works_for_other(scope.isolate(), inner);
      EXPECT_EQ(contexts.Running(scope.isolate()), &other);
    }
    EXPECT_EQ(contexts.Running(scope.isolate()), &one);
    contexts.Remove(outer);
    EXPECT_EQ(contexts.Running(scope.isolate()), nullptr);
    contexts.Remove(inner);
  });
}

// Some requests last, while many others come and go.
TEST(AsyncContextsTest, FindsEachOfManyAndNoneThatIsGone) {
  WithIsolate([](IsolateScope& scope) {
    AsyncContexts& contexts = StateOf<AsyncContexts>(scope.isolate());
    std::vector<Request> requests(3000);
    std::vector<AsyncContexts::Id> ids;
    std::vector<AsyncContexts::Id> gone;
    for (Request& request : requests) {
      ids.push_back(contexts.Add(&request));
      gone.push_back(contexts.Add(&request));
      contexts.Remove(gone.back());
    }
    for (size_t i = 0; i < requests.size(); ++i) {
      EXPECT_EQ(contexts.Find(ids[i]), &requests[i]);
      EXPECT_EQ(contexts.Find(gone[i]), nullptr);
    }
    for (const AsyncContexts::Id id : ids) contexts.Remove(id);
    for (const AsyncContexts::Id id : ids) {
      EXPECT_EQ(contexts.Find(id), nullptr);
    }
  });
}

}  // namespace
}  // namespace rt
