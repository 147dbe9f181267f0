// The other unit: the same types must mean the same bytes here.
#include <lucid/curve/bls12_381.hpp>

using scalar = lucid::bls12_381::scalar;

scalar square_elsewhere(scalar x);
scalar square_elsewhere(scalar x) { return x * x; }
