#include <lucid/qap/density.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif
#include <lucid/circuit/shape.hpp>
#include <lucid/curve/bn254.hpp>
#include <support/counting_memory.hpp>
#include <support/toy_systems.hpp>

using namespace lucid;
using F = bn254::curve::scalar;

namespace {

// Multiples of `step` below n, some of them said twice.
qap::density every(std::size_t step, std::size_t n) {
  return {cpu::seq, n, [&](auto const& set) {
            for (std::size_t i = 0; i < n; i += step) set(i);
            for (std::size_t i = 0; i < n; i += 7 * step) set(i);
          }};
}

std::vector<std::size_t> chosen(auto const& exec, qap::density const& density, std::size_t n) {
  std::vector<std::size_t> all(n);
  for (std::size_t i = 0; i < n; ++i) all[i] = i;
  auto const picked = density.select(exec, view<std::size_t const>{all});
  return {picked.begin(), picked.end()};
}

}  // namespace

TEST_CASE("density: selects what was set, in order, at every size around a word and a block") {
  for (std::size_t const n : {1u, 2u, 63u, 64u, 65u, 127u, 4095u, 4096u, 4097u, 8191u, 20000u}) {
    for (std::size_t const step : {1u, 2u, 3u, 64u, 4096u, 5000u}) {
      CAPTURE(n);
      CAPTURE(step);
      auto const density = every(step, n);
      std::vector<std::size_t> wanted;
      for (std::size_t i = 0; i < n; i += step) wanted.push_back(i);
      CHECK(density.count(n) == wanted.size());
      CHECK(density.is_full() == (wanted.size() == n));
      CHECK(chosen(cpu::seq, density, n) == wanted);
#if LUCID_TEST_HAS_TBB
      CHECK(chosen(cpu::par, density, n) == wanted);
#endif
      bool right = true;
      for (std::size_t i = 0; i < n; ++i) right = right && density.contains(i) == (i % step == 0);
      CHECK(right);
    }
  }
}

TEST_CASE("density: one made by default holds every variable of any number") {
  qap::density const all;
  CHECK(all.is_full());
  CHECK(all.contains(1'000'000));
  CHECK(all.count(17) == 17);
  CHECK(chosen(cpu::seq, all, 5) == std::vector<std::size_t>{0, 1, 2, 3, 4});
  CHECK(chosen(cpu::seq, all, 0).empty());
  CHECK(all == every(1, 100));
  CHECK_FALSE(all == every(2, 100));
}

TEST_CASE("density: none at all, and equality") {
  qap::density const none{cpu::seq, 100, [](auto const&) {}};
  CHECK(none.count(100) == 0);
  CHECK(chosen(cpu::seq, none, 100).empty());
  CHECK_FALSE(none == qap::density{});
  CHECK_FALSE(every(2, 100) == every(2, 98));
  CHECK_FALSE(every(2, 100) == every(4, 100));
  CHECK(every(2, 100) == every(2, 100));
}

TEST_CASE("density: of a circuit, it is the variables with a point that is not infinity: every input in A, and those with a term") {
  auto const system = lucid_test::random_system<F>(50, 4, 12);
  auto const& circuit = system.circuit;
  std::vector<bool> a(circuit.variables()), b(circuit.variables());
  std::vector<F> unit(circuit.variables());
  for (std::size_t i = 0; i < circuit.variables(); ++i) {
    unit[i] = F::one();
    a[i] = i <= circuit.public_inputs();
    for (std::size_t row = 0; row < circuit.constraints(); ++row) {
      if (!circuit.a().row_value(row, circuit.dictionary(), view<F const>{unit}).is_zero()) a[i] = true;
      if (!circuit.b().row_value(row, circuit.dictionary(), view<F const>{unit}).is_zero()) b[i] = true;
    }
    unit[i] = F::zero();
  }
  auto const in_a = qap::density_of_a(cpu::seq, circuit);
  auto const in_b = qap::density_of_b(cpu::seq, circuit);
  bool right = true;
  for (std::size_t i = 0; i < circuit.variables(); ++i) right = right && in_a.contains(i) == a[i] && in_b.contains(i) == b[i];
  CHECK(right);
  CHECK_FALSE(in_b.is_full());
}

TEST_CASE("density: terms that cancel, and zeros, leave no mark") {
  shape_builder<F> rows{4, 1, 2};
  rows.add(matrix_name::a, 0, 2, F{5});
  rows.add(matrix_name::a, 0, 2, -F{5});
  rows.add(matrix_name::b, 0, 3, F::zero());
  rows.add(matrix_name::b, 1, 2, F{1});
  auto const circuit = rows.finish(2);
  CHECK(chosen(cpu::seq, qap::density_of_a(cpu::seq, circuit), 4) == std::vector<std::size_t>{0, 1});
  CHECK(chosen(cpu::seq, qap::density_of_b(cpu::seq, circuit), 4) == std::vector<std::size_t>{2});
}

TEST_CASE("density: nine sixty-fourths of a byte a variable, from the policy") {
  lucid_test::counting_memory memory;
  std::size_t const n = 1 << 20;
  qap::density const density{cpu::seq.with(memory), n, [](auto const& set) { set(5); }};
  CHECK(memory.calls() == 2);
  CHECK(memory.peak() <= n * 9 / 64);
}
