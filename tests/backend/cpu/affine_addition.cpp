#include <doctest/doctest.h>

#include <cstddef>
#include <lucid/backend/cpu/affine_addition.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <memory>
#include <vector>

#include <support/multiples.hpp>
#include <support/tiny_curve.hpp>

namespace {

using namespace lucid;

template <class G>
affine<G> signed_point(affine<G> const& p, bool negative) {
  return negative ? -p : p;
}

TEST_CASE_TEMPLATE("affine_adder: all pairs of points of small curves with all signs", G, tiny::curve_13, tiny::curve_97, tiny::curve_12) {
  auto const points = tiny::all_points<G>();
  auto const storage = std::make_unique<typename cpu::affine_adder<G>::storage>();
  cpu::affine_adder<G> adder{*storage};
  for (unsigned signs = 0; signs < 4; ++signs) {
    CAPTURE(signs);
    std::vector<affine<G>> sums(points.size() * points.size());
    std::size_t k = 0;
    for (auto const& p : points) {
      for (auto const& q : points) adder.add(p, q, sums[k++], signs);
    }
    adder.flush();
    k = 0;
    bool agree = true;
    for (auto const& p : points) {
      for (auto const& q : points) {
        agree = agree && sums[k++] == tiny::textbook_sum(signed_point(p, (signs & 1) != 0), signed_point(q, (signs & 2) != 0));
      }
    }
    CHECK(agree);
  }
}

TEST_CASE_TEMPLATE("affine_adder: batches of every size, signed and not", G, bn254::g1, bls12_381::g1, bls12_381::g2) {
  lucid_test::multiples<G> const terms{40};
  auto const storage = std::make_unique<typename cpu::affine_adder<G>::storage>();
  cpu::affine_adder<G> adder{*storage};
  bool agree = true;
  for (std::size_t n = 0; n <= 19; ++n) {
    for (unsigned const step : {0u, 1u}) {
      std::vector<affine<G>> sums(n);
      for (std::size_t i = 0; i < n; ++i) adder.add(terms.bases[i], terms.bases[20], sums[i], step * (i % 4));
      adder.flush();
      for (std::size_t i = 0; i < n; ++i) {
        auto const a = signed_point(terms.bases[i], (step * (i % 4) & 1) != 0);
        auto const b = signed_point(terms.bases[20], (step * (i % 4) & 2) != 0);
        agree = agree && sums[i] == tiny::textbook_sum(a, b);
      }
    }
  }
  CHECK(agree);
}

// More than one capacity; every sum over its own first term; a term that a later addition of the same batch writes.
TEST_CASE("affine_adder: sums in place, and read before they are written") {
  using G = bn254::g1;
  std::size_t const n = cpu::affine_adder<G>::capacity + 10;
  lucid_test::multiples<G> terms{2 * n};
  auto const storage = std::make_unique<cpu::affine_adder<G>::storage>();
  cpu::affine_adder<G> adder{*storage};
  auto sums = terms.bases;
  for (std::size_t i = 0; i < n; ++i) adder.add(sums[2 * i], sums[2 * i + 1], sums[2 * i]);
  adder.flush();
  bool agree = true;
  for (std::size_t i = 0; i < n; ++i) agree = agree && (2 * i + 1) + (2 * i + 2) <= 2 * n ? sums[2 * i] == terms.bases[4 * i + 2] : agree;
  CHECK(agree);

  std::vector<affine<G>> weighted(8), plain(terms.bases.begin(), terms.bases.begin() + 8);
  for (std::size_t i = 0; i < 8; ++i) {  // weighted += plain, plain += 100th, in one batch
    weighted[i] = terms.bases[50];
    adder.add(weighted[i], plain[i], weighted[i]);
    adder.add(plain[i], terms.bases[99], plain[i]);
  }
  adder.flush();
  for (std::size_t i = 0; i < 8; ++i) {
    CHECK(weighted[i] == terms.bases[50 + i + 1]);
    CHECK(plain[i] == terms.bases[99 + i + 1]);
  }
}

}  // namespace
