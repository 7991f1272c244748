#include "profiler/pprof/test_reader.h"

#include <zlib.h>

#include "runtime/base/check.h"

namespace rt {

std::string Gunzip(const std::string& bytes) {
  z_stream zlib = {};
  RT_CHECK(inflateInit2(&zlib, 15 + 16) == Z_OK);
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  zlib.avail_in = static_cast<uInt>(bytes.size());
  std::string text;
  int result = Z_OK;
  while (result == Z_OK) {
    char piece[16 * 1024];
    zlib.next_out = reinterpret_cast<Bytef*>(piece);
    zlib.avail_out = sizeof(piece);
    result = inflate(&zlib, Z_NO_FLUSH);
    text.append(piece, sizeof(piece) - zlib.avail_out);
  }
  RT_CHECK(result == Z_STREAM_END && zlib.avail_in == 0);
  inflateEnd(&zlib);
  return text;
}

perftools::profiles::Profile ParseProfile(const std::string& bytes) {
  perftools::profiles::Profile profile;
  RT_CHECK(profile.ParseFromString(Gunzip(bytes)));
  return profile;
}

}  // namespace rt
