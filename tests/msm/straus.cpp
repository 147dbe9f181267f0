// Few terms with one chain of doublings: against double-and-add, for any scalars, bases and parts.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <vector>

#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/msm/naive_msm.hpp>
#include <lucid/msm/straus.hpp>

#include <laws/msm.hpp>
#include <support/points.hpp>

namespace {

using namespace lucid;

template <class Parts, class G>
bool agrees(lucid_test::multiples<G> const& terms) {
  view<affine<G> const> const bases = terms.bases;
  view<typename G::scalar const> const scalars = terms.scalars;
  return straus<Parts>(bases, scalars).to_affine() == terms.sum();
}
template <class G>
bool all_agree(lucid_test::multiples<G> const& terms) {
  using F = typename G::scalar;
  return agrees<whole_scalar<F>>(terms) && agrees<balanced_parts<F>>(terms) && agrees<short_parts<G>>(terms);
}

TEST_CASE_TEMPLATE("straus: 0 to 40 terms, of full length and of a witness", G, bn254::g1, bls12_381::g2) {
  seeded_entropy entropy{64};
  lucid_test::multiples<G> terms{40};
  laws::fill_random(terms, entropy);
  for (std::size_t const n : {0u, 1u, 2u, 3u, 15u, 16u, 17u, 33u}) CHECK(all_agree(terms.first(n)));
  laws::fill_as_a_witness(terms, entropy);
  CHECK(all_agree(terms));
}

TEST_CASE("straus: extremal scalars") {
  using G = bls12_381::g1;
  auto const scalars = laws::extremal_scalars<G::scalar>();
  lucid_test::multiples<G> terms{scalars.size()};
  terms.scalars = scalars;
  CHECK(all_agree(terms));
}

TEST_CASE("straus: equal, opposite and infinite bases") {
  using G = bn254::g1;
  using F = G::scalar;
  seeded_entropy entropy{5};
  for (std::size_t const n : {1u, 2u, 7u, 18u}) {
    lucid_test::multiples<G> terms{n};
    laws::fill_random(terms, entropy);
    for (std::size_t i = 0; i < n; ++i) terms.set_base(i, F{1});
    CHECK(all_agree(terms));
    for (auto& s : terms.scalars) s = F::one();
    CHECK(all_agree(terms));
    for (std::size_t i = 1; i < n; i += 2) terms.negate_base(i);
    CHECK(all_agree(terms));
    for (std::size_t i = 0; i < n; i += 3) terms.forget_base(i);
    CHECK(all_agree(terms));
    for (auto& s : terms.scalars) s = F::zero();
    CHECK(all_agree(terms));
  }
}

// The choice: whatever it is, the sum is the same. 1 to 150 terms of 0, 1, 8, 24, 64, 128 bits and of full length.
TEST_CASE("straus: sums of few terms without a window asked for, around the choice between buckets and none") {
  using G = bn254::g1;
  using F = G::scalar;
  seeded_entropy entropy{9};
  lucid_test::multiples<G> terms{150};
  lucid_test::multiples<G> random{150};
  laws::fill_random(random, entropy);
  for (unsigned const bits : {0u, 1u, 8u, 24u, 64u, 128u, 254u}) {
    CAPTURE(bits);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      terms.scalars[i] = F::from_integer(shifted_right(random.scalars[i].to_integer(), 254 - bits));
      if (bits == 1) terms.scalars[i] = i % 5 == 3 ? -F::one() : F::one();
    }
    for (std::size_t const n : {1u, 2u, 5u, 7u, 8u, 13u, 28u, 29u, 65u, 128u, 129u, 150u}) {
      CAPTURE(n);
      CHECK(laws::msm_agrees(cpu::seq, terms.first(n)));
    }
  }
}

using parts = short_parts<bn254::g1>;
bool cheaper(std::array<std::size_t, parts::bits + 1> const& count) {
  return straus_is_cheaper<parts, bn254::g1>({count.data(), count.size()});
}

TEST_CASE("straus: one term needs no buckets, a thousand do, and what is planned for the longest scalars is enough for all") {
  std::array<std::size_t, parts::bits + 1> count{};
  count[parts::bits] = 1;
  CHECK(cheaper(count));
  count[parts::bits] = 1000;
  CHECK_FALSE(cheaper(count));
  for (std::size_t n = 1; n < 20; ++n) {
    count = {};
    count[parts::bits] = n;
    bool const longest = cheaper(count);
    for (std::size_t w = 1; w < count.size() && longest; ++w) {
      count = {};
      count[w] = n;
      CHECK(cheaper(count));
    }
  }
}

}  // namespace
