// Which instructions the CPU backend uses: the best that this machine has, or what LUCID_ISA in the environment says. One binary runs on any x86-64 machine.
//   portable   C++ alone              mulx   BMI2 and ADX, one element at a time              ifma   AVX-512 IFMA, eight at a time, and mulx for the rest
// How a path works is field/arch; this file decides, once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/field/arch/x86_64.hpp>

namespace lucid::inline v0::cpu {

enum class instruction_set : std::uint8_t { portable, mulx, ifma };

// The machine's best, as the processor and the operating system tell: registers of 512 bits must be saved when threads change.
[[nodiscard]] LUCID_COLD inline instruction_set best_instruction_set() noexcept {
#if defined(LUCID_HAS_X86_64_ROWS)
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned bmi2 = 1u << 8, adx = 1u << 19, avx512f = 1u << 16, avx512ifma = 1u << 21, osxsave = 1u << 27;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (b & bmi2) == 0 || (b & adx) == 0) return instruction_set::portable;
  unsigned const extended = b;
  if (__get_cpuid(1, &a, &b, &c, &d) != 0 && (c & osxsave) != 0 && (extended & avx512f) != 0 && (extended & avx512ifma) != 0) {
    constexpr unsigned saved = 0xe6;  // XCR0: sse, avx, and the three states of avx-512
    unsigned low = 0, high = 0;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & saved) == saved) return instruction_set::ifma;
  }
  return instruction_set::mulx;
#else
  return instruction_set::portable;
#endif
}

// The set of this name; the best where none is named. Throws argument_error for an unknown name, and for a set that is beyond the best.
[[nodiscard]] LUCID_COLD inline instruction_set instruction_set_named(char const* name, instruction_set best) {
  if (name == nullptr || *name == '\0') return best;
  constexpr std::string_view names[] = {"portable", "mulx", "ifma"};
  for (std::uint8_t i = 0; i < 3; ++i) {
    if (names[i] != name) continue;
    if (i > static_cast<std::uint8_t>(best)) {
      throw argument_error("LUCID_ISA: this machine has no " + std::string{name} + ", its best is " +
                           std::string{names[static_cast<std::uint8_t>(best)]});
    }
    return static_cast<instruction_set>(i);
  }
  throw argument_error("LUCID_ISA: \"" + std::string{name} + "\" is none of portable, mulx, ifma");
}

// What this process uses, decided at the first call that returns. Throws as instruction_set_named.
[[nodiscard]] inline instruction_set selected_instruction_set() {
  static instruction_set const selected = instruction_set_named(std::getenv("LUCID_ISA"), best_instruction_set());
  return selected;
}

}  // namespace lucid::inline v0::cpu
