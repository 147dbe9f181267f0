#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <laws/ntt.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/radix2_ntt.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/poly/radix2_ntt.hpp>
#include <support/small_fields.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

using lucid::poly::domain;

// The roots of full order that key formats choose: of bellman, arkworks and gnark, and of snarkjs. The same on BN254.
template <class F>
std::vector<F> roots() {
  using group = lucid::two_adic<typename F::spec>;
  std::vector<F> r{group::root};
  if (group::root_of_least_non_residue != group::root) r.push_back(group::root_of_least_non_residue);
  return r;
}

template <class Check>
void with_every_policy(Check&& check) {
  check(lucid::cpu::seq);
#if LUCID_TEST_HAS_TBB
  check(lucid::cpu::par);
#endif
}

}  // namespace

TEST_CASE_TEMPLATE("radix2_ntt: all transforms agree with the definition", F, lucid::bn254::scalar, lucid::bls12_381::scalar) {
  with_every_policy([](auto const& exec) {
    for (F const& root : roots<F>()) {
      for (unsigned k = 0; k <= 9; ++k) {
        domain<F> const points{k, root};
        auto const x = laws::random_vector<F>(points.size(), 10 + k);
        laws::ntt_is_the_dft(exec, points, points.root_of_twice(), x);
        if (k <= 6) laws::ntt_is_the_dft(exec, points, F{7}, x);
        if (k <= 3) laws::ntt_is_the_dft(exec, points, F::zero(), x);
      }
    }
  });
}

TEST_CASE_TEMPLATE("radix2_ntt: inverse undoes forward", F, lucid::bn254::scalar, lucid::bls12_381::scalar) {
  with_every_policy([](auto const& exec) {
    for (unsigned k = 0; k <= 16; ++k) {
      domain<F> const points{k, roots<F>().back()};
      auto const x = laws::random_vector<F>(points.size(), k);
      laws::ntt_inverses_undo(exec, points, points.root_of_twice(), x);
      if (k == 7 || k == 13) laws::ntt_inverses_undo(exec, points, F{5}, x);
    }
  });
}

TEST_CASE_TEMPLATE("radix2_ntt: linear, convolution, coset", F, lucid::bn254::scalar, lucid::bls12_381::scalar) {
  for (unsigned k : {0u, 1u, 2u, 5u, 8u}) {
    domain<F> const points{k, roots<F>().back()};
    auto const x = laws::random_vector<F>(points.size(), 1);
    auto const y = laws::random_vector<F>(points.size(), 2);
    laws::ntt_is_linear(lucid::cpu::seq, points, x, y, F{12345});
    laws::ntt_turns_products_into_convolutions(lucid::cpu::seq, points, x, y);
    laws::ntt_on_a_coset_scales_coefficients(lucid::cpu::seq, points, F{3}, x);
  }
}

// Residues at the ends of their range, in every place: where a lost or a doubled reduction shows.
TEST_CASE_TEMPLATE("radix2_ntt: extreme values", F, lucid::bn254::scalar, lucid::bls12_381::scalar) {
  auto largest = F::modulus();
  subtract_from(largest, decltype(largest){1});
  F const extremes[] = {F::zero(), F::from_montgomery(decltype(largest){1}), F::from_montgomery(largest)};
  for (unsigned k : {1u, 2u, 3u, 6u}) {
    domain<F> const points{k, roots<F>().back()};
    for (F const& even : extremes) {
      for (F const& odd : extremes) {
        std::vector<F> x;
        for (std::size_t i = 0; i < points.size(); ++i) x.push_back(i % 2 == 0 ? even : odd);
        laws::ntt_is_the_dft(lucid::cpu::seq, points, points.root_of_twice(), x);
      }
    }
  }
}

// 17 and 257 have no other units than roots of unity: at the full size no coset is left, and ω_2n does not exist.
TEST_CASE_TEMPLATE("radix2_ntt: small fields, every domain, every shift", Spec, lucid_test::field_17, lucid_test::field_97,
                   lucid_test::field_257) {
  using F = lucid::prime_field<Spec>;
  for (unsigned k = 0; k <= domain<F>::max_log2_size; ++k) {
    domain<F> const points{k, lucid::two_adic<Spec>::root};
    auto const x = laws::random_vector<F>(points.size(), k);
    for (lucid::limb_t shift = 0; shift<F::modulus()[0]; shift += points.size()> 16 ? 37 : 1) {
      laws::ntt_is_the_dft(lucid::cpu::seq, points, F{shift}, x);
    }
  }
}

// Every vector of the field of 17 elements, of 1, 2 and 4 elements.
TEST_CASE("radix2_ntt: all inputs of a small field") {
  using F = lucid::prime_field<lucid_test::field_17>;
  for (unsigned k = 0; k <= 2; ++k) {
    domain<F> const points{k, lucid::two_adic<lucid_test::field_17>::root};
    auto const plan = lucid::radix2_ntt{}.prepare(lucid::cpu::seq, points);
    std::size_t count = 1;
    for (std::size_t i = 0; i < points.size(); ++i) count *= 17;
    std::size_t wrong = 0;
    for (std::size_t code = 0; code < count; ++code) {
      std::vector<F> x;
      for (std::size_t i = 0, rest = code; i < points.size(); ++i, rest /= 17) x.push_back(F{rest % 17});
      auto y = x;
      plan.forward(lucid::cpu::seq, y);
      if (y != lucid::poly::naive_dft(points, x)) ++wrong;
      plan.inverse(lucid::cpu::seq, y);
      if (y != x) ++wrong;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("radix2_ntt: one element is its own transform") {
  using F = lucid::bn254::scalar;
  domain<F> const points{0, lucid::two_adic<F::spec>::root};
  auto const plan = lucid::radix2_ntt{}.prepare(lucid::cpu::seq, points);
  std::vector<F> x{F{42}};
  plan.forward(lucid::cpu::seq, x);
  plan.inverse(lucid::cpu::seq, x);
  plan.coset_forward(lucid::cpu::seq, x, F{9});
  plan.coset_inverse(lucid::cpu::seq, x, F{9});
  plan.inverse_then_coset(lucid::cpu::seq, x, points.root_of_twice());
  CHECK(x[0] == F{42});
}

TEST_CASE("radix2_ntt: a wrong number of elements, a shift of zero") {
  using F = lucid::bn254::scalar;
  domain<F> const points{4, lucid::two_adic<F::spec>::root};
  auto const plan = lucid::radix2_ntt{}.prepare(lucid::cpu::seq, points);
  for (std::size_t n : {0u, 1u, 8u, 15u, 17u, 32u}) {
    std::vector<F> x(n);
    CHECK_THROWS_AS(plan.forward(lucid::cpu::seq, x), lucid::argument_error);
    CHECK_THROWS_AS(plan.inverse(lucid::cpu::seq, x), lucid::argument_error);
    CHECK_THROWS_AS(plan.coset_forward(lucid::cpu::seq, x, F{3}), lucid::argument_error);
    CHECK_THROWS_AS(plan.coset_inverse(lucid::cpu::seq, x, F{3}), lucid::argument_error);
    CHECK_THROWS_AS(plan.inverse_then_coset(lucid::cpu::seq, x, F{3}), lucid::argument_error);
  }
  std::vector<F> x(16);
  CHECK_THROWS_AS(plan.coset_inverse(lucid::cpu::seq, x, F::zero()), lucid::argument_error);
}
