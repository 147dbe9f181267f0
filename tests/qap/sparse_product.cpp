#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <laws/ntt.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/sparse_product.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/qap/sparse_product.hpp>

namespace {
using F = lucid::bn254::scalar;
}  // namespace

// (1 −1 5; 0 0 0; 0 0 1)·(2, 3, 7) = (34, 0, 7)
TEST_CASE("sparse_product: three rows by hand") {
  lucid::coefficient_dictionary<F> dictionary;
  lucid::sparse_matrix<F> matrix;
  std::vector<lucid::matrix_term<F>> row{{0, F{1}}, {1, -F{1}}, {2, F{5}}};
  append_row(matrix, dictionary, row);
  append_row(matrix, dictionary, row);
  row.push_back({2, F{1}});
  append_row(matrix, dictionary, row);
  std::vector<F> const x{F{2}, F{3}, F{7}};
  std::vector<F> y(3, F{99});
  lucid::qap::sparse_product{}(lucid::cpu::seq, lucid::qap::rows_of<F>(matrix, dictionary.all()), lucid::view<F const>{x},
                               lucid::view<F>{y});
  CHECK(y == std::vector<F>{F{34}, F{0}, F{7}});
}

TEST_CASE("sparse_product: no lists, and lists without terms") {
  lucid::coefficient_dictionary<F> dictionary;
  lucid::sparse_matrix<F> matrix;
  lucid::qap::sparse_product{}(lucid::cpu::seq, lucid::qap::rows_of<F>(matrix, dictionary.all()), lucid::view<F const>{}, lucid::view<F>{});
  std::vector<lucid::matrix_term<F>> row;
  for (int i = 0; i < 5; ++i) append_row(matrix, dictionary, row);
  std::vector<F> y(5, F{99});
  lucid::qap::sparse_product{}(lucid::cpu::seq, lucid::qap::rows_of<F>(matrix, dictionary.all()), lucid::view<F const>{},
                               lucid::view<F>{y});
  CHECK(y == std::vector<F>(5));
}
