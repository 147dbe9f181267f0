#include <doctest/doctest.h>

#include <laws/sparse_matrix.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/row_sum.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <support/small_fields.hpp>

using lucid::cpu::coefficient_actions;

namespace {

// Every row's sum, one by one, is the one expected.
template <class F, class Stored>
void check_rows(std::vector<F> const& expected, Stored const& stored, lucid::coefficient_dictionary<F> const& dictionary,
                std::vector<F> const& x) {
  coefficient_actions<F> const actions{lucid::cpu::seq, dictionary.all()};
  lucid::cpu::row_sum<F> const sum{actions, dictionary.all(), lucid::view<F const>{x}, stored.matrix().columns()};
  bool same = true;
  stored.matrix().for_each_row(0, expected.size(), [&](std::size_t row, lucid::row_terms const& terms) {
    F found{99};
    sum(terms, found);
    same = same && found == expected[row];
  });
  CHECK(same);
}

}  // namespace

TEST_CASE("coefficient_actions: small powers of two by doublings, all else by products") {
  using F = lucid::bn254::scalar;
  std::vector<F> const dictionary{F{1}, -F{1}, F{2}, F{4}, F{8}, F{16}, F{32}, -F{2}, -F{16}, F{3}, F{6}, -F{32}};
  coefficient_actions<F> const actions{lucid::cpu::seq, lucid::view<F const>{dictionary}};
  constexpr int product = coefficient_actions<F>::product, negative = coefficient_actions<F>::negative,
                twice = coefficient_actions<F>::next_is_twice;
  int const expected[] = {0,       negative,     1 | twice,    2 | twice,       3 | twice, 4 | twice,
                          product, 1 | negative, 4 | negative, product | twice, product,   product};
  for (std::uint32_t i = 0; i < dictionary.size(); ++i) CHECK(int{actions.of(i)} == expected[i]);
  CHECK(int{actions.of(std::uint32_t{100'000})} == product);
}

TEST_CASE_TEMPLATE("row_sum: agrees with products of all terms", F, lucid::bn254::scalar, lucid::bls12_381::scalar,
                   lucid::prime_field<lucid_test::field_97>) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    laws::plain_matrix<F> const plain{laws::telling_lengths(), 400, seed % 2 == 0 ? std::size_t{20} : std::size_t{400}, seed};
    lucid::coefficient_dictionary<F> dictionary;
    auto const stored = laws::stored(plain, dictionary);
    std::vector<F> x;
    for (std::size_t i = 0; i < plain.columns; ++i) x.push_back(F{i * i * i + seed});
    check_rows(laws::product(plain, x), stored, dictionary, x);
  }
}

// Four-byte codes, beyond the 2^16 that have an action of their own.
TEST_CASE("row_sum: more coefficients than actions") {
  using F = lucid::bn254::scalar;
  laws::plain_matrix<F> const plain{laws::telling_lengths(), 400, 300, 3};
  lucid::coefficient_dictionary<F> dictionary;
  for (std::size_t i = 0; i < 66'000; ++i) dictionary.code(F{i + 1000});
  auto const stored = laws::stored(plain, dictionary);
  std::vector<F> x;
  for (std::size_t i = 0; i < plain.columns; ++i) x.push_back(F{i + 1});
  check_rows(laws::product(plain, x), stored, dictionary, x);
}
