#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <laws/ntt.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/poly/coset.hpp>
#include <support/small_fields.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

using F = lucid::bn254::scalar;

void check_progressions(auto const& exec) {
  F const first{3};
  F const ratio = F{5} * F{123456789};
  for (std::size_t n : {0u, 1u, 2u, 3u, 4u, 5u, 4095u, 4096u, 4097u, 9001u}) {
    CAPTURE(n);
    std::vector<F> expected;
    F x = first;
    for (std::size_t i = 0; i < n; ++i, x = x * ratio) expected.push_back(x);
    std::vector<F> filled(n);
    lucid::poly::fill_progression<F>(exec, filled, first, ratio);
    CHECK((filled == expected));
    auto scaled = laws::random_vector<F>(n, n);
    for (std::size_t i = 0; i < n; ++i) expected[i] *= scaled[i];
    lucid::poly::scale_by_progression<F>(exec, scaled, first, ratio);
    CHECK((scaled == expected));
  }
}

}  // namespace

TEST_CASE("coset: progressions of every length") {
  check_progressions(lucid::cpu::seq);
#if LUCID_TEST_HAS_TBB
  check_progressions(lucid::cpu::par);
#endif
}

TEST_CASE("coset: a progression of ratio zero") {
  std::vector<F> x(6);
  lucid::poly::fill_progression<F>(lucid::cpu::seq, x, F{9}, F::zero());
  CHECK(x[0] == F{9});
  for (std::size_t i = 1; i < x.size(); ++i) CHECK(x[i].is_zero());
}

TEST_CASE_TEMPLATE("coset: the shift lies outside the domain", Spec, lucid_test::field_17, lucid_test::field_97, lucid_test::field_257,
                   lucid::bn254::scalar_spec) {
  using field = lucid::prime_field<Spec>;
  using group = lucid::two_adic<Spec>;
  for (unsigned k = 0; k <= group::order_log2; ++k) {
    lucid::poly::domain<field> const points{k, group::root};
    bool const all_units = k == group::order_log2 && group::odd_part == typename field::integer{1};
    if (all_units) {
      CHECK_THROWS_AS(static_cast<void>(lucid::poly::coset_shift(points)), lucid::argument_error);
    } else {
      field const shift = lucid::poly::coset_shift(points);
      CHECK_FALSE(shift.is_zero());
      CHECK_FALSE(points.vanishing(shift).is_zero());
      if (points.has_twice()) CHECK(shift == points.root_of_twice());
    }
  }
}
