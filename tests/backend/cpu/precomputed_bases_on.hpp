// What must hold of sums over tables of multiples, on any policy of the CPU: they are those over the bases, for any scalars, windows and copies.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <lucid/backend/cpu/precomputed_bases.hpp>

#include <laws/msm.hpp>

namespace lucid_test {

using lucid::pippenger;
using lucid::precompute;

// As affine points, bit for bit: with the window that the table is for, and with the one that is chosen.
template <class G>
bool table_agrees(auto const& exec, multiples<G> const& terms, unsigned copies, unsigned window) {
  auto const table = precompute{.copies = copies, .window = window}(exec, terms.bases);
  auto const sum = terms.sum();
  return pippenger{.window = window}(exec, table, terms.scalars).to_affine() == sum &&
         pippenger{}(exec, table, terms.scalars).to_affine() == sum;
}

// Some of their bases infinite, opposite or equal.
template <class G>
multiples<G> table_terms(std::size_t n, bool witness) {
  multiples<G> terms{n};
  lucid::seeded_entropy entropy{n + 40};
  witness ? laws::fill_as_a_witness(terms, entropy) : laws::fill_random(terms, entropy);
  for (std::size_t i = 3; i < n; i += 11) terms.forget_base(i);
  for (std::size_t i = 5; i < n; i += 13) terms.negate_base(i);
  for (std::size_t i = 6; i < n; i += 17) terms.set_base(i, typename G::scalar{6});
  return terms;
}

template <class G>
void every_number_of_copies(auto const& exec, std::size_t n, unsigned first, unsigned last) {
  auto const terms = table_terms<G>(n, false);
  auto const sum = terms.sum();
  for (unsigned window = first; window <= last; ++window) {
    unsigned const windows = lucid::signed_digits<typename G::scalar>::needed(lucid::short_parts<G>::bits, window);
    unsigned made_before = 0;
    for (unsigned copies = 1; copies <= windows + 1; ++copies) {
      auto const table = precompute{.copies = copies, .window = window}(exec, terms.bases);
      if (table.copies() == made_before) continue;  // the same table
      made_before = table.copies();
      CAPTURE(window);
      CAPTURE(copies);
      CHECK(pippenger{.window = window}(exec, table, terms.scalars).to_affine() == sum);
    }
    CHECK(made_before == windows);
  }
}

// Every window that divides the stride, and no other.
template <class G>
void every_divisor(auto const& exec, unsigned copies, unsigned window) {
  auto const terms = table_terms<G>(90, true);
  auto const sum = terms.sum();
  auto const table = precompute{.copies = copies, .window = window}(exec, terms.bases);
  CAPTURE(table.stride());
  for (unsigned c = 1; c <= 16; ++c) {
    CAPTURE(c);
    CHECK(table.fits(c) == (table.stride() % c == 0));
    if (table.fits(c)) {
      CHECK(pippenger{.window = c}(exec, table, terms.scalars).to_affine() == sum);
    } else {
      CHECK_THROWS_AS(static_cast<void>(pippenger{.window = c}(exec, table, terms.scalars)), lucid::argument_error);
    }
  }
}

// Scalars at the ends of every digit.
template <class G>
void extremal_scalars_of_tables(auto const& exec, unsigned window) {
  multiples<G> terms{laws::extremal_scalars<typename G::scalar>().size()};
  terms.scalars = laws::extremal_scalars<typename G::scalar>();
  for (unsigned const copies : {2u, 128u}) CHECK(table_agrees(exec, terms, copies, window));
}

template <class G>
void special_scalars_of_tables(auto const& exec) {
  using F = typename G::scalar;
  auto terms = table_terms<G>(70, true);
  for (unsigned const copies : {2u, 3u, 20u}) {
    CAPTURE(copies);
    for (auto& s : terms.scalars) s = F::zero();
    CHECK(table_agrees(exec, terms, copies, 7));
    for (std::size_t i = 0; i < terms.size(); ++i) terms.scalars[i] = F{i % 2};
    CHECK(table_agrees(exec, terms, copies, 7));
    for (std::size_t i = 0; i < terms.size(); ++i) terms.scalars[i] = i % 3 == 0 ? -F{i} : F{i * i * i};
    CHECK(table_agrees(exec, terms, copies, 7));
    for (auto& s : terms.scalars) s = inverse(F{7});
    CHECK(table_agrees(exec, terms, copies, 7));
  }
}

}  // namespace lucid_test
