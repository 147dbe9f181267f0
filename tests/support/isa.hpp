// Both ways through the arithmetic: with the instructions that this machine has, and in C++ alone.
#pragma once

#include <doctest/doctest.h>

#include <lucid/field/arch/x86_64.hpp>

namespace lucid_test {

// f() once with each. Not to be used while other threads compute.
template <class F>
void with_every_isa(F&& f) {
#if defined(LUCID_HAS_X86_64_ROWS)
  bool const detected = lucid::arch::x86_64::has_two_carry_chains;
  if (detected) {
    INFO("mulx, adcx, adox");
    f();
  }
  lucid::arch::x86_64::has_two_carry_chains = false;
  {
    INFO("portable");
    f();
  }
  lucid::arch::x86_64::has_two_carry_chains = detected;
#else
  f();
#endif
}

}  // namespace lucid_test
