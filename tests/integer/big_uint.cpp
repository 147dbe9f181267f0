// Against GMP, on all pairs of edges and on random numbers with long carries.
#include <doctest/doctest.h>

#include <random>
#include <vector>

#include <lucid/integer/big_uint.hpp>
#include <support/integers.hpp>
#if LUCID_TEST_HAS_GMP
#include <support/gmp.hpp>
#endif

using namespace lucid;

namespace {

template <std::size_t N>
std::vector<std::pair<big_uint<N>, big_uint<N>>> pairs() {
  std::vector<std::pair<big_uint<N>, big_uint<N>>> result;
  auto const edges = lucid_test::edge_integers<N>();
  for (auto const& a : edges) {
    for (auto const& b : edges) result.emplace_back(a, b);
  }
  std::mt19937_64 engine{N};
  for (int i = 0; i < 5000; ++i) result.emplace_back(lucid_test::random_integer<N>(engine), lucid_test::random_integer<N>(engine));
  return result;
}

template <std::size_t N>
struct limbs {
  static constexpr std::size_t count = N;
};

}  // namespace

TEST_CASE_TEMPLATE("big_uint: sums and differences undo each other, carry and all", T, limbs<1>, limbs<2>, limbs<4>, limbs<6>, limbs<7>) {
  bool undone = true, commutes = true, borrows = true;
  for (auto const& [a, b] : pairs<T::count>()) {
    auto sum = a;
    limb_t const carry = add_to(sum, b);
    auto other = b;
    commutes = commutes && add_to(other, a) == carry && other == sum;
    auto back = sum;
    undone = undone && subtract_from(back, b) == carry && back == a;
    auto difference = a;
    borrows = borrows && subtract_from(difference, b) == (a < b ? 1u : 0u);
  }
  CHECK(undone);
  CHECK(commutes);
  CHECK(borrows);
}

#if LUCID_TEST_HAS_GMP
TEST_CASE_TEMPLATE("big_uint: sum, difference, product, order, quotient as GMP has them", T, limbs<1>, limbs<2>, limbs<4>, limbs<6>) {
  using lucid_test::gmp_integer;
  constexpr std::size_t n = T::count;
  gmp_integer const modulus = gmp_integer{1} << (64 * n);
  bool sums = true, differences = true, products = true, orders = true, quotients = true, widths = true;
  std::size_t index = 0;
  for (auto const& [a, b] : pairs<n>()) {
    gmp_integer const x{a};
    gmp_integer const y{b};
    auto sum = a;
    limb_t const carry = add_to(sum, b);
    sums = sums && gmp_integer{sum} + (gmp_integer{carry} << (64 * n)) == x + y;
    auto difference = a;
    subtract_from(difference, b);
    differences = differences && gmp_integer{difference} == (x - y) % modulus;
    products = products && gmp_integer{multiply_wide(a, b)} == x * y;
    orders = orders && (a < b) == (x < y) && (a == b) == (x == y) && (a <= b) == !(y < x);
    widths = widths && a.bit_width() == (a.is_zero() ? 0 : mpz_sizeinbase(x.get(), 2)) && a.is_odd() == (mpz_odd_p(x.get()) != 0);
    if (!b.is_zero() && ++index % 4 == 0) {
      auto const [quotient, remainder] = divide(a, b);
      quotients = quotients && gmp_integer{quotient} == x / y && gmp_integer{remainder} == x % y;
    }
  }
  CHECK(sums);
  CHECK(differences);
  CHECK(products);
  CHECK(orders);
  CHECK(widths);
  CHECK(quotients);
}

TEST_CASE("big_uint: shifts by every count, past the end as well, as GMP has them") {
  using lucid_test::gmp_integer;
  std::mt19937_64 engine{1};
  auto const a = lucid_test::random_integer<6>(engine);
  gmp_integer const x{a};
  gmp_integer const modulus = gmp_integer{1} << a.bits;
  for (std::size_t k = 0; k <= a.bits + 65; ++k) {
    CHECK(gmp_integer{shifted_left(a, k)} == (x << k) % modulus);
    CHECK(gmp_integer{shifted_right(a, k)} == x >> k);
    CHECK(a.bit(k) == (mpz_tstbit(x.get(), k) != 0));
  }
}

TEST_CASE("big_uint: products of different widths") {
  using lucid_test::gmp_integer;
  std::mt19937_64 engine{2};
  for (int i = 0; i < 200; ++i) {
    auto const a = lucid_test::random_integer<3>(engine);
    auto const b = lucid_test::random_integer<5>(engine);
    CHECK(gmp_integer{multiply_wide(a, b)} == gmp_integer{a} * gmp_integer{b});
    CHECK(multiply_wide(a, b) == multiply_wide(b, a));
  }
}
#endif

TEST_CASE("big_uint: constants are computed in the compiler") {
  static_assert(big_uint<4>{}.is_zero() && big_uint<4>{}.bit_width() == 0);
  static_assert(shifted_left(big_uint<2>{1}, 127).bit_width() == 128 && shifted_left(big_uint<2>{1}, 128).is_zero());
  static_assert(divide(big_uint<2>{1000}, big_uint<2>{7}).quotient == big_uint<2>{142});
  static_assert(divide(big_uint<2>{1000}, big_uint<2>{7}).remainder == big_uint<2>{6});
  static_assert(resized<4>(big_uint<2>{5}) == big_uint<4>{5} && resized<1>(shifted_left(big_uint<2>{1}, 64)).is_zero());
  CHECK(std::is_trivially_copyable_v<big_uint<4>>);
}

TEST_CASE("big_uint: the quotient when the divisor has its top bit set, which a remainder twice as large overflows") {
  big_uint<2> all_ones;
  for (auto& limb : all_ones.limb) limb = ~limb_t{0};
  auto divisor = shifted_left(big_uint<2>{1}, 127);
  add_to(divisor, big_uint<2>{1});
  auto const [quotient, remainder] = divide(all_ones, divisor);
  CHECK(quotient == big_uint<2>{1});
  auto sum = remainder;
  add_to(sum, divisor);
  CHECK(sum == all_ones);
}
