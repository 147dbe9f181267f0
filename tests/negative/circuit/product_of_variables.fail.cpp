// expect: no match for
// A product of two variables is a row, not an expression.
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/curve/bn254.hpp>

using F = lucid::bn254::scalar;

void circuit(lucid::shape_recorder<F>& cs) {
  auto const x = lucid::witness_number(cs, F{3});
  auto const y = lucid::witness_number(cs, F{4});
#ifdef LUCID_CONTROL
  lucid::expose(cs, F{3} * x + y);
#else
  lucid::expose(cs, x * y);
#endif
}
