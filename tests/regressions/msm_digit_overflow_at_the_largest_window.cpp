// The top digit of a scalar near the order did not fit its type at the widest window (curve25519-dalek#259): every window × the ends of the scalars.
#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/msm/digits.hpp>

#include <laws/msm.hpp>

namespace {

using namespace lucid;

TEST_CASE_TEMPLATE("dalek 259: digits of extremal scalars fit their window and make the scalar", F, bn254::scalar, bls12_381::scalar) {
  F const half = inverse(F{2});
  for (unsigned window = 1; window <= max_window; ++window) {
    CAPTURE(window);
    signed_digits<F> const cut{window};
    for (F const& s : {F{0}, F{1}, F{2}, -F{1}, -F{2}, half, half - F{1}, power(F{2}, limb_t{252}), power(F{2}, limb_t{252}) - F{1}}) {
      auto const balanced = balanced_scalar<F>::of(s);
      auto const prepared = cut.prepared(balanced.magnitude);
      F sum;
      for (unsigned j = cut.windows(); j-- > 0;) {
        std::int32_t const d = cut.digit(prepared, j);
        CHECK(static_cast<std::uint32_t>(d < 0 ? -d : d) <= cut.buckets(j));
        for (unsigned k = 0; k < window; ++k) sum = doubled(sum);
        sum += d < 0 ? -F{static_cast<limb_t>(-d)} : F{static_cast<limb_t>(d)};
      }
      CHECK(sum == (balanced.negative ? -s : s));
    }
  }
}

}  // namespace
