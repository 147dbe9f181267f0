// Many multiples of one point on the CPU: a table of the multiples of every window, and one affine addition a digit, for many scalars at once so that they
// share inverses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/backend/cpu/affine_addition.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/share.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/batch_affine.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/msm/digits.hpp>
#include <lucid/msm/fixed_base.hpp>
#include <lucid/msm/scalar_parts.hpp>
#include <lucid/msm/window_model.hpp>

namespace lucid::inline v0 {

namespace cpu {

// d·2^(cj)·base for every window j and 1 ≤ d ≤ buckets(j): Σ buckets points, nearly as many additions.
template <class G>
class table_of_multiples {
 public:
  using cut = signed_digits<typename G::scalar>;

  template <class Exec>
  table_of_multiples(Exec const& exec, cut const& digits, affine<G> const& base) : row_(digits.windows() + 1, 0) {
    unsigned const windows = digits.windows();
    for (unsigned j = 0; j < windows; ++j) row_[j + 1] = row_[j] + digits.buckets(j);
    points_ = buffer<affine<G>>{exec, row_[windows]};

    buffer<jacobian<G>> powers{exec, windows};
    buffer<affine<G>> ones{exec, windows};
    jacobian<G> power = base;
    for (unsigned j = 0; j < windows; ++j) {
      powers[j] = power;
      for (unsigned k = 0; k < digits.window(); ++k) power = doubled(power);
    }
    normalize_serial<jacobian<G>>(powers.all(), ones.all());

    // From the first `known` multiples of a row to twice as many, all rows at once: (known + d)·P = known·P + d·P. Each worker takes some of the rows.
    buffer<typename affine_adder<G>::storage> adders{exec, workers_of(exec)};
    share(exec, workers_of(exec), std::min<std::size_t>(windows, workers_of(exec)), [&](std::size_t worker, std::size_t task) {
      std::size_t const tasks = std::min<std::size_t>(windows, workers_of(exec));
      affine_adder<G> adder{adders[worker]};
      std::size_t largest = 1;
      for (std::size_t j = task; j < windows; j += tasks) {
        points_[row_[j]] = ones[j];
        largest = std::max(largest, row_[j + 1] - row_[j]);
      }
      for (std::size_t known = 1; known < largest; known *= 2) {
        for (std::size_t j = task; j < windows; j += tasks) {
          affine<G>* const multiples = points_.data() + row_[j];
          std::size_t const wanted = std::min(2 * known, row_[j + 1] - row_[j]);
          for (std::size_t d = known; d < wanted; ++d) adder.add(multiples[known - 1], multiples[d - known], multiples[d]);
        }
        adder.flush();
      }
    });
  }

  // d·2^(cj)·base.
  [[nodiscard]] affine<G> const& multiple(unsigned j, std::uint32_t d) const noexcept { return points_[row_[j] + d - 1]; }

 private:
  std::vector<std::size_t> row_;
  buffer<affine<G>> points_;
};

}  // namespace cpu

template <class Threading>
struct implementation<fixed_base, cpu::backend<Threading>> {
  template <class Exec, class G>
  static buffer<affine<G>> run(Exec const& exec, fixed_base const& algorithm, affine<G> const& base,
                               view<typename G::scalar const> scalars) {
    auto const span = exec.open("msm/fixed_base");
    exec.count("elements", scalars.size());
    using scalar = typename G::scalar;
    std::size_t const n = scalars.size();
    buffer<affine<G>> result{exec, n};
    if (n == 0 || base.is_infinity()) {
      std::fill(result.begin(), result.end(), affine<G>::infinity());
      return result;
    }
    signed_digits<scalar> const digits{algorithm.window != 0 ? algorithm.window : choose<scalar>(n)};
    cpu::table_of_multiples<G> const table{exec, digits, base};

    // A chunk goes through the table window by window: large enough to use what it brings to the cache.
    std::size_t const workers = cpu::workers_of(exec);
    constexpr std::size_t shortest = 1024, longest = 16384;
    std::size_t const length = std::clamp(n / (4 * workers) + 1, shortest, longest);
    buffer<balanced_scalar<scalar>> recoded{exec, workers * length};
    buffer<typename cpu::affine_adder<G>::storage> adders{exec, workers};
    cpu::share(exec, workers, (n + length - 1) / length, [&](std::size_t worker, std::size_t chunk) {
      cpu::affine_adder<G> adder{adders[worker]};
      std::size_t const begin = chunk * length;
      std::size_t const size = std::min(length, n - begin);
      balanced_scalar<scalar>* const mine = recoded.data() + worker * length;
      affine<G>* const sums = result.data() + begin;
      for (std::size_t i = 0; i < size; ++i) {
        mine[i] = balanced_scalar<scalar>::of(scalars[begin + i]);
        mine[i].magnitude = digits.prepared(mine[i].magnitude);
        sums[i] = affine<G>::infinity();
      }
      for (unsigned j = 0; j < digits.windows(); ++j) {
        for (std::size_t i = 0; i < size; ++i) {
          std::int32_t const d = digits.digit(mine[i].magnitude, j);
          if (d == 0) continue;
          affine<G> const& multiple = table.multiple(j, static_cast<std::uint32_t>(d < 0 ? -d : d));
          bool const negative = mine[i].negative != (d < 0);
          if (sums[i].is_infinity()) {
            sums[i] = negative ? -multiple : multiple;
          } else {
            adder.add(sums[i], multiple, sums[i], negative ? cpu::affine_adder<G>::second_negative : cpu::affine_adder<G>::both_positive);
          }
        }
        adder.flush();
      }
    });
    return result;
  }

 private:
  // A bucket of the model is an entry of the table here: one addition to make.
  template <class Scalar>
  LUCID_COLD static unsigned choose(std::size_t n) {
    constexpr window_model model{.bucket = 7, .cheap_bits = 13, .miss = 0.4};
    std::vector<std::size_t> widths(signed_digits<Scalar>::bits + 1, 0);
    widths.back() = n;
    return model.choose<balanced_parts<Scalar>>(widths);
  }
};

}  // namespace lucid::inline v0
