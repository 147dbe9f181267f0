#include <doctest/doctest.h>

#include <cstdlib>

#include <lucid/backend/cpu/instruction_set.hpp>

using lucid::cpu::instruction_set;

TEST_CASE("instruction_set: by name, never beyond the machine's best") {
  auto const named = lucid::cpu::instruction_set_named;
  for (auto const best : {instruction_set::portable, instruction_set::mulx, instruction_set::ifma}) {
    CHECK(named(nullptr, best) == best);
    CHECK(named("", best) == best);
    CHECK(named("portable", best) == instruction_set::portable);
  }
  CHECK(named("mulx", instruction_set::mulx) == instruction_set::mulx);
  CHECK(named("mulx", instruction_set::ifma) == instruction_set::mulx);
  CHECK(named("ifma", instruction_set::ifma) == instruction_set::ifma);
  CHECK_THROWS_AS((void)named("mulx", instruction_set::portable), lucid::argument_error);
  CHECK_THROWS_WITH_AS((void)named("ifma", instruction_set::mulx), "LUCID_ISA: this machine has no ifma, its best is mulx",
                       lucid::argument_error);
  CHECK_THROWS_AS((void)named("MULX", instruction_set::ifma), lucid::argument_error);
}

TEST_CASE("instruction_set: this process uses what its environment asks for, or the machine's best") {
  auto const best = lucid::cpu::best_instruction_set();
  CHECK(lucid::cpu::selected_instruction_set() == lucid::cpu::instruction_set_named(std::getenv("LUCID_ISA"), best));
#if defined(LUCID_HAS_X86_64_ROWS)
  CHECK(lucid::arch::x86_64::has_two_carry_chains == (lucid::cpu::selected_instruction_set() != instruction_set::portable));
#endif
}
