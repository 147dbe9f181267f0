#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <laws/sparse_matrix.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/sparse_product.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/qap/sparse_product.hpp>

namespace {

using F = lucid::bn254::scalar;

std::vector<F> product(std::vector<laws::plain_row<F>> rows, std::vector<F> const& x) {
  lucid::coefficient_dictionary<F> dictionary;
  lucid::sparse_matrix_builder<F> builder;
  for (auto& row : rows) builder.append_row(dictionary, row);
  auto const stored = builder.finish();
  std::vector<F> y(rows.size(), F{99});
  lucid::qap::sparse_product{}(lucid::cpu::seq, lucid::qap::coded_rows<F>{stored.matrix(), dictionary.all()}, lucid::view<F const>{x},
                               lucid::view<F>{y});
  return y;
}

}  // namespace

// (1 −1 5; 0 0 0; 0 0 1)·(2, 3, 7) = (34, 0, 7), by rows and by lists
TEST_CASE("sparse_product: three rows by hand") {
  std::vector<F> const x{F{2}, F{3}, F{7}};
  std::vector<F> const expected{F{34}, F{0}, F{7}};
  CHECK(product({{{0, F{1}}, {1, -F{1}}, {2, F{5}}}, {}, {{2, F{1}}}}, x) == expected);

  std::vector<std::uint64_t> const start{0, 3, 3, 4};
  std::vector<std::uint32_t> const index{0, 1, 2, 2}, code{0, 1, 2, 0};
  std::vector<F> const dictionary{F{1}, -F{1}, F{5}};
  std::vector<F> y(3, F{99});
  lucid::qap::sparse_product{}(lucid::cpu::seq, lucid::qap::term_lists<F>{start, index, code, dictionary}, lucid::view<F const>{x},
                               lucid::view<F>{y});
  CHECK(y == expected);
}

TEST_CASE("sparse_product: no rows or lists, and none that has terms") {
  CHECK(product({}, {}).empty());
  CHECK(product({{}, {}, {}, {}, {}}, {}) == std::vector<F>(5));

  std::vector<std::uint64_t> const start(6);
  std::vector<F> y(5, F{99});
  lucid::qap::sparse_product{}(lucid::cpu::seq, lucid::qap::term_lists<F>{}, lucid::view<F const>{}, lucid::view<F>{});
  lucid::qap::sparse_product{}(lucid::cpu::seq, lucid::qap::term_lists<F>{start, {}, {}, {}}, lucid::view<F const>{}, lucid::view<F>{y});
  CHECK(y == std::vector<F>(5));
}
