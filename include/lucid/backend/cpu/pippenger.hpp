// Pippenger's algorithm on the CPU: buckets in XYZZ coordinates, one task a window.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/group/xyzz.hpp>
#include <lucid/msm/digits.hpp>
#include <lucid/msm/pippenger.hpp>

namespace lucid::inline v0 {

template <class Threading>
struct implementation<pippenger, cpu::backend<Threading>> {
  template <class Exec, class G>
  static jacobian<G> run(Exec const& exec, pippenger const& msm, view<affine<G> const> bases, view<typename G::scalar const> scalars) {
    auto const span = exec.open("msm");
    using scalar = typename G::scalar;
    using integer = typename scalar::integer;
    std::size_t const n = bases.size();
    if (n == 0) return {};
    unsigned const c = msm.window != 0 ? msm.window : std::clamp(static_cast<int>(std::bit_width(n)) - 3, 2, 16);
    signed_digits<scalar> const digits{c};
    unsigned const windows = digits.windows();
    buffer<integer> prepared{exec, n};
    buffer<std::uint8_t> negative{exec, n};
    bulk(exec, n, [&](std::size_t i) {
      auto const s = balanced_scalar<scalar>::of(scalars[i]);
      prepared[i] = digits.prepared(s.magnitude);
      negative[i] = s.negative;
    });
    std::size_t const stride = std::size_t{1} << (c - 1);
    buffer<xyzz<G>> buckets{exec, stride * windows};
    buffer<xyzz<G>> sums{exec, windows};
    for_ranges(exec, windows, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) {
        xyzz<G>* const bucket = buckets.data() + j * stride;
        std::fill_n(bucket, stride, xyzz<G>::infinity());
        for (std::size_t i = 0; i < n; ++i) {
          std::int32_t const d = digits.digit(prepared[i], static_cast<unsigned>(j));
          if (d == 0) continue;
          if ((d < 0) != (negative[i] != 0)) {
            bucket[std::abs(d) - 1] += -bases[i];
          } else {
            bucket[std::abs(d) - 1] += bases[i];
          }
        }
        xyzz<G> running, total;
        for (std::size_t b = digits.buckets(static_cast<unsigned>(j)); b-- > 0;) {
          running += bucket[b];
          total += running;
        }
        sums[j] = total;
      }
    });
    xyzz<G> total;
    for (unsigned j = windows; j-- > 0;) {
      for (unsigned k = 0; k < c; ++k) total = doubled(total);
      total += sums[j];
    }
    return total.to_jacobian();
  }
};

}  // namespace lucid::inline v0
