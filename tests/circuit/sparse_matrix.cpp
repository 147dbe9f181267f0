#include <doctest/doctest.h>

#include <vector>

#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/random.hpp>

using namespace lucid;
using F = bn254::scalar;

TEST_CASE("coefficient dictionary: a code for each value, in order of first use") {
  coefficient_dictionary<F> dictionary;
  CHECK(dictionary.code(F::one()) == dictionary.plus_one);
  CHECK(dictionary.code(-F::one()) == dictionary.minus_one);
  CHECK(dictionary.code(F{7}) == 2);
  CHECK(dictionary.code(F::zero()) == 3);
  CHECK(dictionary.code(F{7}) == 2);
  CHECK(dictionary.size() == 4);

  seeded_entropy entropy{1};
  std::vector<F> values;
  std::vector<std::uint32_t> codes;
  for (int i = 0; i < 5000; ++i) {  // several times its first size
    values.push_back(random_element<F>(entropy));
    codes.push_back(dictionary.code(values.back()));
  }
  bool stable = dictionary.size() == 5004;
  for (std::size_t i = 0; i < values.size(); ++i) {
    stable = stable && codes[i] == 4 + i && dictionary.code(values[i]) == codes[i] && dictionary[codes[i]] == values[i];
  }
  CHECK(stable);

  coefficient_dictionary<F> copy = dictionary;
  CHECK(copy.code(values[17]) == codes[17]);
  CHECK(copy.code(F{1234567}) == 5004);
  CHECK(dictionary.size() == 5004);
}

TEST_CASE("sparse matrix: a row is sorted, its duplicates merged, its zeros dropped") {
  sparse_matrix<F> matrix;
  coefficient_dictionary<F> dictionary;
  std::vector<matrix_term<F>> terms = {{7, F{3}}, {2, F{1}}, {7, F{4}}, {5, F{0}}, {3, F{9}}, {3, -F{9}}, {0, -F{1}}};
  append_row(matrix, dictionary, terms);
  CHECK(terms.empty());
  append_row(matrix, dictionary, terms);

  CHECK(matrix.rows() == 2);
  CHECK(matrix.row_start == std::vector<std::uint64_t>{0, 3, 3});
  CHECK(matrix.column == std::vector<std::uint32_t>{0, 2, 7});
  CHECK(dictionary[matrix.coefficient[0]] == -F{1});
  CHECK(dictionary[matrix.coefficient[1]] == F{1});
  CHECK(dictionary[matrix.coefficient[2]] == F{7});

  std::vector<F> const z = {F{1}, F{10}, F{20}, F{30}, F{40}, F{50}, F{60}, F{70}};
  CHECK(matrix.row_value(0, dictionary.all(), z) == F{20 + 490 - 1});
  CHECK(matrix.row_value(1, dictionary.all(), z).is_zero());
  CHECK(sparse_matrix<F>{}.rows() == 0);
}
