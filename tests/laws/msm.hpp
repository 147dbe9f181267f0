// What must hold of a multi-scalar multiplication, whoever carries it out: it is the sum of the multiples, for any number of terms, any scalars, any bases.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <lucid/exec/entropy.hpp>
#include <lucid/field/power.hpp>
#include <lucid/field/random.hpp>
#include <lucid/msm/naive_msm.hpp>
#include <lucid/msm/pippenger.hpp>
#include <support/multiples.hpp>

namespace laws {

using lucid::limb_t;
using lucid::pippenger;
using lucid_test::multiples;

// Scalars at the ends of every digit: 0, ±1, ±2, ±2^k, ±(2^k − 1), the two halves of r.
template <class F>
std::vector<F> extremal_scalars() {
  std::vector<F> scalars{F::zero(), F::one(), F{2}, F{3}, inverse(F{2}), -inverse(F{2})};
  F power = F::one();
  for (std::size_t k = 1; k < F::bits; ++k) {
    power = doubled(power);
    scalars.push_back(power);
    scalars.push_back(power - F::one());
    scalars.push_back(power + F::one());
  }
  std::size_t const positive = scalars.size();
  for (std::size_t i = 1; i < positive; ++i) scalars.push_back(-scalars[i]);
  return scalars;
}

template <class G>
void fill_random(multiples<G>& terms, lucid::seeded_entropy& entropy) {
  for (auto& s : terms.scalars) s = lucid::random_element<typename G::scalar>(entropy);
}

// As in a circuit: most are 0 or 1, many are bytes, words or their negatives.
template <class G>
void fill_as_a_witness(multiples<G>& terms, lucid::seeded_entropy& entropy) {
  using F = typename G::scalar;
  for (auto& s : terms.scalars) {
    F const random = lucid::random_element<F>(entropy);
    auto const bits = random.to_integer()[0];
    switch (bits % 16) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
        s = F::zero();
        break;
      case 5:
      case 6:
      case 7:
      case 8:
      case 9:
        s = F::one();
        break;
      case 10:
        s = -F::one();
        break;
      case 11:
        s = F{bits >> 56};
        break;
      case 12:
        s = F{bits >> 32};
        break;
      case 13:
        s = -F{bits >> 40};
        break;
      default:
        s = random;
    }
  }
}

template <class G>
bool msm_agrees(auto const& exec, multiples<G> const& terms, unsigned window = 0) {
  return pippenger{.window = window}(exec, terms.bases, terms.scalars).to_affine() == terms.sum();
}

// Every number of terms from 0 to `most`, against the naive sum term by term.
template <class G>
void msm_of_few(auto const& exec, std::size_t most = 70) {
  lucid::seeded_entropy entropy{70};
  multiples<G> terms{most};
  fill_random(terms, entropy);
  lucid::jacobian<G> sum;
  for (std::size_t n = 0; n <= terms.size(); ++n) {
    CAPTURE(n);
    auto const some = terms.first(n);
    CHECK(pippenger{}(exec, some.bases, some.scalars) == sum);
    if (n < terms.size()) sum += lucid::naive_msm{}(terms.slice(n, 1).bases, terms.slice(n, 1).scalars);
  }
}

// 2^k − 1, 2^k and 2^k + 1 terms.
template <class G>
void msm_around_powers_of_two(auto const& exec, unsigned largest_log2) {
  lucid::seeded_entropy entropy{12};
  multiples<G> terms{(std::size_t{1} << largest_log2) + 1};
  fill_random(terms, entropy);
  for (unsigned k = 6; k <= largest_log2; ++k) {
    for (std::size_t n = (std::size_t{1} << k) - 1; n <= (std::size_t{1} << k) + 1; ++n) {
      CAPTURE(n);
      CHECK(msm_agrees(exec, terms.first(n)));
    }
  }
}

// Every window × every extremal scalar. An error in any digit of any term changes the sum.
template <class G>
void msm_of_extremal_scalars(auto const& exec, unsigned first_window, unsigned last_window) {
  auto const scalars = extremal_scalars<typename G::scalar>();
  multiples<G> terms{scalars.size()};
  terms.scalars = scalars;
  for (unsigned window = first_window; window <= last_window; ++window) {
    CAPTURE(window);
    CHECK(msm_agrees(exec, terms, window));
  }
}

// s₁ + s₂·λ, λ³ = 1, with both halves at the ends of their digits and all signs: whoever cuts scalars in two sees every carry of both.
template <class G>
void msm_of_extremal_halves(auto const& exec, unsigned first_window, unsigned last_window) {
  using F = typename G::scalar;
  auto third = F::modulus();
  subtract_from(third, decltype(third){1});
  third = divide(third, decltype(third){3}).quotient;
  F const lambda = power(F{F::spec::generator}, third);
  std::vector<F> scalars;
  F first = F::one(), second = power(F{2}, limb_t{F::bits / 2});
  for (std::size_t k = 0; k < F::bits / 2; ++k) {
    first = doubled(first);
    second *= inverse(F{2});
    for (F const& s : {first + lambda * second, first - lambda * (second - F::one()), lambda * first - second, lambda * (first - F::one()),
                       square(lambda) * first + F::one()}) {
      scalars.push_back(s);
      scalars.push_back(-s);
    }
  }
  multiples<G> terms{scalars.size()};
  terms.scalars = scalars;
  for (unsigned window = first_window; window <= last_window; ++window) {
    CAPTURE(window);
    CHECK(msm_agrees(exec, terms, window));
  }
}

// One digit, and nothing in all other windows.
template <class G>
void msm_of_single_digits(auto const& exec) {
  using F = typename G::scalar;
  multiples<G> terms{5};
  for (unsigned const window : {1u, 5u, 17u, 18u}) {
    CAPTURE(window);
    for (limb_t const position : {limb_t{0}, limb_t{90}, limb_t{200}}) {
      for (auto& s : terms.scalars) s = power(F{2}, position);
      CHECK(msm_agrees(exec, terms, window));
    }
  }
}

// Additions that are none: equal points, opposite points and infinity meet in one bucket, and the sums of such again.
template <class G>
void msm_of_special_bases(auto const& exec, std::size_t n) {
  using F = typename G::scalar;
  lucid::seeded_entropy entropy{8};
  multiples<G> random{n};
  fill_random(random, entropy);
  for (unsigned const window : {0u, 3u}) {
    CAPTURE(window);
    auto terms = random;
    for (std::size_t i = 0; i < n; ++i) terms.set_base(i, F{1});
    CHECK_MESSAGE(msm_agrees(exec, terms, window), "all bases equal");
    for (auto& s : terms.scalars) s = random.scalars[0];
    CHECK_MESSAGE(msm_agrees(exec, terms, window), "all terms equal");
    for (std::size_t i = 1; i < n; i += 2) terms.negate_base(i);
    CHECK_MESSAGE(msm_agrees(exec, terms, window), "P and -P side by side");
    for (std::size_t i = 0; i < n; i += 3) terms.forget_base(i);
    CHECK_MESSAGE(msm_agrees(exec, terms, window), "P, -P and infinity");

    terms = random;
    for (auto& s : terms.scalars) s = random.scalars[0];
    CHECK_MESSAGE(msm_agrees(exec, terms, window), "all scalars equal");
    for (std::size_t i = 0; i < n; i += 2) terms.scalars[i] = -terms.scalars[i];
    CHECK_MESSAGE(msm_agrees(exec, terms, window), "a scalar and its negative");
    for (std::size_t i = 0; i < n; ++i) terms.set_base(i, F{i / 2 + 1});
    CHECK_MESSAGE(msm_agrees(exec, terms, window), "pairs that cancel");
    CHECK(pippenger{.window = window}(exec, terms.first(n / 2 * 2).bases, terms.first(n / 2 * 2).scalars).is_infinity());

    terms = random;
    for (std::size_t i = 0; i < n; ++i) {
      if (i % 3 != 1) terms.forget_base(i);
    }
    CHECK_MESSAGE(msm_agrees(exec, terms, window), "two of three bases at infinity");
    for (std::size_t i = 0; i < n; ++i) terms.forget_base(i);
    CHECK_MESSAGE(pippenger{.window = window}(exec, terms.bases, terms.scalars).is_infinity(), "all bases at infinity");
  }
}

template <class G>
void msm_of_special_scalars(auto const& exec, std::size_t n) {
  using F = typename G::scalar;
  lucid::seeded_entropy entropy{9};
  multiples<G> terms{n};
  for (unsigned const window : {0u, 1u, 2u, 7u}) {
    CAPTURE(window);
    for (auto& s : terms.scalars) s = F::zero();
    CHECK_MESSAGE(pippenger{.window = window}(exec, terms.bases, terms.scalars).is_infinity(), "all zero");
    for (std::size_t i = 0; i < n; ++i) terms.scalars[i] = F{i % 2};
    CHECK_MESSAGE(msm_agrees(exec, terms, window), "0 and 1");
    for (auto& s : terms.scalars) s = F::one();
    CHECK_MESSAGE(msm_agrees(exec, terms, window), "all one");
    for (auto& s : terms.scalars) s = -F::one();
    CHECK_MESSAGE(msm_agrees(exec, terms, window), "all minus one");
    for (std::size_t i = 0; i < n; ++i) terms.scalars[i] = F{i % 256};
    CHECK_MESSAGE(msm_agrees(exec, terms, window), "bytes");
    for (std::size_t i = 0; i < n; i += 2) terms.scalars[i] = -terms.scalars[i];
    CHECK_MESSAGE(msm_agrees(exec, terms, window), "signed bytes");
    fill_as_a_witness(terms, entropy);
    CHECK_MESSAGE(msm_agrees(exec, terms, window), "a witness");
  }
}

// All pairs of points and all pairs of scalars of a group so small that this is possible.
template <class G>
void msm_exhaustively(auto const& exec, std::vector<lucid::affine<G>> const& points, unsigned window) {
  using F = typename G::scalar;
  bool agree = true;
  for (auto const& p : points) {
    for (auto const& q : points) {
      for (lucid::limb_t a = 0; a < F::modulus()[0]; ++a) {
        for (lucid::limb_t b = 0; b < F::modulus()[0]; ++b) {
          std::vector<lucid::affine<G>> const bases{p, q};
          std::vector<F> const scalars{F{a}, F{b}};
          agree = agree && pippenger{.window = window}(exec, bases, scalars) == lucid::naive_msm{}(bases, scalars);
        }
      }
    }
  }
  CHECK(agree);
}

}  // namespace laws
