// The device's arithmetic, run on the host: the same source with an emulated carry flag, against C++ alone (which the tests of montgomery.hpp hold against GMP).
#include <doctest/doctest.h>

#include <random>
#include <vector>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/montgomery32.hpp>
#include <support/field_samples.hpp>
#include <support/odd_fields.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using namespace lucid_test;

namespace {

using field_61_bit_elements = prime_field<field_61_bits>;
using low_word_of_one = field_above<192, 1>;

// Products and squares as calls: inlined into every comparison they take seconds to compile.
template <class F>
struct device : montgomery32<typename F::spec> {
  using base = montgomery32<typename F::spec>;
  using integer = typename F::integer;
  static LUCID_NOINLINE integer product(integer const& a, integer const& b) { return base::multiply(a, b); }
  static LUCID_NOINLINE integer square(integer const& a) { return base::square(a); }
  static LUCID_NOINLINE integer two_products(integer const& a, integer const& b, integer const& c, integer const& d) {
    return base::sum_of_products(a, b, c, d);
  }
  using pair = typename base::pair;
  static LUCID_NOINLINE pair quadratic_product(pair const& a, pair const& b) { return base::multiply_imaginary(a, b); }
  static LUCID_NOINLINE pair quadratic_square(pair const& a) { return base::square_imaginary(a); }
  static LUCID_NOINLINE pair quadratic_difference(pair const& a, pair const& b, pair const& c, pair const& d) {
    return base::difference_imaginary(a, b, c, d);
  }
  static LUCID_NOINLINE integer sum(integer const& a, integer const& b) { return base::add(a, b); }
  static LUCID_NOINLINE integer difference(integer const& a, integer const& b) { return base::subtract(a, b); }
};

}  // namespace

// With a lowest word of 1, 1 − 2^28 and none of them; with one spare bit, two and many; from two words to twelve. Nobody asks for a prime.
#define LUCID_TEST_ALL_FIELDS \
  bn254::scalar, bn254::base, bls12_381::scalar, bls12_381::base, field_61_bit_elements, low_word_of_one, four_limbs_full, six_limbs_sparse

TEST_CASE_TEMPLATE("montgomery32: the portable values, on all pairs of edges and at random", F, LUCID_TEST_ALL_FIELDS) {
  using portable = typename F::arithmetic;
  auto residues = edge_residues<F>();
  seeded_entropy entropy{F::bits};
  for (int i = 0; i < 10; ++i) residues.push_back(random_element<F>(entropy).to_montgomery());
  auto any = edge_integers<F::limbs>();  // the second factor may be any integer
  std::mt19937_64 engine{F::bits};
  for (int i = 0; i < 10; ++i) any.push_back(random_integer<F::limbs>(engine));
  bool sums = true, differences = true, products = true, wide_products = true, squares = true, two_products = true, quadratic = true;
  for (std::size_t i = 0; i < residues.size(); ++i) {
    auto const& a = residues[i];
    squares = squares && device<F>::square(a) == portable::multiply_portable(a, a);
    for (std::size_t j = 0; j < residues.size(); ++j) {
      auto const& b = residues[j];
      auto const ab = portable::multiply_portable(a, b);
      sums = sums && device<F>::sum(a, b) == portable::add_portable(a, b);
      differences = differences && device<F>::difference(a, b) == portable::subtract_portable(a, b);
      products = products && device<F>::product(a, b) == ab;
      if ((i + j) % 5 != 0) continue;  // all with all takes seconds without optimisation
      auto const& c = residues[(i + 3 * j) % residues.size()];
      auto const& d = residues[(2 * i + j + 1) % residues.size()];
      auto const cd = portable::multiply_portable(c, d);
      auto const ad = portable::multiply_portable(a, d), bc = portable::multiply_portable(b, c);
      two_products = two_products && device<F>::two_products(a, b, c, d) == portable::add_portable(ab, cd);
      // products of a + c·u and b + d·u, squares of a + b·u
      auto const product = device<F>::quadratic_product({a, c}, {b, d});
      quadratic = quadratic && product.c0 == portable::subtract_portable(ab, cd) && product.c1 == portable::add_portable(ad, bc);
      auto const square = device<F>::quadratic_square({a, b});
      quadratic = quadratic && square.c1 == portable::add_portable(ab, ab) &&
                  square.c0 == portable::subtract_portable(portable::multiply_portable(a, a), portable::multiply_portable(b, b));
      auto const difference = device<F>::quadratic_difference({a, c}, {b, d}, {d, b}, {a, c});  // and of d + b·u and a + c·u
      quadratic = quadratic && difference.c0 == portable::subtract_portable(product.c0, portable::subtract_portable(ad, bc)) &&
                  difference.c1 == portable::subtract_portable(product.c1, portable::add_portable(ab, cd));
    }
    for (auto const& b : any) wide_products = wide_products && device<F>::product(a, b) == portable::multiply_portable(a, b);
  }
  CHECK(sums);
  CHECK(differences);
  CHECK(products);
  CHECK(wide_products);
  CHECK(squares);
  CHECK(two_products);
  CHECK(quadratic);
}

TEST_CASE_TEMPLATE("montgomery32: -1/p mod 2^32", F, LUCID_TEST_ALL_FIELDS) {
  CHECK(static_cast<std::uint32_t>(montgomery32_rows<typename F::spec>::negated_inverse * F::modulus()[0]) == ~std::uint32_t{0});
}
