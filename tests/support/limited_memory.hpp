// Runs something in a child process that may grow by so many bytes and no more: who allocates by a count that a file only claims fails there.
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <new>
#include <stdexcept>

#include <lucid/config/error.hpp>

#if defined(__SANITIZE_ADDRESS__)
#define SUPPORT_LIMITS_MEMORY 0  // AddressSanitizer reserves terabytes
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SUPPORT_LIMITS_MEMORY 0
#endif
#endif
#if !defined(SUPPORT_LIMITS_MEMORY)
#define SUPPORT_LIMITS_MEMORY 1
#endif

namespace support {

enum class ending { fine, out_of_memory, other_exception, crash };

// body() in a child whose address space may grow by `bytes`.
template <class Body>
ending with_limited_memory(std::size_t bytes, Body const& body) {
  pid_t const child = ::fork();
  if (child < 0) throw std::runtime_error("fork");
  if (child == 0) {
    static_cast<void>(bytes);  // unused where nothing is limited
#if SUPPORT_LIMITS_MEMORY
    unsigned long long pages = 0;
    if (std::FILE* const statm = std::fopen("/proc/self/statm", "r")) {
      if (std::fscanf(statm, "%llu", &pages) != 1) pages = 0;
      std::fclose(statm);
    }
    rlim_t const limit = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + bytes;
    rlimit const both{limit, limit};
    ::setrlimit(RLIMIT_AS, &both);
#endif
    try {
      body();
      ::_exit(0);
    } catch (std::bad_alloc const&) {
      ::_exit(1);
    } catch (lucid::out_of_memory const&) {
      ::_exit(1);
    } catch (...) {
      ::_exit(2);
    }
  }
  int status = 0;
  if (::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return ending::crash;
  return static_cast<ending>(WEXITSTATUS(status));
}

}  // namespace support
