// Does an assignment satisfy a shape? The direct answer, row by row; a circuit's own paths are checker.hpp.
#pragma once

#include <cstddef>
#include <optional>

#include <lucid/circuit/shape.hpp>
#include <lucid/config/assert.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// The first row i ≥ from with (A·z)_i · (B·z)_i ≠ (C·z)_i, or nothing; nothing also for a shape without C, of which no row can be judged.
// Precondition: z has a value for every variable. One product a term, on the calling thread.
template <class F>
[[nodiscard]] std::optional<std::size_t> first_violated_row(shape<F> const& circuit, view<F const> z, std::size_t from = 0) noexcept {
  LUCID_EXPECTS(z.size() == circuit.variables());
  if (!circuit.has_c()) return std::nullopt;
  if (from >= circuit.constraints()) return std::nullopt;
  auto const value = [&](row_cursor& rows) { return row_value<F>(rows.next(), circuit.dictionary(), z); };
  row_cursor a = circuit.a().cursor(from), b = circuit.b().cursor(from), c = circuit.c().cursor(from);
  for (std::size_t i = from; i < circuit.constraints(); ++i) {
    F const of_a = value(a), of_b = value(b);
    if (of_a * of_b != value(c)) return i;
  }
  return std::nullopt;
}

}  // namespace lucid::inline v0
