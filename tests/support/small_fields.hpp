// Fields small enough to try everything, with a transform of at least 16 points.
#pragma once

#include <cstddef>

#include <lucid/integer/big_uint.hpp>
#include <lucid/integer/limb.hpp>

namespace lucid_test {

// p = 2^s·t + 1; generator: of the multiplicative group.
template <lucid::limb_t P, lucid::limb_t Generator>
struct small_field {
  static constexpr std::size_t limbs = 1;
  static constexpr lucid::big_uint<1> modulus{P};
  static constexpr lucid::limb_t generator = Generator;
};

using field_17 = small_field<17, 3>;    // s = 4, t = 1
using field_97 = small_field<97, 5>;    // s = 5, t = 3
using field_257 = small_field<257, 3>;  // s = 8, t = 1

}  // namespace lucid_test
