// Transforms in lanes, over a model of the instructions: the bytes of the transform one element at a time, for every cut into passes.
#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <laws/ntt.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/radix2_ntt.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/two_adic.hpp>
#include <support/ifma_model.hpp>

namespace {

namespace detail = lucid::cpu::detail;

struct model_passes {
  template <class F>
  static LUCID_NOINLINE void run(detail::lane_pass<F> const& pass) noexcept {
    detail::lane_tile<F, lucid_test::ifma_model>::run(pass);
  }
};

// Elements that are far from zero in every way: random ones, and p − 1 and 0 in turn.
template <class F>
std::vector<std::vector<F>> inputs(std::size_t n) {
  std::vector<F> extremes(n);
  for (std::size_t i = 0; i < n; ++i) extremes[i] = (i & 1) != 0 || i % 7 == 0 ? -F::one() : F::zero();
  std::vector<F> largest(n, F::from_montgomery(lucid::digits52::constants<F>::widened(F::modulus()).is_odd() ? [] {
                           auto x = F::modulus();
                           x[0] -= 1;
                           return x;
                         }()
                                                                                                             : F::modulus()));
  return {laws::random_vector<F>(n, n), extremes, largest};
}

}  // namespace

TEST_CASE_TEMPLATE("ntt_lanes: the same bytes as one element at a time, every cut into passes", F, lucid::bn254::scalar,
                   lucid::bls12_381::scalar) {
  using lanes = detail::lane_transform<model_passes, F>;
  auto const& exec = lucid::cpu::seq;
  for (unsigned k : {6u, 7u, 9u}) {
    CAPTURE(k);
    lucid::poly::domain<F> const points{k, lucid::two_adic<typename F::spec>::root};
    F const unit = lucid::digits52::constants<F>::in_lanes(F::one());
    auto const tables = detail::make_tables<F>(exec, points, F::one());
    auto const lane_tables = detail::make_tables<F>(exec, points, unit);
    F const scale = divided_by_power_of_two(unit, k);
    detail::lane_roots<F> const forward{lane_tables.inverse_roots.data(), -unit, true};
    detail::lane_roots<F> const inverse{lane_tables.inverse_roots.data(), -unit, false};
    F const* const up = lane_tables.coset_roots.data();

    for (auto const& x : inputs<F>(points.size())) {
      auto const by_elements = [&](auto const& roots, bool scaled, bool ascends) {
        auto y = x;
        detail::descend(y.data(), k, 1, 0, roots);
        for (F& e : y) e = scaled ? divided_by_power_of_two(e, k) : e;
        if (ascends) detail::ascend(y.data(), k, 1, 1, 0, tables.coset_roots.data());
        detail::restore(y.data(), y.size());
        return y;
      };
      auto const expected_forward = by_elements(detail::forward_roots<F>{tables.inverse_roots.data()}, false, false);
      auto const expected_inverse = by_elements(detail::inverse_roots<F>{tables.inverse_roots.data()}, true, false);
      auto const expected_both = by_elements(detail::inverse_roots<F>{tables.inverse_roots.data()}, true, true);
      auto expected_up = x;
      detail::ascend(expected_up.data(), k, 1, 1, 0, tables.coset_roots.data());
      detail::restore(expected_up.data(), expected_up.size());

      for (unsigned row_levels = 3; row_levels + 3 <= k; row_levels += k > 7 ? 2 : 1) {
        for (unsigned count = 1; count <= k - row_levels && count <= 3; ++count) {
          CAPTURE(row_levels);
          CAPTURE(count);
          auto passes = lanes::cut(k, 1);
          passes.row_levels = row_levels;
          passes.count = count;
          auto y = x;
          lanes::descend(exec, passes, y, forward, nullptr, nullptr, true);
          CHECK((y == expected_forward));
          y = x;
          lanes::descend(exec, passes, y, inverse, &scale, nullptr, true);
          CHECK((y == expected_inverse));
          y = x;
          lanes::descend(exec, passes, y, inverse, &scale, up, false);
          lanes::ascend_columns(exec, passes, y, up);
          CHECK((y == expected_both));
          y = x;
          lanes::ascend_rows(exec, passes, y, up);
          lanes::ascend_columns(exec, passes, y, up);
          CHECK((y == expected_up));
        }
      }
    }
  }
}

// The largest tile there is: values grow with every level.
TEST_CASE("ntt_lanes: as many levels as a pass may have") {
  using F = lucid::bls12_381::scalar;
  using lanes = detail::lane_transform<model_passes, F>;
  auto const& exec = lucid::cpu::seq;
  constexpr unsigned levels = detail::lane_pass<F>::max_levels;
  lucid::poly::domain<F> const points{levels + 3, lucid::two_adic<F::spec>::root};
  F const unit = lucid::digits52::constants<F>::in_lanes(F::one());
  auto const tables = detail::make_tables<F>(exec, points, F::one());
  auto const lane_tables = detail::make_tables<F>(exec, points, unit);
  auto const all = inputs<F>(points.size());
  for (auto const& x : {all[1], all[2]}) {
    auto expected = x;
    detail::descend(expected.data(), points.log2_size(), 1, 0, detail::inverse_roots<F>{tables.inverse_roots.data()});
    detail::restore(expected.data(), expected.size());
    auto passes = lanes::cut(points.log2_size(), 1);
    passes.row_levels = 3;
    passes.count = 1;
    auto y = x;
    lanes::descend(exec, passes, y, {lane_tables.inverse_roots.data(), -unit, false}, nullptr, nullptr, true);
    CHECK((y == expected));
  }
}

TEST_CASE("ntt_lanes: the passes cover every level, with eight rows and eight columns for each") {
  using lanes = detail::lane_transform<model_passes, lucid::bn254::scalar>;
  for (unsigned k = detail::min_ntt_lanes_log2; k <= 32; ++k) {
    auto const passes = lanes::cut(k, 1);
    CHECK(passes.row_levels >= 3);
    CHECK(k - passes.row_levels >= 3);
    CHECK(passes.row_levels <= lanes::max_pass_levels);
    CHECK(passes.count >= 1);
    for (unsigned i = 0; i < passes.count; ++i) CHECK(passes.above(i + 1) - passes.above(i) <= lanes::max_pass_levels);
    CHECK(passes.above(passes.count) + passes.row_levels == k);
  }
}
