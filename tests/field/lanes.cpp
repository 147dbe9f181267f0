// Lanes obey the laws of a field and agree with the elements that they hold: the portable ones, and digits of 52 bits over a model of the instructions.
#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <laws/field.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/lanes.hpp>
#include <lucid/field/lanes52.hpp>
#include <support/field_samples.hpp>
#include <support/ifma_model.hpp>

using namespace lucid;
using namespace lucid_test;

namespace {

// Lanes in digits, each operation a call: inlined everywhere, the laws would take the compiler a minute.
template <class F>
struct called {
  using inner = lanes<F, isa::radix52<ifma_model>>;
  using element = F;
  inner x;

  static LUCID_NOINLINE called zero() { return {inner::zero()}; }
  static LUCID_NOINLINE called one() { return {inner::one()}; }
  static LUCID_NOINLINE called load(F const* p) { return {inner::load(p)}; }
  LUCID_NOINLINE void store(F* p) const { x.store(p); }
  LUCID_NOINLINE bool is_zero() const { return x.is_zero(); }
  friend LUCID_NOINLINE bool operator==(called const& a, called const& b) { return a.x == b.x; }
  friend LUCID_NOINLINE called operator+(called const& a, called const& b) { return {a.x + b.x}; }
  friend LUCID_NOINLINE called operator-(called const& a, called const& b) { return {a.x - b.x}; }
  friend LUCID_NOINLINE called operator*(called const& a, called const& b) { return {a.x * b.x}; }
  LUCID_NOINLINE called operator-() const { return {-x}; }
  LUCID_NOINLINE called& operator+=(called const& b) { return x += b.x, *this; }
  LUCID_NOINLINE called& operator-=(called const& b) { return x -= b.x, *this; }
  LUCID_NOINLINE called& operator*=(called const& b) { return x *= b.x, *this; }
  friend LUCID_NOINLINE called square(called const& a) { return {square(a.x)}; }
  friend LUCID_NOINLINE called doubled(called const& a) { return {doubled(a.x)}; }
  friend LUCID_NOINLINE called inverse(called const& a) { return {inverse(a.x)}; }
};

// Zeros come eight at a time: lanes have an inverse where every lane has one.
template <class L>
std::vector<L> lane_samples() {
  using F = typename L::element;
  std::vector<F> elements = samples<F>(60);
  std::erase(elements, F::zero());
  std::vector<L> all{L::zero(), L::one()};
  for (std::size_t i = 0; i + 8 <= elements.size(); i += 4) all.push_back(L::load(&elements[i]));
  return all;
}

template <class L>
void agrees_with_its_elements() {
  using F = typename L::element;
  auto const elements = samples<F>(48);
  bool sums = true, differences = true, products = true, squares = true, inverses = true, negations = true, equality = true;
  for (std::size_t i = 0; i + 8 <= elements.size(); i += 3) {
    for (std::size_t j = 0; j + 8 <= elements.size(); j += 5) {
      L const a = L::load(&elements[i]);
      L const b = L::load(&elements[j]);
      auto const same = [&](L const& lanes, auto&& f) {
        F out[8];
        lanes.store(out);
        bool all = true;
        for (std::size_t k = 0; k < 8; ++k) all = all && out[k] == f(elements[i + k], elements[j + k]);
        return all;
      };
      sums = sums && same(a + b, [](F const& x, F const& y) { return x + y; });
      differences = differences && same(a - b, [](F const& x, F const& y) { return x - y; });
      products = products && same(a * b, [](F const& x, F const& y) { return x * y; });
      squares = squares && same(square(a), [](F const& x, F const&) { return x * x; });
      negations = negations && same(-a, [](F const& x, F const&) { return -x; });
      if (j == 0) inverses = inverses && same(inverse(a), [](F const& x, F const&) { return inverse(x); });
      equality = equality && (a == b) == (i == j);
    }
  }
  CHECK(sums);
  CHECK(differences);
  CHECK(products);
  CHECK(squares);
  CHECK(negations);
  CHECK(inverses);
  CHECK(equality);
}

}  // namespace

TEST_CASE_TEMPLATE("lanes: laws of a field", L, lanes<bn254::scalar>, lanes<bls12_381::base>, called<bn254::base>,
                   called<bls12_381::scalar>, called<bls12_381::base>) {
  static_assert(field_element<L>);
  laws::field(lane_samples<L>());
}

TEST_CASE_TEMPLATE("lanes: agree with the elements that they hold", L, lanes<bn254::scalar>, lanes<bls12_381::base>, called<bn254::base>,
                   called<bls12_381::scalar>, called<bls12_381::base>) {
  agrees_with_its_elements<L>();
}
