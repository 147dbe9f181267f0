// What the kernel knows of this process and of its own settings: page faults, processor time, resident memory. Linux; elsewhere what is not known is 0 or "unknown".
#pragma once

#include <sys/resource.h>
#include <sys/utsname.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

namespace benchmarks {

// Of all threads since the process began.
struct usage {
  double page_faults = 0;  // without reading from a disk
  double user_ms = 0, system_ms = 0;

  [[nodiscard]] static usage now() noexcept {
    rusage u{};
    ::getrusage(RUSAGE_SELF, &u);
    auto const ms = [](timeval const& t) { return 1e3 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_usec); };
    return {static_cast<double>(u.ru_minflt), ms(u.ru_utime), ms(u.ru_stime)};
  }
};
[[nodiscard]] inline usage operator-(usage const& x, usage const& y) noexcept {
  return {x.page_faults - y.page_faults, x.user_ms - y.user_ms, x.system_ms - y.system_ms};
}

// A line of /proc/self/status in MiB: "VmRSS:" now, "VmHWM:" the peak.
[[nodiscard]] inline double resident_mib(char const* line) noexcept {
  double kib = 0;
  if (std::FILE* const file = std::fopen("/proc/self/status", "r")) {
    char text[256];
    while (std::fgets(text, sizeof text, file) != nullptr) {
      if (std::strncmp(text, line, std::strlen(line)) == 0) std::sscanf(text + std::strlen(line), "%lf", &kib);
    }
    std::fclose(file);
  }
  return kib / 1024;
}
// The peak counts anew from here; where the kernel refuses, it is that of the whole process.
inline void restart_peak_resident() noexcept {
  if (std::FILE* const file = std::fopen("/proc/self/clear_refs", "w")) {
    std::fputs("5", file);
    std::fclose(file);
  }
}

[[nodiscard]] inline std::string first_line(char const* path) {
  std::string line = "unknown";
  if (std::FILE* const file = std::fopen(path, "r")) {
    char text[256];
    if (std::fgets(text, sizeof text, file) != nullptr) line.assign(text, std::strcspn(text, "\n"));
    std::fclose(file);
  }
  return line;
}
[[nodiscard]] inline std::string kernel() {
  utsname name{};
  return ::uname(&name) == 0 ? std::string{name.sysname} + ' ' + name.release : "unknown";
}

}  // namespace benchmarks
