#include <doctest/doctest.h>

#include <map>

#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/linear_combination.hpp>
#include <lucid/circuit/number.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using F = prime_field<lucid_test::field_97>;

namespace {

// Column → coefficient, as a reader would write it down.
struct written_out {
  using field = F;
  std::map<std::uint32_t, F> terms;
  void add(variable v, F const& k) { terms[v.code()] += k; }
  void add(F const& k) { add(variable::one(), k); }
};

template <class X>
std::map<std::uint32_t, F> terms_of(X const& x, F const& k) {
  written_out lc;
  x.add_to(lc, k);
  std::erase_if(lc.terms, [](auto const& t) { return t.second.is_zero(); });
  return lc.terms;
}
template <class X>
std::map<std::uint32_t, F> terms_subtracted(X const& x, F const& k) {
  written_out lc;
  x.subtract_from(lc, k);
  std::erase_if(lc.terms, [](auto const& t) { return t.second.is_zero(); });
  return lc.terms;
}

variable const u = variable::public_at(1);
variable const v = variable::private_at(0);

}  // namespace

TEST_CASE("linear combination: expressions are the terms that they read as") {
  using map = std::map<std::uint32_t, F>;
  F const k{5};
  CHECK(terms_of(one, k) == map{{0, F{5}}});
  CHECK(terms_of(zero, k).empty());
  CHECK(terms_of(u, k) == map{{u.code(), F{5}}});
  CHECK(terms_of(one - u, k) == map{{0, F{5}}, {u.code(), -F{5}}});
  CHECK(terms_of(u + v - one, k) == map{{0, -F{5}}, {u.code(), F{5}}, {v.code(), F{5}}});
  CHECK(terms_of(F{7} * (u - v), k) == map{{u.code(), F{35}}, {v.code(), -F{35}}});
  CHECK(terms_of(u + u, k) == map{{u.code(), F{10}}});
  CHECK(terms_of(u - u, k).empty());
  CHECK(terms_of(u - (v - one), k) == map{{0, F{5}}, {u.code(), F{5}}, {v.code(), -F{5}}});
}

TEST_CASE("linear combination: subtracting is adding the negative, for everything linear") {
  F const k{5};
  boolean const b{v, true};
  number<F> const n{u, F{9}};
  auto const check = [&](auto const& x) { CHECK(terms_subtracted(x, k) == terms_of(x, -k)); };
  check(one);
  check(zero);
  check(u);
  check(b);
  check(!b);
  check(boolean::constant(true));
  check(n);
  check(number<F>::constant(F{3}));
  check(u + v);
  check(u - v);
  check(F{3} * (u - b));
  boolean const bits[] = {b, !b, boolean::constant(true)};
  check(packed_bits{bits});
}

TEST_CASE("linear combination: an expression of things with values has their value") {
  boolean const b{v, true};
  number<F> const n{u, F{9}};
  CHECK((n + b).evaluate<F>() == F{10});
  CHECK((n - b - one).evaluate<F>() == F{7});
  CHECK((F{3} * (n + !b)).evaluate<F>() == F{27});
  CHECK(zero.evaluate<F>().is_zero());
  static_assert(valued<sum<number<F>, boolean>, F>);
  static_assert(!valued<sum<number<F>, variable>, F>, "a variable alone knows no value");
}

TEST_CASE("linear combination: short sums of bits know their value, and its bounds, as an integer") {
  CHECK(small_elements<F>::of(0).is_zero());
  for (std::ptrdiff_t x = 1; x <= small_elements<F>::limit; ++x) {
    CHECK(small_elements<F>::of(x) == F{static_cast<limb_t>(x)});
    CHECK(small_elements<F>::of(-x) == -F{static_cast<limb_t>(x)});
  }
  auto const check = [](auto const& x, std::ptrdiff_t value) {
    using X = std::remove_cvref_t<decltype(x)>;
    static_assert(small_valued<X> && small_elements<F>::hold<X>);
    CHECK(x.small() == value);
    CHECK(x.template evaluate<F>() == small_elements<F>::of(value));
    CHECK(X::bounds().least <= value);
    CHECK(value <= X::bounds().most);
  };
  for (bool const p : {false, true}) {
    for (bool const q : {false, true}) {
      boolean const a{u, p};
      boolean const b = !boolean{v, q};
      std::ptrdiff_t const i = p ? 1 : 0;
      std::ptrdiff_t const j = q ? 0 : 1;
      check(a, i);
      check(b, j);
      check(one - a, 1 - i);
      check(a + a, 2 * i);
      check(a + b - one, i + j - 1);
      check(a + a - b - (one - b) - (zero - a), 3 * i - 1);
      check(boolean::constant(p) - b, i - j);
    }
  }
  using four = decltype((one + one) + (one + one));
  static_assert(four::bounds().least == 4 && four::bounds().most == 4);
  using difference_of_bits = decltype(boolean{} + boolean{} - boolean{});
  static_assert(difference_of_bits::bounds().least == -1 && difference_of_bits::bounds().most == 2);
  static_assert(!small_elements<F>::hold<decltype(four{} + four{} + one)>);  // 9
  static_assert(!small_valued<variable> && !small_valued<decltype(boolean{} + number<F>{})> && !small_valued<decltype(F{2} * boolean{})>);
}
