#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <lucid/backend/cpu/fixed_base.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/radix2_ntt.hpp>
#include <lucid/backend/cpu/sparse_product.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif
#include <lucid/config/error.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/groth16/fold.hpp>
#include <lucid/groth16/setup.hpp>
#include <lucid/msm/naive_msm.hpp>
#include <lucid/poly/radix2_ntt.hpp>
#include <lucid/qap/multiply.hpp>
#include <support/toy_systems.hpp>

// Whole proofs with such keys: tests/groth16/prove.cpp.

using namespace lucid;
using lucid_test::toy_system;

namespace {

using curve = bn254::curve;
using F = curve::scalar;

template <class Reduction>
groth16::proving_key<curve, Reduction> key_of(shape<F> const& circuit) {
  seeded_entropy entropy{1};
  return groth16::single_party_setup<curve, Reduction>(cpu::seq, circuit, entropy).proving;
}

// Σ h·H + Σ z·L, what a proof takes from the two queries.
template <class Reduction>
auto h_and_l(groth16::proving_key<curve, Reduction> const& key, std::vector<F> const& z) {
  naive_msm const msm;
  auto const h =
      qap::quotient<Reduction>(cpu::seq, radix2_ntt{}, key.domain, qap::multiply(cpu::seq, key.matrices, key.domain, z, Reduction::c));
  return msm(key.h.all(), h.all()) + msm(key.l.all(), view<F const>{z}.from(key.first_of_l()));
}

template <class T>
bool equal(buffer<T> const& x, buffer<T> const& y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end());
}

toy_system<F> filling(unsigned k, std::size_t unused) {
  std::size_t const publics = k < 3 ? 0 : 2;
  return lucid_test::random_system<F>((std::size_t{1} << k) - unused - publics - 1, publics, k);
}

}  // namespace

TEST_CASE_TEMPLATE("fold: a proof takes the same from H and L together, over full domains and half empty ones", Reduction,
                   qap::circom_reduction, qap::libsnark_reduction) {
  for (unsigned k = 1; k <= 5; ++k) {
    auto const system = filling(k, k % 2 == 1 ? 0 : (std::size_t{1} << k) / 2 - 1);
    auto plain = key_of<Reduction>(system.circuit);
    CHECK(plain.domain.log2_size() == k);
    auto const expected = h_and_l(plain, system.z);
    auto const folded = groth16::fold(cpu::seq, std::move(plain));
    CHECK(folded.l.size() == folded.variables());
    CHECK(h_and_l(folded, system.z) == expected);
  }
}

// The oracle is the setup, which takes D_k from τ.
TEST_CASE("fold: circom's form becomes what a setup would have made of the same secrets, under any policy") {
  for (unsigned const k : {1u, 4u, 6u}) {
    auto const system = filling(k, 0);
    auto const made = key_of<qap::folded_reduction<qap::circom_reduction>>(system.circuit);
    auto const folds_to_it = [&](auto const& exec) {
      auto const folded = groth16::fold(exec, key_of<qap::circom_reduction>(system.circuit));
      CHECK(equal(folded.l, made.l));
      CHECK(equal(folded.h, made.h));
      CHECK((equal(folded.a, made.a) && equal(folded.b1, made.b1) && equal(folded.b2, made.b2)));
      CHECK(folded.verifying == made.verifying);
    };
    folds_to_it(cpu::seq);
#if LUCID_TEST_HAS_TBB
    folds_to_it(cpu::par);
#endif
  }
}

// A key of a .zkey has no C: it comes from the circuit's own shape.
TEST_CASE("fold: C from another shape, and refusals") {
  auto const system = filling(4, 0);
  auto const key = [&] { return key_of<qap::circom_reduction>(system.circuit); };
  auto const without_c = [&] {
    auto made = key();
    shape_builder<F> rows{system.circuit.variables(), system.circuit.public_inputs(), system.circuit.constraints(), false};
    made.matrices = qap::matrices<F>{rows.finish(system.circuit.constraints())};
    return made;
  };
  CHECK(equal(groth16::fold(cpu::seq, without_c(), system.circuit).l, groth16::fold(cpu::seq, key()).l));
  CHECK_THROWS_AS(static_cast<void>(groth16::fold(cpu::seq, without_c())), argument_error);
  CHECK_THROWS_AS(static_cast<void>(groth16::fold(cpu::seq, key(), filling(4, 1).circuit)), argument_error);
  CHECK_THROWS_AS(static_cast<void>(groth16::fold(cpu::seq, key(), lucid_test::random_system<F>(15, 0, 1).circuit)), argument_error);
  auto short_h = key();
  short_h.h = buffer<affine<curve::g1>>{cpu::seq, 3};
  CHECK_THROWS_AS(static_cast<void>(groth16::fold(cpu::seq, std::move(short_h))), key_error);
}
