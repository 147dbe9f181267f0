// expect: an odd modulus with a spare top bit
// Montgomery's reduction needs an odd modulus.
#include <lucid/field/prime_field.hpp>

struct spec {
  static constexpr std::size_t limbs = 1;
#ifdef LUCID_CONTROL
  static constexpr lucid::big_uint<1> modulus{101};
#else
  static constexpr lucid::big_uint<1> modulus{102};
#endif
};

auto f(lucid::prime_field<spec> x) { return x * x; }
