#include "host/cli/command_line.h"

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rt {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// The command, which must be of type T; a default T and a failure otherwise.
template <typename T>
T Parse(const std::vector<std::string>& args) {
  Command command = ParseCommandLine(args);
  if (const auto* wanted = std::get_if<T>(&command)) return *wanted;
  const auto* error = std::get_if<UsageError>(&command);
  ADD_FAILURE() << "another command: "
                << (error != nullptr ? error->message : "no usage error");
  return T();
}

std::string ErrorOf(const std::vector<std::string>& args) {
  std::string message = Parse<UsageError>(args).message;
  EXPECT_THAT(message, AllOf(Not(IsEmpty()), Not(HasSubstr("\n"))));
  return message;
}

TEST(CommandLineTest, RunTakesAScriptWithoutAFlag) {
  const RunCommand command = Parse<RunCommand>({"run", "app.ts"});
  EXPECT_EQ(command.run.script, "app.ts");
  EXPECT_THAT(command.run.args, IsEmpty());
  EXPECT_FALSE(command.run.profile.has_value());
  EXPECT_FALSE(command.run.max_heap_megabytes.has_value());
  EXPECT_THAT(command.process.v8_flags, IsEmpty());
}

TEST(CommandLineTest, AllBehindTheScriptIsTheScripts) {
  const std::vector<std::string> args = {
      "--profile", "--", "-h", "--help", "", "--no-such=1", "\xff\xfe", "-"};
  std::vector<std::string> line = {"run", "app.ts"};
  line.insert(line.end(), args.begin(), args.end());
  const RunCommand command = Parse<RunCommand>(line);
  EXPECT_EQ(command.run.args, args);
  EXPECT_FALSE(command.run.profile.has_value());
}

TEST(CommandLineTest, TwoDashesEndTheFlags) {
  const RunCommand command =
      Parse<RunCommand>({"run", "--profile", "--", "--odd.ts", "--", "x"});
  EXPECT_TRUE(command.run.profile.has_value());
  EXPECT_EQ(command.run.script, "--odd.ts");
  EXPECT_THAT(command.run.args, ElementsAre("--", "x"));
}

TEST(CommandLineTest, ProfileHasTheDocumentedDefaults) {
  const RunCommand command = Parse<RunCommand>({"run", "--profile", "a.js"});
  ASSERT_TRUE(command.run.profile.has_value());
  EXPECT_EQ(command.run.profile->path, "profile.pb");
  EXPECT_EQ(command.run.profile->interval_us, 1000);
  EXPECT_FALSE(command.run.profile->checkpoint_s.has_value());
}

TEST(CommandLineTest, EachProfilingFlagTurnsProfilingOn) {
  RunCommand command =
      Parse<RunCommand>({"run", "--profile-out", "x/y.pb", "a.js"});
  ASSERT_TRUE(command.run.profile.has_value());
  EXPECT_EQ(command.run.profile->path, "x/y.pb");
  command = Parse<RunCommand>({"run", "--profile-interval=100", "a.js"});
  ASSERT_TRUE(command.run.profile.has_value());
  EXPECT_EQ(command.run.profile->interval_us, 100);
  EXPECT_EQ(command.run.profile->path, "profile.pb");
  command = Parse<RunCommand>({"run", "--profile-checkpoint", "10", "a.js"});
  ASSERT_TRUE(command.run.profile.has_value());
  EXPECT_EQ(command.run.profile->checkpoint_s, 10);
}

TEST(CommandLineTest, AProfileIsExactUntilThatIsSwitchedOff) {
  const auto exact = [](std::vector<std::string> flags) {
    flags.insert(flags.begin(), "run");
    flags.emplace_back("a.js");
    const auto profile = Parse<RunCommand>(flags).run.profile;
    EXPECT_TRUE(profile.has_value());
    return profile.has_value() && profile->exact;
  };
  const std::string on = "--profile-exact";
  const std::string off = "--no-profile-exact";
  EXPECT_TRUE(exact({"--profile"}));
  EXPECT_TRUE(exact({on}));
  EXPECT_FALSE(exact({off}));
  EXPECT_FALSE(exact({"--profile", on, off}));
  EXPECT_TRUE(exact({off, on, "--profile"}));
}

TEST(CommandLineTest, ValuesAreTakenAsTheyAre) {
  for (const std::string path :
       {"a b", "[a,b]", "{x}", "a=b", "-", "\"q\"", "\xff", "%%"}) {
    SCOPED_TRACE(path);
    const RunCommand apart =
        Parse<RunCommand>({"run", "--profile-out", path, "a.js"});
    ASSERT_TRUE(apart.run.profile.has_value());
    EXPECT_EQ(apart.run.profile->path, path);
    const RunCommand joined =
        Parse<RunCommand>({"run", "--profile-out=" + path, "a.js"});
    ASSERT_TRUE(joined.run.profile.has_value());
    EXPECT_EQ(joined.run.profile->path, path);
  }
}

TEST(CommandLineTest, TheLastOfARepeatedFlagCounts) {
  const RunCommand command = Parse<RunCommand>(
      {"run", "--max-heap=64", "--profile", "--max-heap", "128", "a.js"});
  EXPECT_EQ(command.run.max_heap_megabytes, 128);
}

TEST(CommandLineTest, FlagsForV8AddUp) {
  const RunCommand command = Parse<RunCommand>(
      {"run", "--v8-flag=--no-opt", "--v8-flag", "--stack-size=2000", "a.js"});
  EXPECT_THAT(command.process.v8_flags,
              ElementsAre("--no-opt", "--stack-size=2000"));
}

TEST(CommandLineTest, SourceMapsAreOnUntilTheyAreSwitchedOff) {
  EXPECT_TRUE(Parse<RunCommand>({"run", "a.js"}).run.source_maps);
  EXPECT_TRUE(Parse<RunCommand>({"run", "--enable-source-maps", "a.js"})
                  .run.source_maps);
  const std::string off = "--no-enable-source-maps";
  const std::string on = "--enable-source-maps";
  EXPECT_FALSE(Parse<RunCommand>({"run", off, "a.js"}).run.source_maps);
  EXPECT_TRUE(Parse<RunCommand>({"run", off, on, "a.js"}).run.source_maps);
  EXPECT_FALSE(Parse<RunCommand>({"run", on, off, "a.js"}).run.source_maps);
  EXPECT_THAT(ErrorOf({"run", on + "=false", "a.js"}),
              HasSubstr("takes no value"));
  EXPECT_FALSE(
      Parse<ProcessRealmCommand>({"process-realm", off, "name"}).source_maps);
}

TEST(CommandLineTest, TakesBackendsAndRootCertificates) {
  const std::vector<std::string> flags = {"--backend=a=http://h", "--backend",
                                          "b=https://h", "--cert=x.pem",
                                          "a.js"};
  std::vector<std::string> words = {"run"};
  words.insert(words.end(), flags.begin(), flags.end());
  const auto command = Parse<RunCommand>(words);
  EXPECT_THAT(command.run.backends, ElementsAre("a=http://h", "b=https://h"));
  EXPECT_EQ(command.run.root_certificates, "x.pem");
  const auto realm = Parse<ProcessRealmCommand>(
      {"process-realm", "--backend=a=http://h", "--cert=x.pem", "name"});
  EXPECT_THAT(realm.backends, ElementsAre("a=http://h"));
  EXPECT_EQ(realm.root_certificates, "x.pem");
}

TEST(CommandLineTest, AProcessRealmGetsTheFlagsOfItsProcess) {
  const std::string no_opt = "--v8-flag=--no-opt";
  EXPECT_THAT(Parse<ProcessRealmCommand>(
                  {"process-realm", no_opt, "--v8-flag=--x", "--v8-flag=name"})
                  .process.v8_flags,
              ElementsAre("--no-opt", "--x"));
  EXPECT_THAT(Parse<ProcessRealmCommand>({"process-realm"}).process.v8_flags,
              IsEmpty());
}

TEST(CommandLineTest, StoresHaveFilesByName) {
  const StoreOptions stores =
      Parse<RunCommand>({"run", "--data-dir", "d", "--cache-bytes=5",
                         "--config", "a=b=c", "--secret=x=y", "--secret",
                         "z=/z", "a.js"})
          .run.stores;
  EXPECT_EQ(stores.data_folder, "d");
  EXPECT_EQ(stores.cache_bytes, 5);
  ASSERT_EQ(stores.configs.size(), 1u);
  EXPECT_EQ(stores.configs[0].name, "a");
  EXPECT_EQ(stores.configs[0].path, "b=c");
  ASSERT_EQ(stores.secrets.size(), 2u);
  EXPECT_EQ(stores.secrets[1].path, "/z");
  for (const char* flag : {"--config", "--secret"}) {
    for (const char* wrong : {"a", "=b", "a="}) {
      EXPECT_THAT(ErrorOf({"run", flag, wrong, "a.js"}),
                  HasSubstr("NAME=FILE"));
    }
  }
}

TEST(CommandLineTest, AProcessRealmHasTheStoresOfItsProcess) {
  const StoreOptions stores =
      Parse<ProcessRealmCommand>({"process-realm", "--data-dir=d",
                                  "--cache-bytes=5", "--config=a=b",
                                  "--secret=x=y=z", "--secret=wrong", "name"})
          .stores;
  EXPECT_EQ(stores.data_folder, "d");
  EXPECT_EQ(stores.cache_bytes, 5);
  EXPECT_EQ(stores.configs.at(0).path, "b");
  ASSERT_EQ(stores.secrets.size(), 1u);
  EXPECT_EQ(stores.secrets[0].path, "y=z");
}

TEST(CommandLineTest, NumbersHaveTheirDocumentedBounds) {
  for (const std::string us : {"100", "1000000", "0001000"}) {
    Parse<RunCommand>({"run", "--profile-interval", us, "a.js"});
  }
  for (const std::string us : {"99", "1000001", "0x3e8", "1e3", "-5", "1000us",
                               " 1000", "99999999999999999999999"}) {
    EXPECT_THAT(ErrorOf({"run", "--profile-interval", us, "a.js"}),
                AllOf(HasSubstr("--profile-interval"),
                      HasSubstr("'" + us + "'"), HasSubstr("100 to 1000000")));
  }
  EXPECT_THAT(ErrorOf({"run", "--profile-interval=99", "a.js"}),
              HasSubstr("the nearest is 100"));
  EXPECT_THAT(
      ErrorOf({"run", "--profile-interval=9999999999999999999999", "a"}),
      HasSubstr("the nearest is 1000000"));
  for (const std::string seconds : {"1", "86400"}) {
    Parse<RunCommand>({"run", "--profile-checkpoint", seconds, "a.js"});
  }
  for (const std::string seconds : {"0", "86401", "0.5", "1s", "-1"}) {
    EXPECT_THAT(
        ErrorOf({"run", "--profile-checkpoint", seconds, "a.js"}),
        AllOf(HasSubstr("--profile-checkpoint"), HasSubstr("'" + seconds + "'"),
              HasSubstr("seconds from 1 to 86400")));
  }
  EXPECT_THAT(ErrorOf({"run", "--max-heap=0", "a.js"}),
              HasSubstr("--max-heap"));
  EXPECT_EQ(Parse<RunCommand>({"run", "--reactors=256", "a.js"}).run.reactors,
            256);
  EXPECT_EQ(Parse<RunCommand>({"run", "--serve", "a.js"}).run.serve,
            "127.0.0.1:8000");
  const auto served = Parse<RunCommand>(
      {"run", "--serve", "[::]:80", "--profile", "a.js", "b"});
  EXPECT_EQ(served.run.serve, "[::]:80");
  EXPECT_TRUE(served.run.profile.has_value());
  EXPECT_EQ(served.run.script, "a.js");
  EXPECT_EQ(Parse<RunCommand>({"run", "--serve=9", "a.js"}).run.serve, "9");
  EXPECT_THAT(ErrorOf({"run", "--reactors=0", "a.js"}),
              AllOf(HasSubstr("--reactors"), HasSubstr("1 to 256")));
}

TEST(CommandLineTest, AWrongFlagIsNamedWithTheNearestRightOne) {
  EXPECT_THAT(ErrorOf({"run", "--profil", "a.js"}),
              AllOf(HasSubstr("'--profil'"), HasSubstr("mean --profile?")));
  EXPECT_THAT(
      ErrorOf({"run", "--profile_out=x", "a.js"}),
      AllOf(HasSubstr("'--profile_out'"), HasSubstr("mean --profile-out?")));
  EXPECT_THAT(ErrorOf({"run", "--inspect", "a.js"}),
              AllOf(HasSubstr("'--inspect'"), HasSubstr("rt help run")));
  EXPECT_THAT(ErrorOf({"run", "-x\n\x1b[31m", "a.js"}), Not(HasSubstr("\x1b")));
}

TEST(CommandLineTest, AFlagWithoutItsValueIsNamed) {
  EXPECT_THAT(ErrorOf({"run", "--profile-out"}),
              AllOf(HasSubstr("--profile-out needs a value"),
                    HasSubstr("--profile-out FILE")));
  // What follows is plainly a flag, and no file's name.
  EXPECT_THAT(ErrorOf({"run", "--profile-out", "--max-heap=64", "a.js"}),
              HasSubstr("--profile-out needs a value"));
  EXPECT_THAT(ErrorOf({"run", "--profile-out=", "a.js"}),
              HasSubstr("--profile-out"));
}

TEST(CommandLineTest, AValueWhereNoneBelongsIsNamed) {
  EXPECT_THAT(ErrorOf({"run", "--profile=x.pb", "a.js"}),
              AllOf(HasSubstr("--profile takes no value"),
                    HasSubstr("--profile-out=x.pb")));
}

TEST(CommandLineTest, RunWithoutAScriptSaysSo) {
  EXPECT_THAT(ErrorOf({"run"}), HasSubstr("SCRIPT"));
  EXPECT_THAT(ErrorOf({"run", "--profile"}), HasSubstr("SCRIPT"));
  EXPECT_THAT(ErrorOf({"run", "--"}), HasSubstr("SCRIPT"));
  EXPECT_THAT(ErrorOf({"run", ""}), HasSubstr("''"));
}

TEST(CommandLineTest, HelpIsThereUnderAllItsNames) {
  EXPECT_FALSE(Parse<HelpCommand>({}).asked);
  for (const std::vector<std::string>& args : {std::vector<std::string>{"help"},
                                               {"--help"},
                                               {"-h"},
                                               {"help", "help"}}) {
    const HelpCommand help = Parse<HelpCommand>(args);
    EXPECT_TRUE(help.asked);
    EXPECT_THAT(help.text, HasSubstr("rt run"));
  }
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"help", "run"},
        {"run", "--help"},
        {"run", "--profile", "-h", "a.js"}}) {
    const HelpCommand help = Parse<HelpCommand>(args);
    EXPECT_TRUE(help.asked);
    for (const char* flag :
         {"--profile ", "--profile-out FILE", "--profile-interval US",
          "--profile-checkpoint SEC", "--max-heap MB", "--reactors N"}) {
      EXPECT_THAT(help.text, HasSubstr(flag));
    }
  }
}

TEST(CommandLineTest, AWrongCommandIsNamedWithTheNearestRightOne) {
  EXPECT_THAT(ErrorOf({"rnu", "a.js"}),
              AllOf(HasSubstr("'rnu'"), HasSubstr("rt run?")));
  EXPECT_THAT(ErrorOf({"src/app.ts"}), HasSubstr("rt run src/app.ts?"));
  EXPECT_THAT(ErrorOf({"--profile", "app.ts"}), HasSubstr("rt run --profile?"));
  EXPECT_THAT(ErrorOf({"--verson"}), HasSubstr("rt --version?"));
  EXPECT_THAT(ErrorOf({"help", "rnu"}), HasSubstr("'rnu'"));
  EXPECT_THAT(ErrorOf({"help", "run", "x"}), HasSubstr("'x'"));
  EXPECT_THAT(ErrorOf({"--version", "x"}), HasSubstr("--version"));
  EXPECT_THAT(ErrorOf({""}), HasSubstr("''"));
}

TEST(CommandLineTest, ARealmHostTakesItsFlags) {
  const RealmHostCommand command = Parse<RealmHostCommand>(
      {"realm-host", "--listen=[::1]:0", "--token-file", "t", "--policy=p.json",
       "--tls-cert", "c", "--tls-key", "k", "--insecure"});
  EXPECT_EQ(command.host.listen, "[::1]:0");
  EXPECT_EQ(command.host.token_file, "t");
  EXPECT_EQ(command.host.policy_file, "p.json");
  EXPECT_EQ(command.host.tls_certificate, "c");
  EXPECT_EQ(command.host.tls_key, "k");
  EXPECT_TRUE(command.host.is_insecure_allowed);
  const RealmHostOptions host =
      Parse<RealmHostCommand>({"realm-host", "--listen=a:1", "--token-file=t",
                               "--backend=x=http://h", "--cert", "r.pem",
                               "--config=c=f", "--secret", "s=f", "--data-dir",
                               "d", "--cache-bytes=7"})
          .host;
  EXPECT_THAT(host.backends, ElementsAre("x=http://h"));
  EXPECT_EQ(host.root_certificates, "r.pem");
  EXPECT_EQ(host.stores.configs.at(0).name, "c");
  EXPECT_EQ(host.stores.secrets.at(0).name, "s");
  EXPECT_EQ(host.stores.data_folder, "d");
  EXPECT_EQ(host.stores.cache_bytes, 7);
  EXPECT_FALSE(Parse<RealmHostCommand>(
                   {"realm-host", "--listen", "a:1", "--token-file", "t"})
                   .host.is_insecure_allowed);
}

TEST(CommandLineTest, ARealmHostNeedsAnAddressAndAToken) {
  EXPECT_THAT(ErrorOf({"realm-host"}), HasSubstr("--listen"));
  EXPECT_THAT(ErrorOf({"realm-host", "--listen", "a:1"}),
              HasSubstr("--token-file"));
  EXPECT_THAT(ErrorOf({"realm-host", "--listen", "a:1", "--token-file", "t",
                       "--tls-key", "k"}),
              HasSubstr("--tls-cert"));
  EXPECT_THAT(
      ErrorOf({"realm-host", "--listen", "a:1", "--token-file", "t", "x"}),
      HasSubstr("'x'"));
  EXPECT_THAT(ErrorOf({"realm-host", "--insecure=yes"}),
              HasSubstr("--insecure takes no value"));
  EXPECT_THAT(ErrorOf({"realm-hots"}), HasSubstr("rt realm-host?"));
}

TEST(CommandLineTest, VersionIsACommand) {
  Parse<VersionCommand>({"--version"});
}

}  // namespace
}  // namespace rt
