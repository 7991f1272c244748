// The V8 archive is compiled against a newer glibc (2.38) and libstdc++ (14)
// than Debian 12 has. Seven symbols it refers to do not exist here; this file
// defines them. They are weak, so that on a newer system the library's own win.
//
// - __isoc23_*: glibc 2.38 gave the C23 meaning of these functions (binary
//   literals "0b101" are accepted) new symbol names. V8 feeds them text in
//   bases 8, 10 and 16 from /proc and from flags, where the older meaning is
//   the same.
// - std::string::_M_replace_cold: libstdc++ 14 moved the rare part of
//   basic_string::_M_replace (the source text overlaps the string itself) out
//   of line, under a new exported name.

#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {

__attribute__((weak)) long __isoc23_strtol(const char* text, char** end,
                                           int base) {
  return strtol(text, end, base);
}

__attribute__((weak)) unsigned long __isoc23_strtoul(const char* text,
                                                     char** end, int base) {
  return strtoul(text, end, base);
}

__attribute__((weak)) long long __isoc23_strtoll(const char* text, char** end,
                                                 int base) {
  return strtoll(text, end, base);
}

__attribute__((weak)) unsigned long long __isoc23_strtoull(const char* text,
                                                           char** end,
                                                           int base) {
  return strtoull(text, end, base);
}

__attribute__((weak)) int __isoc23_sscanf(const char* text, const char* format,
                                          ...) {
  va_list args;
  va_start(args, format);
  int result = vsscanf(text, format, args);
  va_end(args);
  return result;
}

__attribute__((weak)) int __isoc23_fscanf(FILE* stream, const char* format,
                                          ...) {
  va_list args;
  va_start(args, format);
  int result = vfscanf(stream, format, args);
  va_end(args);
  return result;
}

// std::string::_M_replace_cold(char* place, size_t removed, const char* source,
// size_t added, size_t tail): replaces the `removed` characters at `place` by
// the `added` characters at `source`, which lie within the same buffer, and
// moves the `tail` characters behind them. The capacity is large enough.
__attribute__((weak)) void
_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE15_M_replace_coldEPcmPKcmm(
    void* /*string*/, char* place, size_t removed, const char* source,
    size_t added, size_t tail) {
  if (added <= removed) {
    // The source is read before the tail moves over it.
    if (added != 0) memmove(place, source, added);
    if (tail != 0 && added != removed) {
      memmove(place + added, place + removed, tail);
    }
    return;
  }
  char* const old_tail = place + removed;
  const size_t shift = added - removed;
  const size_t before_tail = source >= old_tail ? 0
                             : source + added <= old_tail
                                 ? added
                                 : static_cast<size_t>(old_tail - source);
  if (tail != 0) memmove(place + added, old_tail, tail);
  // The part of the source in front of the tail stayed; the rest moved with it.
  if (before_tail != 0) memmove(place, source, before_tail);
  if (before_tail != added) {
    const char* rest = source + before_tail + shift;
    memmove(place + before_tail, rest, added - before_tail);
  }
}

}  // extern "C"
