// Whatever is large comes from the policy, from the circuit to the proof: the heap is asked for as much by a large circuit as by a small one. And where the
// policy's memory runs out, at any request, the caller hears of it and nothing is kept.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <optional>
#include <utility>

#include <lucid/backend/cpu.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <support/chain_circuit.hpp>
#include <support/heap_calls.hpp>
#include <support/refusing_memory.hpp>

namespace {

using namespace lucid;
using lucid_test::chain_circuit;
using lucid_test::heap_bytes;
using lucid_test::refusing_memory;

constexpr char const* phases[] = {"shape", "assign", "synthesize", "synthesize to size", "setup", "prove", "prove rows"};

template <class Curve, class Reduction>
std::array<std::size_t, std::size(phases)> bytes_beside_the_policy(auto const& plain, std::size_t rows) {
  using F = typename Curve::scalar;
  refusing_memory memory;
  auto const exec = plain.with(memory);
  chain_circuit const circuit{rows};
  std::optional<shape<F>> made;
  std::optional<assignment<F>> z;
  std::optional<evaluated_rows<F>> evaluated;
  std::optional<groth16::proving_key<Curve, Reduction>> key;
  seeded_entropy entropy{1};
  return {heap_bytes([&] { made.emplace(shape_of<F>(exec, circuit)); }),
          heap_bytes([&] { z.emplace(assign(exec, *made, circuit)); }),
          heap_bytes([&] { static_cast<void>(synthesize<F>(exec, circuit)); }),
          heap_bytes([&] { evaluated.emplace(synthesize<F>(exec, circuit, size_of<F>(circuit))); }),
          heap_bytes([&] { key.emplace(groth16::single_party_setup<Curve, Reduction>(exec, *made, entropy).proving); }),
          heap_bytes([&] { static_cast<void>(groth16::prove(exec, *key, *z, entropy)); }),
          heap_bytes([&] { static_cast<void>(groth16::prove(exec, *key, std::move(*evaluated), entropy)); })};
}

template <class Curve, class Reduction>
void nothing_grows_beside_the_policy(auto const& plain) {
  static_cast<void>(bytes_beside_the_policy<Curve, Reduction>(plain, 10));  // what is made once a process
  auto const small = bytes_beside_the_policy<Curve, Reduction>(plain, 600);
  auto const large = bytes_beside_the_policy<Curve, Reduction>(plain, 3 * 600);
  for (std::size_t i = 0; i < small.size(); ++i) {
    INFO(phases[i], ": ", small[i], " bytes from the heap for 600 rows, ", large[i], " for 1800");
    CHECK(large[i] < small[i] + 1200);  // a byte a row
    CHECK(large[i] < 20'000);
  }
}

TEST_CASE("policy memory: no phase asks the heap for more when the circuit is larger") {
  nothing_grows_beside_the_policy<bn254::curve, qap::libsnark_reduction>(cpu::seq);
#if LUCID_TEST_HAS_TBB
  nothing_grows_beside_the_policy<bn254::curve, qap::circom_reduction>(cpu::par);
#endif
}

// work(exec) with the n-th request refused, n = 0, 1, 2 …: out_of_memory, and all is given back; until it succeeds.
template <class Work>
std::size_t refusals(auto const& plain, Work const& work) {
  for (std::size_t n = 0;; ++n) {
    REQUIRE(n < 1000);
    refusing_memory memory;
    memory.refuse_after(n);
    bool refused = false;
    try {
      work(plain.with(memory));
    } catch (out_of_memory const&) {
      refused = true;
    }
    REQUIRE(memory.held() == 0);
    if (!refused) return n;
  }
}

template <class Curve, class Reduction>
void any_request_may_be_refused(auto const& plain) {
  using F = typename Curve::scalar;
  chain_circuit const circuit{12};
  auto const made = shape_of<F>(plain, circuit);
  seeded_entropy entropy{2};
  auto const keys = groth16::single_party_setup<Curve, Reduction>(plain, made, entropy);
  auto const z = assign(plain, made, circuit);
  groth16::prover<> const prove{.msm = {.window = 5}};

  CHECK(refusals(plain, [&](auto const& exec) { static_cast<void>(shape_of<F>(exec, circuit)); }) > 10);
  CHECK(refusals(plain, [&](auto const& exec) { static_cast<void>(assign(exec, made, circuit)); }) == 1);
  CHECK(refusals(plain, [&](auto const& exec) { static_cast<void>(synthesize<F>(exec, circuit)); }) > 5);
  CHECK(refusals(plain, [&](auto const& exec) {
          seeded_entropy same{3};
          static_cast<void>(groth16::single_party_setup<Curve, Reduction>(exec, made, same));
        }) > 20);
  std::optional<groth16::proof<Curve>> last;
  auto const proved = [&](auto const& exec) {
    seeded_entropy same{4};
    last = prove(exec, keys.proving, z, same);
  };
  CHECK(refusals(plain, proved) > 20);
  CHECK(groth16::verify<Curve>(keys.verifying, *last, z.inputs()));
  CHECK(refusals(plain, [&](auto const& exec) {
          seeded_entropy same{4};
          CHECK(prove(exec, keys.proving, synthesize<F>(exec, circuit), same) == *last);
        }) > 20);
}

TEST_CASE("policy memory: any request may be refused, nothing is kept, and the next proof is made") {
  any_request_may_be_refused<bn254::curve, qap::libsnark_reduction>(cpu::seq);
#if LUCID_TEST_HAS_TBB
  any_request_may_be_refused<bn254::curve, qap::circom_reduction>(cpu::par);
#endif
}

}  // namespace
