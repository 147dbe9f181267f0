#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <laws/ntt.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/sparse_product.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/qap/sparse_product.hpp>
#if LUCID_TEST_HAS_TBB
#include <tbb/global_control.h>

#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

using F = lucid::bls12_381::scalar;

// Rows of the given lengths over 100 columns, with coefficients 1, −1, 2, 3 and a large one in turn.
struct rows_of_lengths {
  lucid::coefficient_dictionary<F> dictionary;
  lucid::sparse_matrix<F> matrix;
  std::vector<F> x = laws::random_vector<F>(100, 1);

  explicit rows_of_lengths(std::vector<std::size_t> const& lengths) {
    F const large = laws::random_vector<F>(1, 2)[0];
    F const coefficients[] = {F{1}, -F{1}, F{2}, F{3}, large};
    std::uint32_t codes[5];
    for (int i = 0; i < 5; ++i) codes[i] = dictionary.code(coefficients[i]);
    for (std::size_t const length : lengths) {  // lists of terms may repeat a column; only matrices may not
      for (std::size_t t = 0; t < length; ++t) {
        matrix.column.push_back(static_cast<std::uint32_t>((t * 7 + length) % 100));
        matrix.coefficient.push_back(codes[(t + t / 3) % 5]);
      }
      matrix.row_start.push_back(matrix.column.size());
    }
  }

  void check(auto const& exec) const {
    std::vector<F> expected;
    for (std::size_t i = 0; i < matrix.rows(); ++i) expected.push_back(matrix.row_value(i, dictionary.all(), x));
    std::vector<F> y(matrix.rows(), F{99});
    lucid::qap::sparse_product{}(exec, lucid::qap::rows_of<F>(matrix, dictionary.all()), lucid::view<F const>{x}, lucid::view<F>{y});
    CHECK((y == expected));
  }
};

// Where a share of 4096 terms ends: at the end of a list, inside one, in a list of many shares, before, after and between empty lists.
std::vector<std::vector<std::size_t>> const cases{{},
                                                  {0},
                                                  {0, 0, 0},
                                                  {1},
                                                  {0, 3, 0, 0, 2, 0},
                                                  {4096},
                                                  {4096, 0, 4096, 0, 0},
                                                  {4095, 1, 1, 4095},
                                                  {4095, 2, 0, 4095, 0},
                                                  {0, 4097, 0},
                                                  {20000},
                                                  {5, 20000, 0, 0, 1, 12288, 4},
                                                  {1, 4094, 1, 0, 0, 4096, 3},
                                                  std::vector<std::size_t>(3000, 3)};

}  // namespace

TEST_CASE("sparse_product on a cpu: lists of every length") {
  for (auto const& lengths : cases) rows_of_lengths{lengths}.check(lucid::cpu::seq);
}

#if LUCID_TEST_HAS_TBB
TEST_CASE("sparse_product on a cpu: the same for any number of threads") {
  tbb::global_control const seven{tbb::global_control::max_allowed_parallelism, 7};
  for (int threads : {1, 2, 7}) {
    tbb::task_arena arena{threads};
    for (auto const& lengths : cases) rows_of_lengths{lengths}.check(lucid::cpu::par_in(arena));
  }
}
#endif
