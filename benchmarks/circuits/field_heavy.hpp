// A circuit whose every value is a full-size field element, as in circuits of algebraic hashes: no sum of its proof is cheaper than another of its size.
#pragma once

#include <cstddef>

#include <lucid/circuit.hpp>

namespace circuits {

// w_{i+1} = (w_i + w_{i−1})·(w_i + i), and the last one public: so many rows.
template <class F>
struct field_heavy {
  std::size_t rows = 2;
  void operator()(lucid::constraint_system auto& cs) const {
    F x{3}, y{5};
    auto older = cs.witness([&] { return x; });
    auto newer = cs.witness([&] { return y; });
    for (std::size_t i = 0; i + 1 < rows; ++i) {
      F const next = (x + y) * (y + F{i});
      auto const made = cs.witness([&] { return next; });
      cs.enforce(older + newer, newer + F{i} * lucid::one, made);
      older = newer, newer = made, x = y, y = next;
    }
    auto const out = cs.input([&] { return y; });
    cs.enforce(newer, lucid::one, out);
  }
};

}  // namespace circuits
