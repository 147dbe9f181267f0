// expect: a difference of such numbers may wrap around p
// Numbers of 253 bits below a modulus of 254: x − y + 2^253 may be p or more.
#include <lucid/circuit/shape.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/gadget/comparison.hpp>

using F = lucid::bn254::scalar;

void circuit(lucid::shape_recorder<F>& cs) {
#ifdef LUCID_CONTROL
  constexpr std::size_t bits = F::bits - 2;
#else
  constexpr std::size_t bits = F::bits - 1;
#endif
  auto const x = lucid::witness_number(cs, F{1});
  static_cast<void>(lucid::is_less<bits>(cs, x, lucid::number<F>::constant(F{2})));
}
