// expect: could not convert
// Memory of a device is not memory of the host: the space is part of a view's type.
#include <lucid/exec/view.hpp>

int first(lucid::view<int const> x) { return x[0]; }

#ifdef LUCID_CONTROL
int f(lucid::view<int> x) { return first(x); }
#else
int f(lucid::view<int, lucid::memory_space::device> x) { return first(x); }
#endif
