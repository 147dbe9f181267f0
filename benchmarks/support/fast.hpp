// The fastest policy of the CPU that is here: all threads where oneTBB is, else one.
#pragma once

#include <lucid/backend/cpu/policy.hpp>
#if LUCID_BENCH_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

namespace lucid_bench {

inline constexpr auto const& fast =
#if LUCID_BENCH_HAS_TBB
    lucid::cpu::par;
#else
    lucid::cpu::seq;
#endif

}  // namespace lucid_bench
