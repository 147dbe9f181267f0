#include <doctest/doctest.h>

#include <vector>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/butterfly.hpp>
#include <lucid/field/random.hpp>
#include <support/small_fields.hpp>

namespace {

// Residues at both ends of the range below p, and between.
template <class F>
std::vector<F> samples() {
  lucid::seeded_entropy entropy{7};
  auto largest = F::modulus();
  subtract_from(largest, decltype(largest){1});
  auto half = shifted_right(F::modulus(), 1);
  std::vector<F> x{F::zero(), F::one(), F::from_montgomery(decltype(largest){1}), F::from_montgomery(largest), F::from_montgomery(half)};
  for (int i = 0; i < 3; ++i) x.push_back(lucid::random_element<F>(entropy));
  return x;
}

template <class F>
F restored(F x) {
  lucid::relaxed<typename F::spec>::restore(x);
  CHECK(x.to_montgomery() < F::modulus());
  return x;
}

template <class F>
void check_steps() {
  using step = lucid::relaxed<typename F::spec>;
  for (F const& u : samples<F>()) {
    for (F const& v : samples<F>()) {
      F x = u;
      F y = v;
      step::sum_and_difference(x, y);
      CHECK(restored(x) == u + v);
      CHECK(restored(y) == u - v);
      for (F const& w : samples<F>()) {
        x = u;
        y = v;
        F sum = u;
        F difference = v;
        for (int repeat = 0; repeat < 4; ++repeat) {  // relaxed in, relaxed out
          F const t = w * difference;
          difference = sum - t;
          sum = sum + t;
          step::butterfly(x, y, w);
          CHECK(restored(x) == sum);
          CHECK(restored(y) == difference);
          F const s = sum;
          sum = s + difference;
          difference = s - difference;
          step::sum_and_difference(x, y);
          CHECK(restored(x) == sum);
          CHECK(restored(y) == difference);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE("butterfly: relaxed steps are the field's", F, lucid::bn254::scalar, lucid::bls12_381::scalar, lucid::bn254::base,
                   lucid::bls12_381::base, lucid::prime_field<lucid_test::field_97>) {
  check_steps<F>();
}

#if defined(LUCID_HAS_X86_64_ROWS)
TEST_CASE_TEMPLATE("butterfly: without two carry chains", F, lucid::bn254::scalar, lucid::bls12_381::scalar) {
  bool const had = lucid::arch::x86_64::has_two_carry_chains;
  lucid::arch::x86_64::has_two_carry_chains = false;
  check_steps<F>();
  lucid::arch::x86_64::has_two_carry_chains = had;
}
#endif
