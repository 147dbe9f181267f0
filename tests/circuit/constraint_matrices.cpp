#include <doctest/doctest.h>

#include <memory>

#include <laws/sparse_matrix.hpp>
#include <lucid/circuit/constraint_matrices.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/curve/bn254.hpp>

using namespace lucid;
using F = bn254::scalar;

// Two rows of one and two terms in each matrix, in B with codes; a page and its end; a dictionary of three.
TEST_CASE("constraint matrices: a shape keeps alive what they are views of, and knows its size") {
  coefficient_dictionary<F> dictionary;
  auto const rows = [&](F const& k) {
    sparse_matrix_builder<F> builder;
    std::vector<matrix_term<F>> row{{1, k}};
    builder.append_row(dictionary, row);
    row = {{0, k}, {2, F{1}}};
    builder.append_row(dictionary, row);
    return builder.finish();
  };
  auto a = rows(F{1}), b = rows(F{7}), c = rows(F{1});
  auto stored = std::make_shared<stored_matrices<F> const>(3, 1, true, dictionary.release(), std::move(a), std::move(b), std::move(c));
  CHECK(stored->all.bytes() == 3 * 32 + 3 * (2 + 2 * 16 + 3 * 4) + 3);
  shape<F> const kept{stored};
  stored.reset();
  CHECK(kept.constraints() == 2);
  CHECK(kept.variables() == 3);
  CHECK(kept.public_inputs() == 1);
  CHECK(kept.bytes() == kept.matrices().bytes());
  CHECK(kept.dictionary()[kept.b().row(1)[0].code] == F{7});
  CHECK(kept.b().row(1)[1].column == 2);
}
