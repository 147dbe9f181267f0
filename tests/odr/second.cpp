// The other unit: the same types must mean the same bytes here.
#include <lucid/curve/bls12_381.hpp>

using scalar = lucid::bls12_381::scalar;
using fq2 = lucid::bls12_381::fq2;

scalar mixed_elsewhere(scalar x);
scalar mixed_elsewhere(scalar x) { return x * x - inverse(x + scalar::one()); }

fq2 mixed_elsewhere(fq2 x);
fq2 mixed_elsewhere(fq2 x) { return x * conjugate(square(x)) + fq2::one() * inverse_vartime(norm(x)); }
