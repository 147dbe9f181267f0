#include <doctest/doctest.h>

#include <laws/sparse_matrix.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <support/small_fields.hpp>

using namespace lucid;

TEST_CASE_TEMPLATE("sparse matrix: every way of reading it tells the same terms", F, bn254::scalar, bls12_381::scalar,
                   prime_field<lucid_test::field_97>) {
  for (std::size_t const pool : {1, 90, 400}) {
    laws::plain_matrix<F> const plain{laws::telling_lengths(), 400, pool, pool};
    coefficient_dictionary<F> dictionary;
    auto const stored = laws::stored(plain, dictionary);
    laws::reads_as(stored.matrix(), dictionary.all(), plain);
  }
}

TEST_CASE("sparse matrix: codes of four bytes") {
  using F = bn254::scalar;
  laws::plain_matrix<F> const plain{laws::telling_lengths(), 400, 300, 9};
  coefficient_dictionary<F> dictionary;
  for (std::size_t i = 0; i < 65'600; ++i) dictionary.code(F{i + 1000});
  auto const stored = laws::stored(plain, dictionary);
  laws::reads_as(stored.matrix(), dictionary.all(), plain);
}

TEST_CASE("sparse matrix: the value of a row; no rows") {
  using F = bn254::scalar;
  laws::plain_matrix<F> const plain{laws::telling_lengths(), 400, 300, 5};
  coefficient_dictionary<F> dictionary;
  auto const stored = laws::stored(plain, dictionary);
  std::vector<F> z;
  for (std::size_t i = 0; i < plain.columns; ++i) z.push_back(F{i * i + 3});
  auto const expected = laws::product(plain, z);
  bool same = true;
  for (std::size_t i = 0; i < expected.size(); ++i) same = same && stored.matrix().row_value(i, dictionary.all(), z) == expected[i];
  CHECK(same);

  sparse_matrix<F> const nothing;
  CHECK(nothing.rows() == 0);
  CHECK(nothing.terms() == 0);
  nothing.for_each_term([](auto...) { FAIL("no terms"); });
}

TEST_CASE("sparse matrix: the byte of a row") {
  CHECK(row_descriptor{row_descriptor::of(0, 0)}.length() == 0);
  CHECK(row_descriptor{row_descriptor::of(62, 0)}.length() == 62);
  CHECK(row_descriptor{row_descriptor::of(63, 0)}.length() == row_descriptor::long_row);
  CHECK(row_descriptor{row_descriptor::of(100'000, 0)}.length() == row_descriptor::long_row);
  CHECK(row_descriptor{row_descriptor::of(1, 0)}.code_bytes() == 0);
  CHECK(row_descriptor{row_descriptor::of(1, 1)}.code_bytes() == 1);
  CHECK(row_descriptor{row_descriptor::of(1, 255)}.code_bytes() == 1);
  CHECK(row_descriptor{row_descriptor::of(1, 256)}.code_bytes() == 2);
  CHECK(row_descriptor{row_descriptor::of(1, 65535)}.code_bytes() == 2);
  CHECK(row_descriptor{row_descriptor::of(1, 65536)}.code_bytes() == 4);
}
