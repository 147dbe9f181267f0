// expect: contract_broken
// A literal with more bits than its limbs hold.
#include <lucid/integer/literal.hpp>

#ifdef LUCID_CONTROL
constexpr auto x = lucid::hex<1>("0xffff'ffff'ffff'ffff");
#else
constexpr auto x = lucid::hex<1>("0x1'0000'0000'0000'0000");
#endif
static_assert(x == x);
