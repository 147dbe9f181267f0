#include <doctest/doctest.h>

#include <vector>

#include <laws/sparse_matrix.hpp>
#include <lucid/circuit/sparse_matrix_builder.hpp>
#include <lucid/curve/bn254.hpp>

using namespace lucid;
using F = bn254::scalar;

TEST_CASE("sparse matrix builder: a row is sorted, its duplicates merged, its zeros dropped") {
  sparse_matrix_builder<F> builder;
  coefficient_dictionary<F> dictionary;
  std::vector<matrix_term<F>> terms = {{7, F{3}}, {2, F{1}}, {7, F{4}}, {5, F{0}}, {3, F{9}}, {3, -F{9}}, {0, -F{1}}};
  builder.append_row(dictionary, terms);
  CHECK(terms.empty());
  builder.append_row(dictionary, terms);
  auto const stored = builder.finish();
  CHECK(builder.rows() == 0);

  auto const matrix = stored.matrix();
  CHECK(matrix.rows() == 2);
  CHECK(matrix.terms() == 3);
  auto const row = matrix.row(0);
  REQUIRE(row.size() == 3);
  CHECK(row[0].column == 0);
  CHECK(row[1].column == 2);
  CHECK(row[2].column == 7);
  CHECK(dictionary[row[0].code] == -F{1});
  CHECK(dictionary[row[1].code] == F{1});
  CHECK(dictionary[row[2].code] == F{7});
  CHECK(matrix.row(1).empty());
}

// A row that is long before its terms are merged, and short afterwards; or long also then.
TEST_CASE("sparse matrix builder: many terms of few columns") {
  for (std::size_t const columns : {1u, 2u, 62u, 63u, 64u}) {
    sparse_matrix_builder<F> builder;
    coefficient_dictionary<F> dictionary;
    std::vector<matrix_term<F>> terms;
    for (std::uint32_t t = 0; t < 3 * columns + 63; ++t) terms.push_back({static_cast<std::uint32_t>(t % columns), F{1}});
    builder.append_row(dictionary, terms);
    terms.push_back({5, F{1}});
    builder.append_row(dictionary, terms);
    auto const stored = builder.finish();
    auto const row = stored.matrix().row(0);
    REQUIRE(row.size() == columns);
    F total;
    for (std::size_t t = 0; t < columns; ++t) {
      CHECK(row[t].column == t);
      total += dictionary[row[t].code];
    }
    CHECK(total == F{3 * columns + 63});
    CHECK(stored.matrix().row(1).size() == 1);
    CHECK(stored.matrix().row(1)[0].column == 5);
  }
}

TEST_CASE("sparse matrix builder: columns are renamed, lengths of long rows are not") {
  laws::plain_matrix<F> plain{laws::telling_lengths(), 400, 300, 8};
  coefficient_dictionary<F> dictionary;
  auto stored = laws::stored(plain, dictionary);
  stored.rename_columns([](std::uint32_t column) { return 3 * column + 1; });
  for (auto& row : plain.rows) {
    for (auto& term : row) term.column = 3 * term.column + 1;
  }
  laws::reads_as(stored.matrix(), dictionary.all(), plain);
}

TEST_CASE("sparse matrix builder: pieces of every size become one stretch") {
  detail::growing_stream<std::uint32_t> stream;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t n : {0u, 1u, 3u, 1000u, 1024u, 5u, 300'000u, 0u, 7u, 70'000u}) {
    std::uint32_t* const room = stream.room(n + 2);
    for (std::uint32_t i = 0; i < n; ++i) {
      room[i] = i ^ n;
      expected.push_back(i ^ n);
    }
    stream.keep(n);
    stream.push_back(n);
    expected.push_back(n);
  }
  CHECK(stream.size() == expected.size());
  auto const taken = stream.take();
  CHECK(stream.size() == 0);
  CHECK(std::vector<std::uint32_t>(taken.all().begin(), taken.all().end()) == expected);
}
