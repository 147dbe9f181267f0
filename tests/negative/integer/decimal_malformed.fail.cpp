// expect: contract_broken
// A literal that is no number.
#include <lucid/integer/literal.hpp>

#ifdef LUCID_CONTROL
constexpr auto x = lucid::decimal<4>("1000");
#else
constexpr auto x = lucid::decimal<4>("1,000");
#endif
static_assert(x == x);
