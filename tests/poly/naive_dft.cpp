#include <doctest/doctest.h>

#include <vector>

#include <laws/ntt.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/poly/naive_dft.hpp>
#include <support/small_fields.hpp>

// 17 = 2^4 + 1, ω_4 = 4 (4² = 16 = −1) or its inverse 13: worked by hand for 1 + 2X + 3X² + 4X³.
TEST_CASE("naive_dft: four points by hand") {
  using F = lucid::prime_field<lucid_test::field_17>;
  lucid::poly::domain<F> const points{2, lucid::two_adic<lucid_test::field_17>::root};
  std::vector<F> const coefficients{F{1}, F{2}, F{3}, F{4}};
  bool const four = points.root() == F{4};
  CHECK((four || points.root() == F{13}));
  // f(1) = 10; f(4) = 1 + 8 + 48 + 256 = 313 = 7; f(−1) = −2 = 15; f(13) = f(−4) = 1 − 8 + 48 − 256 = −215 = 6
  std::vector<F> const values{F{10}, four ? F{7} : F{6}, F{15}, four ? F{6} : F{7}};
  CHECK(lucid::poly::naive_dft(points, coefficients) == values);
  CHECK(lucid::poly::naive_inverse_dft(points, values) == coefficients);
}

TEST_CASE("naive_dft: inverse undoes forward, on cosets too") {
  using F = lucid::bls12_381::scalar;
  for (unsigned k = 0; k <= 5; ++k) {
    lucid::poly::domain<F> const points{k, lucid::two_adic<F::spec>::root};
    auto const x = laws::random_vector<F>(points.size(), k);
    for (F const& shift : {F::one(), F{7}, points.root_of_twice()}) {
      auto const values = lucid::poly::naive_dft(points, x, shift);
      CHECK(lucid::poly::naive_inverse_dft(points, values, shift) == x);
      CHECK(values[0] == lucid::poly::evaluate<F>(x, shift));
    }
  }
}

TEST_CASE("naive_dft: the empty polynomial is zero") {
  using F = lucid::bls12_381::scalar;
  CHECK(lucid::poly::evaluate<F>(lucid::view<F const>{}, F{3}).is_zero());
}
