// Residues: the derived constants, the fast paths against C++ alone, and all of them against GMP.
#include <doctest/doctest.h>

#include <random>
#include <vector>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/montgomery.hpp>
#include <support/field_samples.hpp>
#include <support/isa.hpp>
#include <support/odd_fields.hpp>
#include <support/small_fields.hpp>
#if LUCID_TEST_HAS_GMP
#include <support/gmp.hpp>
#endif

using namespace lucid;
using namespace lucid_test;

namespace {

using field_127_elements = prime_field<field_127>;
using field_61_bit_elements = prime_field<field_61_bits>;

template <class F>
typename F::integer random_residue(std::mt19937_64& engine) {
  auto x = random_integer<F::limbs>(engine);
  std::size_t const spare = F::integer::bits - F::bits;
  x[F::limbs - 1] >>= spare % limb_bits;
  for (std::size_t i = F::limbs - spare / limb_bits; i < F::limbs; ++i) x[i] = 0;
  if (x >= F::modulus()) subtract_from(x, F::modulus());
  return x;
}

}  // namespace

#define LUCID_TEST_ALL_FIELDS                                                                                                           \
  bn254::scalar, bn254::base, bls12_381::scalar, bls12_381::base, field_127_elements, field_61_bit_elements, one_limb_full,             \
      two_limbs_full, three_limbs_full, four_limbs_full, four_limbs_two_spare_bits, four_limbs_sparse, five_limbs_full, six_limbs_full, \
      six_limbs_two_spare_bits, six_limbs_sparse

TEST_CASE("montgomery: constants that others published") {
  // R and R² of zkcrypto/bls12_381 and of the EIP-196 implementations, most significant limb first.
  CHECK(to_hex(bls12_381::scalar::arithmetic::r) == "0x1824b159acc5056f998c4fefecbc4ff55884b7fa0003480200000001fffffffe");
  CHECK(to_hex(bls12_381::scalar::arithmetic::r_squared) == "0x748d9d99f59ff1105d314967254398f2b6cedcb87925c23c999e990f3f29c6d");
  CHECK(bls12_381::scalar::arithmetic::negated_inverse == 0xfffffffeffffffff);
  CHECK(to_hex(bls12_381::base::arithmetic::r) ==
        "0x15f65ec3fa80e4935c071a97a256ec6d77ce5853705257455f48985753c758baebf4000bc40c0002760900000002fffd");
  CHECK(to_hex(bls12_381::base::arithmetic::r_squared) ==
        "0x11988fe592cae3aa9a793e85b519952d67eb88a9939d83c08de5476c4c95b6d50a76e6a609d104f1f4df1f341c341746");
  CHECK(bls12_381::base::arithmetic::negated_inverse == 0x89f3fffcfffcfffd);
  CHECK(to_hex(bn254::base::arithmetic::r) == "0xe0a77c19a07df2f666ea36f7879462c0a78eb28f5c70b3dd35d438dc58f0d9d");
  CHECK(to_hex(bn254::scalar::arithmetic::r_squared) == "0x216d0b17f4e44a58c49833d53bb808553fe3ab1e35c59e31bb8e645ae216da7");
  CHECK(bn254::base::arithmetic::negated_inverse == 0x87d20782e4866389);
  CHECK(bn254::scalar::arithmetic::negated_inverse == 0xc2e1f593efffffff);
}

TEST_CASE_TEMPLATE("montgomery: -1/p, R and R squared are what they say", F, LUCID_TEST_ALL_FIELDS) {
  using arithmetic = typename F::arithmetic;
  CHECK(arithmetic::negated_inverse * F::modulus()[0] == ~limb_t{0});
  big_uint<2 * F::limbs> power;
  power[F::limbs] = 1;
  auto const p = resized<2 * F::limbs>(F::modulus());
  CHECK(resized<2 * F::limbs>(arithmetic::r) == divide(power, p).remainder);
  CHECK(resized<2 * F::limbs>(arithmetic::r_squared) == divide(multiply_wide(arithmetic::r, arithmetic::r), p).remainder);
}

TEST_CASE_TEMPLATE("montgomery: the fast paths are the portable ones, on all pairs of edges and at random", F, LUCID_TEST_ALL_FIELDS) {
  using arithmetic = typename F::arithmetic;
  using integer = typename F::integer;
  auto residues = edge_residues<F>();
  std::mt19937_64 engine{F::bits};
  for (int i = 0; i < 100; ++i) residues.push_back(random_residue<F>(engine));
  std::vector<integer> any = edge_integers<F::limbs>();  // the second factor may be any integer
  for (int i = 0; i < 20; ++i) any.push_back(random_integer<F::limbs>(engine));
  with_every_isa([&] {
    bool sums = true, differences = true, products = true, wide_products = true, sums_of_products = true, squares = true, in_place = true,
         reduced = true;
    for (std::size_t i = 0; i < residues.size(); ++i) {
      auto const& a = residues[i];
      squares = squares && arithmetic::square(a) == arithmetic::multiply_portable(a, a);
      for (std::size_t j = 0; j < residues.size(); ++j) {
        auto const& b = residues[j];
        integer const sum = arithmetic::add(a, b);
        integer const difference = arithmetic::subtract(a, b);
        integer const product = arithmetic::multiply(a, b);
        sums = sums && sum == arithmetic::add_portable(a, b);
        differences = differences && difference == arithmetic::subtract_portable(a, b);
        products = products && product == arithmetic::multiply_portable(a, b);
        reduced = reduced && sum < F::modulus() && difference < F::modulus() && product < F::modulus();
        integer x = a, y = b, z = a;
        arithmetic::add_into(x, x, b);
        arithmetic::subtract_into(y, a, y);
        arithmetic::multiply_into(z, z, b);
        in_place = in_place && x == sum && y == difference && z == product;
        auto const& c = residues[(i + 3 * j) % residues.size()];
        auto const& d = residues[(2 * i + j + 1) % residues.size()];
        integer const both = arithmetic::sum_of_products(a, b, c, d);
        sums_of_products =
            sums_of_products && both < F::modulus() && both == arithmetic::add_portable(product, arithmetic::multiply_portable(c, d));
      }
      for (auto const& b : any) wide_products = wide_products && arithmetic::multiply(a, b) == arithmetic::multiply_portable(a, b);
    }
    CHECK(sums);
    CHECK(differences);
    CHECK(products);
    CHECK(reduced);
    CHECK(in_place);
    CHECK(sums_of_products);
    CHECK(squares);
    CHECK(wide_products);
  });
}

TEST_CASE_TEMPLATE("montgomery: the product of constant expressions is the portable one, on all pairs of edges and at random", F,
                   LUCID_TEST_ALL_FIELDS) {
  using arithmetic = typename F::arithmetic;
  auto residues = edge_residues<F>();
  auto any = edge_integers<F::limbs>();
  std::mt19937_64 engine{F::bits};
  for (int i = 0; i < 100; ++i) residues.push_back(random_residue<F>(engine));
  for (int i = 0; i < 100; ++i) any.push_back(random_integer<F::limbs>(engine));
  bool products = true;
  for (auto const& a : residues) {
    for (auto const& b : any) products = products && arithmetic::multiply_constant(a, b) == arithmetic::multiply_portable(a, b);
  }
  CHECK(products);
}

TEST_CASE_TEMPLATE("montgomery: largest operands of a sum of products", F, LUCID_TEST_ALL_FIELDS) {
  using arithmetic = typename F::arithmetic;
  auto top = F::modulus();
  subtract_from(top, typename F::integer{1});
  auto const one_product = arithmetic::multiply_portable(top, top);
  with_every_isa([&] { CHECK(arithmetic::sum_of_products(top, top, top, top) == arithmetic::add_portable(one_product, one_product)); });
}

TEST_CASE_TEMPLATE("montgomery: constant expressions take the same values", F, bn254::scalar, bls12_381::base, five_limbs_full) {
  using arithmetic = typename F::arithmetic;
  constexpr auto a = arithmetic::subtract(arithmetic::r_squared, arithmetic::r);
  constexpr auto b = arithmetic::add(arithmetic::r_squared, arithmetic::r);
  constexpr auto c = arithmetic::multiply(a, b);
  constexpr auto d = arithmetic::sum_of_products(a, b, c, c);
  with_every_isa([&] {
    CHECK(arithmetic::subtract(arithmetic::r_squared, arithmetic::r) == a);
    CHECK(arithmetic::add(arithmetic::r_squared, arithmetic::r) == b);
    CHECK(arithmetic::multiply(a, b) == c);
    CHECK(arithmetic::sum_of_products(a, b, c, c) == d);
  });
}

#if LUCID_TEST_HAS_GMP
TEST_CASE_TEMPLATE("montgomery: the moduli are prime, and products are as GMP has them", F, LUCID_TEST_ALL_FIELDS) {
  gmp_integer const p{F::modulus()};
  CHECK(mpz_probab_prime_p(p.get(), 30) != 0);
  gmp_integer const radix = gmp_integer{1} << F::integer::bits;
  std::mt19937_64 engine{F::bits + 1};
  with_every_isa([&] {
    bool products = true;
    for (int i = 0; i < 2000; ++i) {
      auto const a = random_residue<F>(engine);
      auto const b = random_integer<F::limbs>(engine);
      gmp_integer const product{F::arithmetic::multiply(a, b)};
      products = products && F::arithmetic::square(a) == F::arithmetic::multiply_portable(a, a) && product < p &&
                 (product * radix - gmp_integer{a} * gmp_integer{b}) % p == gmp_integer{};
    }
    CHECK(products);
  });
}
#endif
