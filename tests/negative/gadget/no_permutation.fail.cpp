// expect: x^5 is no permutation of this field
// Where 5 divides p − 1, five elements have the same fifth power.
#include <lucid/field/prime_field.hpp>
#include <lucid/gadget/poseidon_parameters.hpp>

struct spec {
  static constexpr std::size_t limbs = 1;
#ifdef LUCID_CONTROL
  static constexpr lucid::big_uint<1> modulus{103};
#else
  static constexpr lucid::big_uint<1> modulus{101};
#endif
  static constexpr lucid::limb_t generator = 5;
};

lucid::poseidon_parameters<lucid::prime_field<spec>> parameters{{.width = 3, .partial_rounds = 1}};
