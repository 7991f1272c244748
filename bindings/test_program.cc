#include "bindings/test_program.h"

#include <cstdio>
#include <utility>

#include "runtime/base/check.h"
#include "runtime/base/file_url.h"
#include "runtime/observe/realm_observer.h"
#include "runtime/realm/realm.h"
#include "test/support/temp_folder.h"
#include "test/support/test_realm.h"

namespace rt {

void RunProgram(RealmServices services, const std::string& program) {
  const TempFolder folder;
  WriteFile(folder / "main.mjs", program);
  RealmObserver nobody;
  services.image = &TestImage();
  if (services.observer == nullptr) services.observer = &nobody;
  RealmRegistry registry(std::move(services));
  Realm::Options options;
  options.info.kind = "main";
  options.info.entry = PathToFileUrl(folder / "main.mjs");
  Realm realm(registry, std::move(options));
  const RealmResult result = realm.Run();
  if (result.error) fprintf(stderr, "%s\n", result.error->message.c_str());
  RT_CHECK(result.end == RealmEnd::kCompleted);
}

}  // namespace rt
