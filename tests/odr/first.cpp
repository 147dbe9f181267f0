// One of two units that include every header. Compiled without optimisation; second.cpp with it, and in the opposite order.
#include <lucid/curve/bls12_381.hpp>

using scalar = lucid::bls12_381::scalar;
using fq2 = lucid::bls12_381::fq2;

scalar mixed_elsewhere(scalar x);
fq2 mixed_elsewhere(fq2 x);

int main() {
  scalar const x{1234567};
  fq2 const y{fq2::base{89}, -fq2::base{1011}};
  bool const same = mixed_elsewhere(x) == x * x - inverse(x + scalar::one()) &&
                    mixed_elsewhere(y) == y * conjugate(square(y)) + fq2{inverse(norm(y)), fq2::base::zero()};
  return same ? 0 : 1;
}
