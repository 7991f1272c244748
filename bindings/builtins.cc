#include "bindings/builtins.h"

#include "bindings/cache_binding.h"
#include "bindings/compression_binding.h"
#include "bindings/console_binding.h"
#include "bindings/crypto_binding.h"
#include "bindings/encoding_binding.h"
#include "bindings/errors_binding.h"
#include "bindings/fetch_binding.h"
#include "bindings/file_binding.h"
#include "bindings/http_binding.h"
#include "bindings/inspect_binding.h"
#include "bindings/kv_binding.h"
#include "bindings/messaging_binding.h"
#include "bindings/open_file_binding.h"
#include "bindings/performance_binding.h"
#include "bindings/process_binding.h"
#include "bindings/profiler_binding.h"
#include "bindings/realm_binding.h"
#include "bindings/settings_binding.h"
#include "bindings/timers_binding.h"
#include "bindings/web_socket_binding.h"

namespace rt {

absl::Span<const NativeModule> Builtins() {
  static const NativeModule modules[] = {
      CacheBinding(),    CompressionBinding(), ConsoleBinding(),
      CryptoBinding(),   EncodingBinding(),    ErrorsBinding(),
      FetchBinding(),    FileBinding(),        HttpBinding(),
      InspectBinding(),  KvBinding(),          MessagingBinding(),
      OpenFileBinding(), PerformanceBinding(), ProcessBinding(),
      ProfilerBinding(), RealmBinding(),       SettingsBinding(),
      TimersBinding(),   WebSocketBinding(),
  };
  return modules;
}

}  // namespace rt
