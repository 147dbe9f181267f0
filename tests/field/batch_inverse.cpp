#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/batch_inverse.hpp>
#include <support/field_samples.hpp>
#include <support/small_fields.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

using namespace lucid;
using namespace lucid_test;

namespace {

// n elements, every third of them 0 or none, all the same value now and then.
template <class F>
std::vector<F> mixed(std::size_t n, bool zeros) {
  seeded_entropy entropy{n};
  std::vector<F> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = zeros && i % 3 == 0 ? F::zero() : i % 5 == 0 ? F::one() : random_sample<F>(entropy);
  return x;
}

template <class F>
bool inverted(std::vector<F> const& before, std::vector<F> const& after) {
  bool all = before.size() == after.size();
  for (std::size_t i = 0; all && i < before.size(); ++i) {
    all = before[i].is_zero() ? after[i].is_zero() : before[i] * after[i] == F::one();
  }
  return all;
}

template <class F>
void every_size(execution_policy auto const& exec) {
  std::vector<std::size_t> sizes{4095, 4096, 4097, 8192, 8193};
  for (std::size_t n = 0; n <= 70; ++n) sizes.push_back(n);
  for (std::size_t const n : sizes) {
    for (bool const zeros : {false, true}) {
      auto const before = mixed<F>(n, zeros);
      auto after = before;
      batch_inverse(exec, view<F>{after});
      CHECK(inverted(before, after));
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE("batch_inverse: every size up to 70 and around whole batches, with zeros and without", F, bn254::scalar, bls12_381::base,
                   bn254::fq2) {
  every_size<F>(cpu::seq);
#if LUCID_TEST_HAS_TBB
  every_size<F>(cpu::par);
#endif
}

TEST_CASE("batch_inverse: zeros only, a single zero, zeros at both ends") {
  using F = bn254::base;
  for (std::size_t const n : {1u, 2u, 3u, 5000u}) {
    std::vector<F> x(n);
    batch_inverse(cpu::seq, view<F>{x});
    bool all = true;
    for (F const& e : x) all = all && e.is_zero();
    CHECK(all);
  }
  std::vector<F> x{F::zero(), F{2}, F::zero(), F{3}, F::zero()};
  batch_inverse(cpu::seq, view<F>{x});
  CHECK(x == std::vector<F>{F::zero(), inverse(F{2}), F::zero(), inverse(F{3}), F::zero()});
}

TEST_CASE("batch_inverse: all of a small field at once, more scratch than needed") {
  using F = prime_field<field_113>;
  std::vector<F> x, scratch(200, F{5});
  for (limb_t i = 0; i < 113; ++i) x.emplace_back(i);
  auto const before = x;
  batch_inverse_serial(view<F>{x}, view<F>{scratch});
  CHECK(inverted(before, x));
}

TEST_CASE("batch_inverse: in the compiler") {
  constexpr auto inverses = [] {
    using F = prime_field<field_127>;
    struct three {
      F x[3];
    } values{{F{2}, F{}, F{5}}};
    F scratch[3];
    batch_inverse_serial(view<F>{values.x, 3}, view<F>{scratch, 3});
    return values;
  }();
  CHECK((inverses.x[0] + inverses.x[0]).is_one());
  CHECK(inverses.x[1].is_zero());
  CHECK((inverses.x[2] * prime_field<field_127>{5}).is_one());
}
