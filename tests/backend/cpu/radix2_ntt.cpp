#include <doctest/doctest.h>

#include <cstddef>
#include <thread>
#include <utility>
#include <vector>

#include <laws/ntt.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/radix2_ntt.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/two_adic.hpp>
#if LUCID_TEST_HAS_TBB
#include <tbb/global_control.h>

#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

using F = lucid::bn254::scalar;

lucid::poly::domain<F> points_of(unsigned k) { return {k, lucid::two_adic<F::spec>::root}; }

}  // namespace

static_assert(lucid::runs_on<lucid::radix2_ntt, std::remove_const_t<decltype(lucid::cpu::seq)>>);

// Levels are cut into passes once each, in order, whatever the size and the number of threads.
TEST_CASE("radix2_ntt on a cpu: the passes cover every level") {
  for (unsigned k = 0; k <= 32; ++k) {
    for (unsigned threads : {0u, 1u, 2u, 7u, 256u}) {
      lucid::cpu::detail::ntt_passes const passes{k, threads};
      CHECK(passes.row_levels <= k);
      CHECK(passes.above(0) == 0);
      for (unsigned i = 0; i < passes.count; ++i) {
        CHECK(passes.above(i) < passes.above(i + 1));
        CHECK(passes.above(i + 1) - passes.above(i) <= lucid::cpu::detail::ntt_passes::max_levels);
      }
      CHECK(passes.above(passes.count) + passes.row_levels == k);
      CHECK(passes.grain(1) == 1);
    }
  }
}

TEST_CASE("radix2_ntt on a cpu: bits in reverse") {
  for (unsigned k = 0; k <= 13; ++k) {
    std::size_t const n = std::size_t{1} << k;
    std::vector<std::size_t> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = i;
    lucid::cpu::detail::reverse_bits<std::size_t>(lucid::cpu::seq, x);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t reversed = 0;
      for (unsigned b = 0; b < k; ++b) reversed = 2 * reversed + ((i >> b) & 1);
      wrong += x[i] == reversed ? 0 : 1;
    }
    CHECK(wrong == 0);
  }
}

// However the levels are cut, the result is that of one pass: several column passes too, which only large sizes reach by themselves.
TEST_CASE("radix2_ntt on a cpu: every cut into passes") {
  namespace detail = lucid::cpu::detail;
  auto const& exec = lucid::cpu::seq;
  for (unsigned k : {5u, 10u, 13u}) {
    auto const points = points_of(k);
    auto const x = laws::random_vector<F>(points.size(), k);
    auto const tables = detail::make_tables<F>(exec, points, F::one());
    detail::inverse_roots<F> const roots{tables.inverse_roots.data()};
    auto down = x;
    auto up = x;
    detail::descend(down.data(), k, 1, 0, roots);
    detail::ascend(up.data(), k, 1, 1, 0, tables.coset_roots.data());
    detail::restore(down.data(), down.size());
    detail::restore(up.data(), up.size());
    for (unsigned row_levels = 0; row_levels < k; ++row_levels) {
      for (unsigned count = (k - row_levels + 7) / 8; count <= k - row_levels && count <= 4; ++count) {
        CAPTURE(row_levels);
        CAPTURE(count);
        detail::ntt_passes passes{k, 1};
        passes.row_levels = row_levels;
        passes.count = count;
        auto y = x;
        detail::descend_columns<F>(exec, passes, y, roots);
        detail::for_rows<F>(exec, passes, y, [&](F* row, std::size_t index) { detail::descend(row, row_levels, 1, index, roots); });
        detail::restore(y.data(), y.size());
        CHECK((y == down));
        y = x;
        detail::for_rows<F>(exec, passes, y,
                            [&](F* row, std::size_t) { detail::ascend(row, row_levels, 1, 1, 0, tables.coset_roots.data()); });
        detail::ascend_columns<F>(exec, passes, y, tables.coset_roots.data());
        CHECK((y == up));
      }
    }
  }
}

// Large enough for tiles by itself, against the definition at a few points.
TEST_CASE("radix2_ntt on a cpu: 2^16 elements by rows and columns") {
  auto const points = points_of(16);
  auto const x = laws::random_vector<F>(points.size(), 16);
  auto const plan = lucid::radix2_ntt{}.prepare(lucid::cpu::seq, points);
  auto const values = laws::transformed(x, [&](auto v) { plan.forward(lucid::cpu::seq, v); });
  auto const moved = laws::transformed(values, [&](auto v) { plan.inverse_then_coset(lucid::cpu::seq, v, points.root_of_twice()); });
  for (std::size_t i : {std::size_t{0}, std::size_t{1}, std::size_t{4095}, std::size_t{33333}, points.size() - 1}) {
    F const at = power(points.root(), lucid::limb_t{i});
    CHECK(values[i] == lucid::poly::evaluate<F>(x, at));
    CHECK(moved[i] == lucid::poly::evaluate<F>(x, at * points.root_of_twice()));
  }
}

#if LUCID_TEST_HAS_TBB
TEST_CASE("radix2_ntt on a cpu: the same for any number of threads") {
  tbb::global_control const seven{tbb::global_control::max_allowed_parallelism, 7};
  for (unsigned k : {0u, 1u, 5u, 9u, 10u, 11u, 14u}) {
    auto const points = points_of(k);
    auto const x = laws::random_vector<F>(points.size(), k);
    auto const everything = [&](auto const& exec) {
      auto const plan = lucid::radix2_ntt{}.prepare(exec, points);
      std::vector<std::vector<F>> results;
      results.push_back(laws::transformed(x, [&](auto v) { plan.forward(exec, v); }));
      results.push_back(laws::transformed(x, [&](auto v) { plan.inverse(exec, v); }));
      results.push_back(laws::transformed(x, [&](auto v) { plan.coset_forward(exec, v, F{3}); }));
      results.push_back(laws::transformed(x, [&](auto v) { plan.coset_inverse(exec, v, F{3}); }));
      results.push_back(laws::transformed(x, [&](auto v) { plan.inverse_then_coset(exec, v, points.root_of_twice()); }));
      return results;
    };
    auto const expected = everything(lucid::cpu::seq);
    for (int threads : {1, 2, 7}) {
      tbb::task_arena arena{threads};
      CHECK((everything(lucid::cpu::par_in(arena)) == expected));
    }
  }
}

// A plan is immutable: callers on threads of their own, each of whom uses all cores, do not disturb one another.
TEST_CASE("radix2_ntt on a cpu: one plan, several callers") {
  auto const points = points_of(12);
  auto const x = laws::random_vector<F>(points.size(), 3);
  auto const plan = lucid::radix2_ntt{}.prepare(lucid::cpu::par, points);
  auto const work = [&](auto const& exec) {
    return laws::transformed(x, [&](auto v) {
      plan.inverse_then_coset(exec, v, points.root_of_twice());
      plan.forward(exec, v);
      plan.inverse_then_coset(exec, v, F{3});
    });
  };
  auto const expected = work(lucid::cpu::par);
  std::vector<std::vector<F>> results(4);
  std::vector<std::thread> callers;
  for (auto& result : results) callers.emplace_back([&] { result = work(lucid::cpu::par); });
  for (auto& caller : callers) caller.join();
  for (auto const& result : results) CHECK((result == expected));
}

TEST_CASE("radix2_ntt on a cpu: large sizes [heavy]") {
  for (unsigned k : {18u, 20u}) {
    auto const points = points_of(k);
    auto const x = laws::random_vector<F>(points.size(), k);
    laws::ntt_inverses_undo(lucid::cpu::par, points, points.root_of_twice(), x);
  }
}
#endif
