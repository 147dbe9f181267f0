#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <laws/ntt.hpp>
#include <laws/sparse_matrix.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/sparse_product.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/qap/sparse_product.hpp>
#if LUCID_TEST_HAS_TBB
#include <tbb/global_control.h>

#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

using F = lucid::bls12_381::scalar;

// Lists of the given lengths over 100 indices, which may repeat within a list, with coefficients 1, −1, 2, 3 and a large one in turn.
struct lists_of_lengths {
  std::vector<F> dictionary{F{1}, -F{1}, F{2}, F{3}, laws::random_vector<F>(1, 2)[0]};
  std::vector<std::uint64_t> start{0};
  std::vector<std::uint32_t> index, code;
  std::vector<F> x = laws::random_vector<F>(100, 1);
  std::vector<F> expected;

  explicit lists_of_lengths(std::vector<std::size_t> const& lengths) {
    for (std::size_t const length : lengths) {
      F sum = F::zero();
      for (std::size_t t = 0; t < length; ++t) {
        index.push_back(static_cast<std::uint32_t>((t * 7 + length) % 100));
        code.push_back(static_cast<std::uint32_t>((t + t / 3) % 5));
        sum += dictionary[code.back()] * x[index.back()];
      }
      start.push_back(index.size());
      expected.push_back(sum);
    }
  }

  void check(auto const& exec) const {
    std::vector<F> y(expected.size(), F{99});
    lucid::qap::sparse_product{}(exec, lucid::qap::term_lists<F>{start, index, code, dictionary}, lucid::view<F const>{x},
                                 lucid::view<F>{y});
    CHECK((y == expected));
  }
};

// The same lengths as rows of a matrix.
struct rows_of_lengths {
  laws::plain_matrix<F> plain;
  lucid::coefficient_dictionary<F> dictionary;
  lucid::stored_matrix<F> stored;
  std::vector<F> x, expected;

  rows_of_lengths(std::vector<std::size_t> const& lengths, std::uint64_t seed)
      : plain(lengths, 20'100, 300, seed),
        stored(laws::stored(plain, dictionary)),
        x(laws::random_vector<F>(20'100, 1)),
        expected(laws::product(plain, x)) {}

  void check(auto const& exec) const {
    std::vector<F> y(expected.size(), F{99});
    lucid::qap::sparse_product{}(exec, lucid::qap::coded_rows<F>{stored.matrix(), dictionary.all()}, lucid::view<F const>{x},
                                 lucid::view<F>{y});
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
                                                  {4095, 4096, 4097, 0, 3},
                                                  std::vector<std::size_t>(3000, 3),
                                                  std::vector<std::size_t>(64, 0),
                                                  std::vector<std::size_t>(9000, 0)};

// Made once for all ways of threading.
struct all_cases {
  std::vector<lists_of_lengths> lists;
  std::vector<rows_of_lengths> rows;

  all_cases() {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      lists.emplace_back(cases[i]);
      rows.emplace_back(cases[i], i);
    }
    for (std::uint64_t seed = 0; seed < 3; ++seed) rows.emplace_back(laws::telling_lengths(), seed);
  }
};

void check_all(auto const& exec) {
  static all_cases const all;
  for (auto const& lists : all.lists) lists.check(exec);
  for (auto const& rows : all.rows) rows.check(exec);
}

}  // namespace

TEST_CASE("sparse_product on a cpu: rows and lists of every length") { check_all(lucid::cpu::seq); }

#if LUCID_TEST_HAS_TBB
TEST_CASE("sparse_product on a cpu: the same for any number of threads") {
  tbb::global_control const seven{tbb::global_control::max_allowed_parallelism, 7};
  for (int threads : {1, 2, 7}) {
    tbb::task_arena arena{threads};
    check_all(lucid::cpu::par_in(arena));
  }
}
#endif
