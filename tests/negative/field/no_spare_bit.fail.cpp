// expect: an odd modulus with a spare top bit
// The carry-free product would lose its carry: 2^64 − 59 is a prime of 64 bits.
#include <lucid/field/prime_field.hpp>

struct spec {
  static constexpr std::size_t limbs = 1;
#ifdef LUCID_CONTROL
  static constexpr lucid::big_uint<1> modulus{0x7fffffffffffffe7};
#else
  static constexpr lucid::big_uint<1> modulus{0xffffffffffffffc5};
#endif
};

auto f(lucid::prime_field<spec> x) { return x * x; }
