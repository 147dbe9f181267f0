#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include <lucid/backend/cpu.hpp>
#include <lucid/backend/cpu/precomputed_bases.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/groth16/key_tables.hpp>
#include <lucid/groth16/setup.hpp>
#include <lucid/memory/tally.hpp>
#include <support/toy_systems.hpp>

using namespace lucid;
using curve = bn254::curve;

namespace {

// A domain of 2^9: with fewer terms sums over few buckets would be none at all.
struct sample {
  lucid_test::toy_system<curve::scalar> system = lucid_test::random_system<curve::scalar>(400, 2, 23);
  groth16::proving_key<curve, qap::circom_reduction> key = [&] {
    seeded_entropy entropy{1};
    return groth16::single_party_setup<curve, qap::circom_reduction>(cpu::seq, system.circuit, entropy).proving;
  }();
};

// The most copies that a sum has said it has.
struct copies_seen {
  std::uint64_t copies = 0;
  struct [[maybe_unused]] scope {};
  static constexpr scope open(char const*, stream_ref) noexcept { return {}; }
  void count(char const* name, std::uint64_t n) {
    if (std::string{name} == "copies") copies = n;
  }
};

auto proof_of(auto const& exec, auto const& key, sample const& s) {
  seeded_entropy entropy{2};
  return groth16::prove(exec, key, s.system.assigned(cpu::seq), entropy);
}

}  // namespace

TEST_CASE("key_tables: the same proof, byte for byte, with any number of copies and any window") {
  sample const s;
  auto const expected = proof_of(cpu::seq, s.key, s);
  for (precompute const h :
       {precompute{.copies = 1}, precompute{.copies = 2}, precompute{.copies = 3, .window = 7}, precompute{.copies = 200}}) {
    CAPTURE(h.copies);
    heap upstream;
    memory::tally<heap> memory{upstream};
    auto const exec = cpu::seq.with(memory);
    auto const tabled = groth16::prepare(exec, s.key, {.h = h});
    CHECK(memory.held() == tabled.bytes());
    CHECK(tabled.bytes() == (h.copies == 1 ? 0 : tabled.h().copies() * s.key.h.size() * sizeof(s.key.h[0])));
    copies_seen seen;
    CHECK(proof_of(exec.with(seen), tabled, s) == expected);
    CHECK(seen.copies == tabled.h().copies());
  }
  CHECK_THROWS_AS(static_cast<void>(groth16::prepare(cpu::seq, s.key, {.h = {.copies = 0}})), argument_error);
}

TEST_CASE("key_tables: a plan knows the table and what a sum over it holds") {
  sample const s;
  heap upstream;
  memory::tally<heap> memory{upstream};
  auto const exec = cpu::seq.with(memory);
  for (unsigned const copies : {1u, 2u, 9u}) {
    CAPTURE(copies);
    auto const tabled = groth16::prepare(exec, s.key, {.h = {.copies = copies}});
    auto const plan = groth16::plan(exec, tabled), of_key = groth16::plan(exec, s.key);
    auto const for_these = groth16::plan(exec, tabled, s.system.assigned(cpu::seq));
    CHECK(plan.key == of_key.key + tabled.bytes());
    CHECK(for_these.key == plan.key);
    CHECK(for_these[groth16::phase::msm_h].bytes == plan[groth16::phase::msm_h].bytes);
    if (copies == 1) {
      CHECK(plan.peak() == of_key.peak());
      continue;
    }
    // The sum alone, over as many scalars.
    buffer<curve::scalar> scalars{cpu::seq, s.key.h.size()};
    seeded_entropy entropy{3};
    for (auto& x : scalars) x = random_element<curve::scalar>(entropy);
    std::size_t const held = memory.held();
    memory.restart_peak();
    static_cast<void>(pippenger{}(exec, tabled.h(), scalars));
    std::size_t const measured = memory.peak() - held;
    memory_plan alone;
    pippenger{}.plan(exec, tabled.h(), alone);
    INFO(measured, " measured, ", alone.peak(), " planned");
    CHECK(measured <= alone.peak());
    CHECK(measured * 100 >= alone.peak() * 97);  // digits of zero are not foreseen
  }
}
