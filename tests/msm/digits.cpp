#include <doctest/doctest.h>

#include <cstdint>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/random.hpp>
#include <lucid/msm/digits.hpp>

#include <laws/msm.hpp>
#include <support/small_fields.hpp>
#include <support/tiny_curve.hpp>

namespace {

using namespace lucid;

// Σ d_j·2^(cj) over the windows that the width asks for, in the field; and every digit in its range.
template <class F>
void recoding_is_right(unsigned window, F const& s) {
  signed_digits<F> const cut{window};
  auto const balanced = balanced_scalar<F>::of(s);
  auto const prepared = cut.prepared(balanced.magnitude);
  unsigned const needed = cut.needed(static_cast<unsigned>(balanced.magnitude.bit_width()), window);
  REQUIRE(needed <= cut.windows());
  F sum;
  bool in_range = true;
  for (unsigned j = cut.windows(); j-- > 0;) {
    std::int32_t const d = cut.digit(prepared, j);
    for (unsigned k = 0; k < window; ++k) sum = doubled(sum);
    sum += d < 0 ? -F{static_cast<limb_t>(-d)} : F{static_cast<limb_t>(d)};
    in_range = in_range && d > -(std::int64_t{1} << (window - 1)) && d <= (std::int64_t{1} << (window - 1));
    in_range = in_range && static_cast<std::uint32_t>(d < 0 ? -d : d) <= cut.buckets(j) && (j < needed || d == 0);
  }
  CAPTURE(window);
  CHECK(in_range);
  CHECK((balanced.negative ? -sum : sum) == s);
}

TEST_CASE_TEMPLATE("signed_digits: digits in range whose sum is the scalar, every window × extremal and random scalars", F, bn254::scalar,
                   bls12_381::scalar) {
  seeded_entropy entropy{1};
  auto scalars = laws::extremal_scalars<F>();
  for (int i = 0; i < 50; ++i) scalars.push_back(random_element<F>(entropy));
  for (unsigned window = 1; window <= max_window; ++window) {
    for (auto const& s : scalars) recoding_is_right(window, s);
  }
}

TEST_CASE_TEMPLATE("signed_digits: every scalar of a small field, windows wider than the field too", F, tiny::curve_13::scalar,
                   tiny::curve_97::scalar) {
  for (unsigned window = 1; window <= 12; ++window) {
    for (limb_t s = 0; s < F::modulus()[0]; ++s) recoding_is_right(window, F{s});
  }
}

TEST_CASE("balanced_scalar: the smaller of s and r − s") {
  using F = bn254::scalar;
  CHECK(balanced_scalar<F>::of(F{5}).magnitude == big_uint<4>{5});
  CHECK_FALSE(balanced_scalar<F>::of(F{5}).negative);
  CHECK(balanced_scalar<F>::of(-F{5}).magnitude == big_uint<4>{5});
  CHECK(balanced_scalar<F>::of(-F{5}).negative);
  CHECK(balanced_scalar<F>::of(F::zero()).magnitude.is_zero());
  auto const half = balanced_scalar<F>::of(inverse(F{2}));  // (r + 1)/2, whose negative is smaller by one
  CHECK(half.negative);
  CHECK(half.magnitude == signed_digits<F>::largest);
}

TEST_CASE("signed_digits: as many windows as the bits need, the top one as narrow as it may be") {
  CHECK(signed_digits<bn254::scalar>::bits == 253);
  CHECK(signed_digits<bls12_381::scalar>::bits == 254);
  CHECK(signed_digits<bn254::scalar>{1}.windows() == 253);
  CHECK(signed_digits<bn254::scalar>{2}.windows() == 127);
  CHECK(signed_digits<bn254::scalar>{16}.windows() == 16);
  CHECK(signed_digits<bls12_381::scalar>{15}.windows() == 17);
  CHECK(signed_digits<bls12_381::scalar>{17}.windows() == 15);
  CHECK(signed_digits<bn254::scalar>{13}.buckets(18) == 4096);
  CHECK(signed_digits<bn254::scalar>{13}.buckets(19) == 48);  // the top 6 bits of (r − 1)/2 are 48
}

}  // namespace
