// Sums of points in lanes, over a model of the instructions: what elements give, exceptional additions included. The instructions themselves sum in every other
// test of this room, where the machine has them.
#include <doctest/doctest.h>

#include <cstddef>
#include <memory>
#include <random>
#include <vector>

#include <lucid/backend/cpu/affine_addition.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/group/affine.hpp>
#include <support/ifma_model.hpp>
#include <support/multiples.hpp>

namespace {

using namespace lucid;

struct model_batches {
  static constexpr bool exist = true;
  static bool selected() noexcept { return true; }
  template <class Prime>
  static LUCID_NOINLINE bool collect(cpu::detail::lane_batch<Prime>& work) noexcept {
    return cpu::detail::lane_adder<Prime, lucid_test::ifma_model, model_batches>::collect(work);
  }
  template <class Prime>
  static LUCID_NOINLINE void finish(cpu::detail::lane_batch<Prime>& work) noexcept {
    cpu::detail::lane_adder<Prime, lucid_test::ifma_model, model_batches>::finish(work);
  }
  template <class Prime>
  static LUCID_NOINLINE void coordinate_product(limb_t* out, limb_t const* a, limb_t const* b, std::size_t parts) noexcept {
    cpu::detail::lane_coordinates<Prime, lucid_test::ifma_model, model_batches>::product(out, a, b, parts);
  }
  template <class Prime>
  static LUCID_NOINLINE void coordinate_square(limb_t* out, limb_t const* a, std::size_t parts) noexcept {
    cpu::detail::lane_coordinates<Prime, lucid_test::ifma_model, model_batches>::squared(out, a, parts);
  }
  template <class Prime>
  static LUCID_NOINLINE void gather(limb_t* digits, limb_t const* const* p, std::size_t offset, std::size_t parts) noexcept {
    cpu::detail::lane_coordinates<Prime, lucid_test::ifma_model, model_batches>::gather(digits, p, offset, parts);
  }
  template <class Prime>
  static LUCID_NOINLINE void settle(limb_t* digits, limb_t* const* p, std::size_t offset, std::size_t parts) noexcept {
    cpu::detail::lane_coordinates<Prime, lucid_test::ifma_model, model_batches>::settle(digits, p, offset, parts);
  }
  template <class Prime>
  static LUCID_NOINLINE void product(limb_t* out, limb_t const* a, limb_t const* b) noexcept {
    digits52::rows<Prime, lucid_test::ifma_model>::product(out, a, b);
  }
  template <class Prime>
  static LUCID_NOINLINE void add_product(limb_t* columns, limb_t const* from, limb_t const* a, limb_t const* b) noexcept {
    digits52::rows<Prime, lucid_test::ifma_model>::add_product(columns, from, a, b);
  }
  template <class Prime>
  static LUCID_NOINLINE void reduce(limb_t* out, limb_t const* columns) noexcept {
    digits52::rows<Prime, lucid_test::ifma_model>::reduce(out, columns);
  }
};
struct no_batches {
  static constexpr bool exist = false;
  static bool selected() noexcept { return false; }
};

template <class G>
struct terms {
  std::vector<affine<G>> a, b;
  std::vector<unsigned> signs;
};

// n additions, every `exception`-th of them no chord: infinity on one side or both, equal or opposite points.
template <class G>
terms<G> some_terms(std::size_t n, std::size_t exception) {
  lucid_test::multiples<G> const points{60};
  std::mt19937_64 engine{n};
  terms<G> t;
  for (std::size_t i = 0; i < n; ++i) {
    auto a = points.bases[engine() % 30];
    auto b = points.bases[30 + engine() % 30];
    if (exception != 0 && i % exception == exception - 1) {
      switch (engine() % 4) {
        case 0:
          a = affine<G>::infinity();
          break;
        case 1:
          b = affine<G>::infinity();
          break;
        case 2:
          b = a;
          break;
        default:
          b = -a;
      }
    }
    t.a.push_back(a);
    t.b.push_back(b);
    t.signs.push_back(static_cast<unsigned>(engine() % 4));
  }
  return t;
}

// The sums of all in one vector; in_place: over their first terms.
template <class G, class Lanes>
std::vector<affine<G>> sums(terms<G> t, bool in_place) {
  using adder = cpu::affine_adder<G, Lanes>;
  auto const storage = std::make_unique<typename adder::storage>();
  adder batch{*storage};
  std::vector<affine<G>> out(t.a.size());
  for (std::size_t i = 0; i < t.a.size(); ++i) batch.add(t.a[i], t.b[i], in_place ? t.a[i] : out[i], t.signs[i]);
  batch.flush();
  return in_place ? t.a : out;
}

}  // namespace

TEST_CASE_TEMPLATE("affine_lanes: the sums that elements give", G, bn254::g1, bn254::g2, bls12_381::g1, bls12_381::g2) {
  for (std::size_t const n : {std::size_t{24}, std::size_t{31}, std::size_t{32}, std::size_t{33}, std::size_t{100}, std::size_t{1100}}) {
    // None; few; so many that elements do all.
    for (std::size_t const exception : {std::size_t{0}, std::size_t{50}, std::size_t{11}, std::size_t{2}}) {
      CAPTURE(n);
      CAPTURE(exception);
      if (n > 1000 && exception == 2) continue;
      auto const t = some_terms<G>(n, exception);
      auto const expected = sums<G, no_batches>(t, false);
      CHECK((sums<G, model_batches>(t, false) == expected));
      CHECK((sums<G, model_batches>(t, true) == expected));
    }
  }
}

// An addition reads what a later one of its batch writes, set aside or not.
TEST_CASE("affine_lanes: read before it is written") {
  using G = bn254::g1;
  lucid_test::multiples<G> const points{120};
  for (bool const exceptional : {false, true}) {
    using adder = cpu::affine_adder<G, model_batches>;
    auto const storage = std::make_unique<adder::storage>();
    adder batch{*storage};
    std::vector<affine<G>> weighted(20), plain(points.bases.begin(), points.bases.begin() + 20);
    for (std::size_t i = 0; i < 20; ++i) {  // weighted += plain, plain += 100th, in one batch
      weighted[i] = exceptional && i % 5 == 0 ? plain[i] : points.bases[50];
      batch.add(weighted[i], plain[i], weighted[i]);
      batch.add(plain[i], points.bases[99], plain[i]);
    }
    batch.flush();
    for (std::size_t i = 0; i < 20; ++i) {
      CHECK(weighted[i] == points.bases[exceptional && i % 5 == 0 ? 2 * i + 1 : 51 + i]);
      CHECK(plain[i] == points.bases[100 + i]);
    }
  }
}
