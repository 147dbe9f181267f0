// LUCID_EXPECTS: a precondition whose breach is a bug of the caller. Bad input from the world is never one of these: that throws (error.hpp).
#pragma once

#include <cstdio>
#include <cstdlib>

namespace lucid::inline v0::detail {

[[noreturn]] inline void contract_broken(char const* what, char const* file, int line) noexcept {
  std::fprintf(stderr, "%s:%d: precondition failed: %s\n", file, line, what);
  std::abort();
}

}  // namespace lucid::inline v0::detail

// Checked unless LUCID_NO_ASSERTIONS is defined; usable in constant expressions, where a breach is a compile error.
#if defined(LUCID_NO_ASSERTIONS) || defined(__CUDA_ARCH__)
#define LUCID_EXPECTS(condition) static_cast<void>(0)
#else
#define LUCID_EXPECTS(condition) ((condition) ? static_cast<void>(0) : ::lucid::detail::contract_broken(#condition, __FILE__, __LINE__))
#endif
