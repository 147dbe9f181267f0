#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <lucid/backend/cpu.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif
#include <lucid/circuit/number.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <lucid/qap/folded_reduction.hpp>
#include <support/toy_systems.hpp>

using namespace lucid;
using lucid_test::toy_system;

template <class Curve, class Reduction>
struct variant {
  using curve = Curve;
  using reduction = Reduction;
  using scalar = typename Curve::scalar;
};

TYPE_TO_STRING_AS("bn254 circom", variant<bn254::curve, qap::circom_reduction>);
TYPE_TO_STRING_AS("bn254 libsnark", variant<bn254::curve, qap::libsnark_reduction>);
TYPE_TO_STRING_AS("bls12_381 circom", variant<bls12_381::curve, qap::circom_reduction>);
TYPE_TO_STRING_AS("bls12_381 libsnark", variant<bls12_381::curve, qap::libsnark_reduction>);

#define ALL_VARIANTS                                                                            \
  variant<bn254::curve, qap::circom_reduction>, variant<bn254::curve, qap::libsnark_reduction>, \
      variant<bls12_381::curve, qap::circom_reduction>, variant<bls12_381::curve, qap::libsnark_reduction>

namespace {

template <class V>
auto keys_for(toy_system<typename V::scalar> const& system, std::uint64_t seed = 1) {
  seeded_entropy entropy{seed};
  return groth16::single_party_setup<typename V::curve, typename V::reduction>(cpu::seq, system.circuit, entropy);
}

// Proves, verifies, and sees that changing any one public input makes verification fail.
template <class V>
void proves_and_binds_every_input(toy_system<typename V::scalar> const& system) {
  using curve = typename V::curve;
  using scalar = typename V::scalar;
  auto const keys = keys_for<V>(system);
  os_entropy entropy;
  auto const proof = groth16::prove(cpu::seq, keys.proving, system.assigned(cpu::seq), entropy);
  auto inputs = system.inputs();
  CHECK(groth16::verify<curve>(keys.verifying, proof, view<scalar const>{inputs}));
  for (auto& x : inputs) {
    x += scalar::one();
    CHECK_FALSE(groth16::verify<curve>(keys.verifying, proof, view<scalar const>{inputs}));
    x -= scalar::one();
  }
}

}  // namespace

TEST_CASE_TEMPLATE("prove: what is proved verifies, and binds every public input", V, ALL_VARIANTS) {
  using F = typename V::scalar;
  proves_and_binds_every_input<V>(lucid_test::multiplier<F>());
  proves_and_binds_every_input<V>(lucid_test::random_system<F>(13, 3, 5));  // 13 + 3 + 1 rows: a domain of 32
  proves_and_binds_every_input<V>(lucid_test::random_system<F>(12, 3, 6));  // exactly 16 rows
  proves_and_binds_every_input<V>(lucid_test::random_system<F>(5, 0, 7));
}

TEST_CASE_TEMPLATE("prove: circuits without constraints, public or private variables", V, variant<bn254::curve, qap::circom_reduction>,
                   variant<bn254::curve, qap::libsnark_reduction>) {
  using F = typename V::scalar;
  proves_and_binds_every_input<V>(lucid_test::no_constraints<F>(0));
  proves_and_binds_every_input<V>(lucid_test::no_constraints<F>(2));
  proves_and_binds_every_input<V>(lucid_test::no_private<F>());
}

TEST_CASE_TEMPLATE("prove: the same seed gives the same proof under every policy and number of threads", V, ALL_VARIANTS) {
  using F = typename V::scalar;
  auto const system = lucid_test::random_system<F>(150, 2, 8);
  auto const keys = keys_for<V>(system);
  auto const proof_under = [&](auto const& exec) {
    seeded_entropy entropy{42};
    return groth16::prove(exec, keys.proving, system.assigned(exec), entropy);
  };
  auto const expected = proof_under(cpu::seq);
#if LUCID_TEST_HAS_TBB
  for (int const threads : {1, 2, 7}) {
    tbb::task_arena arena{threads};
    CHECK(proof_under(cpu::par_in(arena)) == expected);
  }
#endif
  CHECK(proof_under(cpu::seq) == expected);
}

TEST_CASE_TEMPLATE("prove: rows already evaluated give the same proof as the key's matrices", V, ALL_VARIANTS) {
  using F = typename V::scalar;
  auto const system = lucid_test::random_system<F>(21, 2, 9);
  auto const keys = keys_for<V>(system);
  std::size_t const rows = system.circuit.constraints();
  evaluated_rows<F> evaluated{buffer<F>{cpu::seq, rows}, buffer<F>{cpu::seq, rows}, buffer<F>{cpu::seq, rows}, system.assigned(cpu::seq)};
  for (std::size_t i = 0; i < rows; ++i) {
    evaluated.a[i] = system.circuit.a().row_value(i, system.circuit.dictionary(), system.z);
    evaluated.b[i] = system.circuit.b().row_value(i, system.circuit.dictionary(), system.z);
    evaluated.c[i] = system.circuit.c().row_value(i, system.circuit.dictionary(), system.z);
  }
  seeded_entropy first{3}, second{3};
  CHECK(groth16::prove(cpu::seq, keys.proving, std::move(evaluated), first) ==
        groth16::prove(cpu::seq, keys.proving, system.assigned(cpu::seq), second));
}

// The oracle is the plain key of the same secrets: another quotient, other points of H and L, and the same three points in the proof.
TEST_CASE_TEMPLATE("prove: with C in the key the proofs are the same", V, ALL_VARIANTS) {
  using F = typename V::scalar;
  using folded = variant<typename V::curve, qap::folded_reduction<typename V::reduction>>;
  for (unsigned k = 1; k <= 8; k += std::is_same_v<typename V::curve, bn254::curve> ? 1 : 3) {
    std::size_t const publics = k < 3 ? 0 : 2, unused = k % 2 == 1 ? 0 : (std::size_t{1} << k) / 2 - 1;  // full, or as empty as can be
    auto const system = lucid_test::random_system<F>((std::size_t{1} << k) - unused - publics - 1, publics, k);
    auto const plain = keys_for<V>(system);
    auto const keys = keys_for<folded>(system);
    CHECK(keys.proving.domain.log2_size() == k);
    CHECK(keys.verifying == plain.verifying);
    auto const proof = [&](auto const& exec, auto const& key, groth16::self_verification verified) {
      seeded_entropy entropy{42};
      return groth16::prove(exec, key.proving, system.assigned(exec), entropy, {.self_verify = verified});
    };
    auto const expected = proof(cpu::seq, plain, groth16::self_verification::on);
    CHECK(proof(cpu::seq, keys, groth16::self_verification::off) == expected);
    if (k <= 3) {  // from points alone
      auto const folded_key = groth16::fold(cpu::seq, keys_for<V>(system).proving);
      seeded_entropy entropy{42};
      CHECK(groth16::prove(cpu::seq, folded_key, system.assigned(cpu::seq), entropy) == expected);
    }
#if LUCID_TEST_HAS_TBB
    CHECK(proof(cpu::par, keys, groth16::self_verification::off) == expected);
#endif
  }
}

using bn = variant<bn254::curve, qap::circom_reduction>;
using scalar = bn::scalar;

TEST_CASE("prove: two proofs of one witness differ in A, B and C") {
  auto const system = lucid_test::multiplier<scalar>();
  auto const keys = keys_for<bn>(system);
  os_entropy entropy;
  auto const p = groth16::prove(cpu::seq, keys.proving, system.assigned(cpu::seq), entropy);
  auto const q = groth16::prove(cpu::seq, keys.proving, system.assigned(cpu::seq), entropy);
  CHECK(p.a != q.a);
  CHECK(p.b != q.b);
  CHECK(p.c != q.c);
}

TEST_CASE("prove: a failing or constant source of randomness is an error, never a proof") {
  struct failing {
    void fill(std::span<std::byte>) { throw entropy_error("no randomness today"); }
  } broken;
  struct zeros {
    void fill(std::span<std::byte> bytes) { std::fill(bytes.begin(), bytes.end(), std::byte{0}); }
  } zero;
  struct constant {
    void fill(std::span<std::byte> bytes) { std::fill(bytes.begin(), bytes.end(), std::byte{0x5a}); }
  } repeating;
  auto const system = lucid_test::multiplier<scalar>();
  auto const keys = keys_for<bn>(system);
  auto const z = system.assigned(cpu::seq);
  CHECK_THROWS_AS(static_cast<void>(groth16::prove(cpu::seq, keys.proving, z, broken)), entropy_error);
  CHECK_THROWS_AS(static_cast<void>(groth16::prove(cpu::seq, keys.proving, z, zero)), entropy_error);
  CHECK_THROWS_AS(static_cast<void>(groth16::prove(cpu::seq, keys.proving, z, repeating)), entropy_error);
}

TEST_CASE("prove: a witness that does not satisfy the circuit is refused with the first violated row, whichever value is wrong") {
  auto const system = lucid_test::random_system<scalar>(6, 1, 10);
  auto const keys = keys_for<bn>(system);
  os_entropy entropy;
  for (std::size_t wrong = 4; wrong < system.z.size(); ++wrong) {  // the values that rows define
    auto broken = system;
    broken.z[wrong] += scalar::one();
    try {
      static_cast<void>(groth16::prove(cpu::seq, keys.proving, broken.assigned(cpu::seq), entropy));
      FAIL("a proof was returned");
    } catch (unsatisfied_error const& e) {
      CHECK(std::string{e.what()}.find("constraint " + std::to_string(wrong - 4)) != std::string::npos);
    }
  }
}

TEST_CASE("prove: a damaged key is noticed before a proof is returned") {
  auto const system = lucid_test::random_system<scalar>(9, 1, 11);
  os_entropy entropy;
  auto const refuses = [&](auto const& damage) {
    auto keys = keys_for<bn>(system);
    damage(keys.proving);
    CHECK_THROWS_AS(static_cast<void>(groth16::prove(cpu::seq, keys.proving, system.assigned(cpu::seq), entropy)), self_verification_error);
  };
  refuses([](auto& key) { key.h[3] = -key.h[3]; });
  refuses([](auto& key) { std::swap(key.l[0], key.l[1]); });
  refuses([](auto& key) { key.a[2] = key.a[3]; });
  refuses([](auto& key) { key.b1[2] = key.b1[2] == key.b1[3] ? -key.b1[3] : key.b1[3]; });
  refuses([](auto& key) { key.delta_g1 = -key.delta_g1; });
}

TEST_CASE("prove: a key whose density was made for another number of variables is refused") {
  auto const system = lucid_test::random_system<scalar>(9, 1, 11);
  os_entropy entropy;
  auto const refuses = [&](auto const& damage) {
    auto keys = keys_for<bn>(system);
    damage(keys.proving);
    CHECK_THROWS_AS(static_cast<void>(groth16::prove(cpu::seq, keys.proving, system.assigned(cpu::seq), entropy)), key_error);
  };
  auto const for_more = [](auto const& key) { return qap::density{cpu::seq, key.variables() + 64, [](auto const& set) { set(0); }}; };
  refuses([&](auto& key) { key.a_density = for_more(key); });
  refuses([&](auto& key) { key.b_density = for_more(key); });
}

TEST_CASE("prove: a key with a point too few or too many is refused before anything is summed") {
  auto const system = lucid_test::random_system<scalar>(9, 1, 11);
  os_entropy entropy;
  auto const keys = keys_for<bn>(system);
  auto const refuses = [&](auto bases_of) {
    for (int const more : {-1, 1}) {
      auto damaged = keys_for<bn>(system);
      auto& bases = bases_of(damaged.proving);
      std::remove_reference_t<decltype(bases)> other{cpu::seq, bases.size() + static_cast<std::size_t>(more)};
      for (std::size_t i = 0; i < other.size(); ++i) other[i] = bases[std::min(i, bases.size() - 1)];
      bases = std::move(other);
      CHECK_THROWS_AS(static_cast<void>(groth16::prove(cpu::seq, damaged.proving, system.assigned(cpu::seq), entropy)), key_error);
    }
  };
  refuses([](auto& key) -> auto& { return key.a; });
  refuses([](auto& key) -> auto& { return key.b1; });
  refuses([](auto& key) -> auto& { return key.b2; });
  refuses([](auto& key) -> auto& { return key.l; });
}

TEST_CASE("prove: a witness of another size is refused by name") {
  auto const system = lucid_test::random_system<scalar>(9, 2, 12);
  auto const keys = keys_for<bn>(system);
  os_entropy entropy;
  auto z = system.z;
  z.push_back(scalar{1});
  assignment<scalar> const longer{cpu::seq, 2, view<scalar const>{z}};
  assignment<scalar> const shorter{cpu::seq, 2, view<scalar const>{z.data(), z.size() - 2}};
  assignment<scalar> const fewer_public{cpu::seq, 1, view<scalar const>{system.z}};
  for (auto const* wrong : {&longer, &shorter, &fewer_public}) {
    CHECK_THROWS_WITH_AS(static_cast<void>(groth16::prove(cpu::seq, keys.proving, *wrong, entropy)), doctest::Contains("witness"),
                         argument_error);
  }
}

TEST_CASE("prove: one key and one prover shared by 8 threads, 50 proofs each") {
  auto const system = lucid_test::random_system<scalar>(20, 1, 13);
  auto const keys = keys_for<bn>(system);
  groth16::prover<> const prove{};
  auto const inputs = system.inputs();
  std::atomic<int> valid = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      os_entropy entropy;
      for (int i = 0; i < 50; ++i) {
#if LUCID_TEST_HAS_TBB
        auto const proof = prove(cpu::par, keys.proving, system.assigned(cpu::par), entropy);
#else
        auto const proof = prove(cpu::seq, keys.proving, system.assigned(cpu::seq), entropy);
#endif
        if (groth16::verify<bn254::curve>(keys.verifying, proof, view<scalar const>{inputs})) ++valid;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(valid == 400);
}

TEST_CASE("prove: the next witness may be assigned while a proof is made, by another thread, with the same proofs") {
  // y = x^16, from a secret.
  auto const circuit_of = [](std::uint64_t secret) {
    return [secret](auto& cs) {
      auto y = witness_number(cs, scalar{secret});
      for (int i = 0; i < 4; ++i) y = squared(cs, y);
      expose(cs, y);
    };
  };
  auto const shape = shape_of<scalar>(cpu::seq, circuit_of(0));
  seeded_entropy toxic{1};
  auto const keys = groth16::single_party_setup<bn254::curve, bn::reduction>(cpu::seq, shape, toxic);
  auto const proof_of = [&](assignment<scalar> const& z, std::uint64_t seed) {
    seeded_entropy entropy{seed};
    return groth16::prove(cpu::seq, keys.proving, z, entropy);
  };
  constexpr std::uint64_t proofs = 6;
  auto const assigned = [&](std::uint64_t i) { return assign(cpu::seq, shape, circuit_of(10 + i)); };
  auto ready = assigned(0);
  for (std::uint64_t i = 0; i < proofs; ++i) {
    std::optional<assignment<scalar>> next;
    std::thread solver{[&] {
      if (i + 1 < proofs) next.emplace(assigned(i + 1));
    }};
    auto const proof = proof_of(ready, i);
    solver.join();
    CHECK(proof == proof_of(assigned(i), i));
    if (next) ready = std::move(*next);
  }
}
