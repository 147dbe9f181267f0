// Fields small enough to try everything. The first three have a transform of at least 16 points.
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

using field_13 = small_field<13, 2>;                        // 4 bits, s = 2
using field_251 = small_field<251, 6>;                      // 8 bits, s = 1
using field_113 = small_field<113, 3>;                      // 7 bits, s = 4; p = 1 (mod 4), so that square roots take the long way
using field_127 = small_field<127, 3>;                      // 7 bits, s = 1; −1 is no square, all ones but for the spare bits
using field_7681 = small_field<7681, 17>;                   // 13 bits, s = 9
using field_8191 = small_field<8191, 17>;                   // 13 bits, s = 1
using field_61_bits = small_field<0x1fffffffffffffff, 37>;  // 2^61 − 1

}  // namespace lucid_test
