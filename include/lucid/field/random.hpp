// Uniform field elements from a source of entropy.
#pragma once

#include <cstddef>
#include <span>

#include <lucid/config/error.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/exec/wipe.hpp>
#include <lucid/field/prime_field.hpp>

namespace lucid::inline v0 {

// limbs + 2 random limbs reduced modulo p: the bias is below 2^−128, and no source can make it loop. Throws what the source throws.
// What was drawn is wiped.
template <class F>
[[nodiscard]] F random_element(entropy_source auto& entropy) {
  struct draw {
    typename F::integer low, high;
    limb_t spare[2];
    ~draw() { wipe_bytes(this, sizeof *this); }
  } x{};
  entropy.fill(std::as_writable_bytes(std::span{x.low.limb}));
  entropy.fill(std::as_writable_bytes(std::span{x.spare}));
  x.high[0] = x.spare[0];
  if constexpr (F::limbs >= 2) {
    x.high[1] = x.spare[1];
  } else {  // one limb: fold twice
    x.low = F::from_wide(x.low, x.high).to_integer();
    x.high[0] = x.spare[1];
  }
  return F::from_wide(x.low, x.high);
}

// Never zero: where zero would give a secret away. A healthy source yields zero with probability below 2^−250, so zero twice is a broken one.
template <class F>
[[nodiscard]] F random_nonzero(entropy_source auto& entropy) {
  for (int attempt = 0; attempt < (F::bits < 64 ? 1000 : 2); ++attempt) {
    F const x = random_element<F>(entropy);
    if (!x.is_zero()) return x;
  }
  throw entropy_error("the source of randomness delivers zeros");
}

}  // namespace lucid::inline v0
