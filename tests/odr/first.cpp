// One of two units that include every header. Compiled without optimisation; second.cpp with it, and in the opposite order.
#include <lucid/curve/bls12_381.hpp>

using scalar = lucid::bls12_381::scalar;

scalar square_elsewhere(scalar x);

int main() {
  scalar const x{1234567};
  return square_elsewhere(x) == x * x ? 0 : 1;
}
