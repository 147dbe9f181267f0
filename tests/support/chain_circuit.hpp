// A circuit of any number of rows whose every part grows with them: variables, rows, distinct coefficients, and one row with a term for each variable.
#pragma once

#include <cstddef>

#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/variable.hpp>

namespace lucid_test {

// x_{i+1} = (x_i + i + 2)·x_i, and Σ (i + 2)·x_i is public. `rows` rows of the chain and two more.
struct chain_circuit {
  std::size_t rows = 1;

  template <lucid::constraint_system CS>
  void operator()(CS& cs) const {
    using F = typename CS::field;
    F value{3};
    typename CS::accumulator sum{cs};
    lucid::variable x = cs.witness([&] { return value; });
    F total = value;
    sum.add(x, F::one());
    for (std::size_t i = 0; i < rows; ++i) {
      F const step{i + 2};
      lucid::variable const next = cs.witness([&] {
        value = (value + step) * value;
        total += step * value;
        return value;
      });
      auto const left = [&](auto& lc) {
        lc.add(x, F::one());
        lc.add(step);
      };
      auto const term = [](lucid::variable v) { return [v](auto& lc) { lc.add(v, F::one()); }; };
      cs.enforce(left, term(x), term(next));
      sum.add(next, step);
      x = next;
    }
    lucid::variable const shown = cs.input([&] { return total; });
    auto const all = [&](auto& lc) { sum.add_to(lc, F::one()); };
    cs.enforce(all, lucid::one, [&](auto& lc) { lc.add(shown, F::one()); });
    cs.enforce(lucid::one, all, [&](auto& lc) { lc.add(shown, F::one()); });
  }
};

}  // namespace lucid_test
