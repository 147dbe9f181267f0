// Functions with spans, compiled twice: from the headers as they are, and from a copy in which every span and counter has been deleted. script/test compares the
// instructions (script/lib/no_spans.sh).
#include <cstddef>
#include <cstdint>

#include <lucid/backend/cpu.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/msm/pippenger.hpp>
#include <lucid/poly/radix2_ntt.hpp>

using scalar = lucid::bn254::scalar;
using g1 = lucid::bn254::g1;

// A span around buffers, a counter, a part in a scope of its own, and a way out by an exception.
template <class Exec>
std::uint64_t sum(Exec const& exec, std::size_t n) {
  auto const span = exec.open("sum");
  lucid::buffer<std::uint64_t> values{exec, n};
  exec.count("elements", n);
  {
    auto const part = exec.open("sum/fill");
    for (std::size_t i = 0; i < n; ++i) values[i] = i * i;
  }
  std::uint64_t total = 0;
  for (auto const v : values) total += v;
  if (total == 5) throw total;
  return total;
}

std::uint64_t small(std::size_t n) { return sum(lucid::cpu::seq, n); }

// The library's own: every span of a transform and of a multi-scalar multiplication.
void transform(lucid::poly::domain<scalar> const& domain, lucid::view<scalar> values) {
  lucid::radix2_ntt{}.prepare(lucid::cpu::seq, domain).forward(lucid::cpu::seq, values);
}

#if defined(__clang__)
// g++ 12 is left out here: of the 86 functions it gives other registers to one that has no span and calls none (xyzz + affine), whenever lines elsewhere go.
lucid::jacobian<g1> multiply(lucid::view<lucid::affine<g1> const> bases, lucid::view<scalar const> scalars) {
  return lucid::pippenger{}(lucid::cpu::seq, bases, scalars);
}
#endif
