// expect: could not convert
// A view of constants does not become a view of variables.
#include <lucid/exec/view.hpp>

void clear(lucid::view<int> x) { x[0] = 0; }

#ifdef LUCID_CONTROL
void f(lucid::view<int> x) { clear(x); }
#else
void f(lucid::view<int const> x) { clear(x); }
#endif
