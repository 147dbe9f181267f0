// expect: so many bits write some numbers in two ways
// As many bits as the modulus has: x and x + p would both be right.
#include <lucid/circuit/bits.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/curve/bn254.hpp>

using F = lucid::bn254::scalar;

void circuit(lucid::shape_recorder<F>& cs) {
#ifdef LUCID_CONTROL
  constexpr std::size_t bits = F::bits - 1;
#else
  constexpr std::size_t bits = F::bits;
#endif
  static_cast<void>(lucid::to_bits<bits>(cs, lucid::witness_number(cs, F{1})));
}
