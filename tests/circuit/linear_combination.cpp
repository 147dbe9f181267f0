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
