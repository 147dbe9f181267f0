// Prime fields of every width from one limb to six, with moduli that leave as few spare bits as there may be, or next to none of their bits set. No curve uses
// them: they are here for the carries. The tests of montgomery.hpp ask GMP whether they are prime.
#pragma once

#include <cstddef>

#include <lucid/field/prime_field.hpp>
#include <lucid/integer/big_uint.hpp>

namespace lucid_test {

// 2^Bits − Below
template <std::size_t Bits, lucid::limb_t Below>
struct below_power_of_two {
  static constexpr std::size_t limbs = Bits / lucid::limb_bits + 1;
  static constexpr auto modulus = [] {
    auto p = lucid::shifted_left(lucid::big_uint<limbs>{1}, Bits);
    subtract_from(p, lucid::big_uint<limbs>{Below});
    return p;
  }();
};

// 2^Bits + Above
template <std::size_t Bits, lucid::limb_t Above>
struct above_power_of_two {
  static constexpr std::size_t limbs = Bits / lucid::limb_bits + 1;
  static constexpr auto modulus = [] {
    auto p = lucid::shifted_left(lucid::big_uint<limbs>{1}, Bits);
    add_to(p, lucid::big_uint<limbs>{Above});
    return p;
  }();
};

template <std::size_t Bits, lucid::limb_t Below>
using field_below = lucid::prime_field<below_power_of_two<Bits, Below>>;
template <std::size_t Bits, lucid::limb_t Above>
using field_above = lucid::prime_field<above_power_of_two<Bits, Above>>;

using one_limb_full = field_below<63, 25>;
using two_limbs_full = field_below<127, 1>;
using three_limbs_full = field_below<191, 19>;
using four_limbs_full = field_below<255, 19>;
using four_limbs_two_spare_bits = field_below<254, 245>;  // the narrowest room that a sum of products accepts
using four_limbs_sparse = field_above<192, 133>;
using five_limbs_full = field_below<319, 795>;
using six_limbs_full = field_below<383, 31>;
using six_limbs_two_spare_bits = field_below<382, 105>;
using six_limbs_sparse = field_above<320, 27>;

}  // namespace lucid_test
