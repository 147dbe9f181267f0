// expect: could not convert
// An integer becomes an element only where somebody says so: F{7}.
#include <lucid/curve/bn254.hpp>

#ifdef LUCID_CONTROL
lucid::bn254::scalar f() { return lucid::bn254::scalar{7}; }
#else
lucid::bn254::scalar f() { return 7; }
#endif
