// rt: the command line.

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>

#include "host/snapshot/engine_image.h"
#include "runtime/engine/platform.h"
#include "runtime/realm/realm.h"

int main(int argc, char** argv) {
  if (argc < 3 || std::string(argv[1]) != "run") {
    fprintf(stderr, "usage: rt run SCRIPT\n");
    return 2;
  }
  // A write to a reader that is gone is an error of that write.
  signal(SIGPIPE, SIG_IGN);
  rt::InitializeEngine({});
  rt::RealmObserver observer;
  rt::RealmServices services = {&rt::BuiltinImage(), &observer};
  rt::Realm::Options options;
  options.info.kind = "main";
  options.info.entry = "file://" + std::filesystem::absolute(argv[2]).string();
  options.args.assign(argv + 3, argv + argc);
  rt::Realm realm(services, options);
  const rt::RealmResult result = realm.Run();
  if (result.error.has_value()) {
    fprintf(stderr, "%s\n", result.error->stack.c_str());
  }
  return result.exit_code;
}
