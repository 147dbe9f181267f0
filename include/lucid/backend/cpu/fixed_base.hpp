// Many multiples of one point on the CPU: a table of the multiples of every window, one mixed addition a digit.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/group/xyzz.hpp>
#include <lucid/msm/digits.hpp>
#include <lucid/msm/fixed_base.hpp>

namespace lucid::inline v0 {

template <class Threading>
struct implementation<fixed_base, cpu::backend<Threading>> {
  template <class Exec, class G>
  static buffer<affine<G>> run(Exec const& exec, fixed_base const& algorithm, affine<G> const& base,
                               view<typename G::scalar const> scalars) {
    auto const span = exec.open("msm/fixed_base");
    using scalar = typename G::scalar;
    std::size_t const n = scalars.size();
    unsigned const c = algorithm.window != 0 ? algorithm.window : std::clamp(static_cast<int>(std::bit_width(n)) - 4, 2, 12);
    signed_digits<scalar> const digits{c};
    std::size_t const stride = std::size_t{1} << (c - 1);
    buffer<affine<G>> table{exec, stride * digits.windows()};
    xyzz<G> power{base};
    for (unsigned j = 0; j < digits.windows(); ++j) {
      xyzz<G> multiple = power;
      for (std::size_t k = 0; k < stride; ++k) {
        table[j * stride + k] = multiple.to_jacobian().to_affine();
        multiple += power;
      }
      for (unsigned k = 0; k < c; ++k) power = doubled(power);
    }
    buffer<affine<G>> result{exec, n};
    bulk(exec, n, [&](std::size_t i) {
      auto const s = balanced_scalar<scalar>::of(scalars[i]);
      auto const prepared = digits.prepared(s.magnitude);
      xyzz<G> sum;
      for (unsigned j = 0; j < digits.windows(); ++j) {
        std::int32_t const d = digits.digit(prepared, j);
        if (d == 0) continue;
        affine<G> const& entry = table[j * stride + static_cast<std::size_t>(std::abs(d)) - 1];
        sum += (d < 0) != s.negative ? -entry : entry;
      }
      result[i] = sum.to_jacobian().to_affine();
    });
    return result;
  }
};

}  // namespace lucid::inline v0
