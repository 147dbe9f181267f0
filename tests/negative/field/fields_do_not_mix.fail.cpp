// expect: no match for
// A scalar is not a coordinate, though both are 32 bytes.
#include <lucid/curve/bn254.hpp>

#ifdef LUCID_CONTROL
auto f(lucid::bn254::scalar x, lucid::bn254::scalar y) { return x * y; }
#else
auto f(lucid::bn254::scalar x, lucid::bn254::base y) { return x * y; }
#endif
