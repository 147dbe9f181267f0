// Terms for sums on a device: points whose logarithms the host knows, made where they are needed, so that any number of them takes no time; and scalars.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/field/power.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/group/xyzz.hpp>

namespace lucid_bench {

// A mix of 64 bits in which every bit of i matters.
LUCID_HOST_DEVICE constexpr std::uint64_t mixed(std::uint64_t i) noexcept {
  i += 0x9e3779b97f4a7c15u;
  i = (i ^ i >> 30) * 0xbf58476d1ce4e5b9u;
  i = (i ^ i >> 27) * 0x94d049bb133111ebu;
  return i ^ i >> 31;
}
// The logarithm of point i: 32 bits, never 0.
LUCID_HOST_DEVICE constexpr std::uint32_t logarithm(std::size_t i) noexcept { return static_cast<std::uint32_t>(mixed(i)) | 1; }

template <class F>
LUCID_HOST_DEVICE constexpr F inverse_by_power(F const& x) noexcept {
  if constexpr (requires { x.c1; }) {
    return conjugate(x) * inverse_by_power(norm(x));
  } else {
    auto exponent = F::modulus();
    subtract_from(exponent, decltype(exponent){2});
    return power(x, exponent);
  }
}

// points[i] = [logarithm(i)]·generator, by a table of [byte·2^(8w)]·generator.
template <class G>
struct make_points {
  lucid::view<lucid::affine<G> const, lucid::memory_space::device> table;
  lucid::view<lucid::affine<G>, lucid::memory_space::device> points;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    lucid::xyzz<G> sum;
    std::uint32_t const k = logarithm(i);
    LUCID_ROLLED
    for (unsigned w = 0; w < 4; ++w) sum += table[256 * w + (k >> 8 * w & 255)];
    auto const u = inverse_by_power(sum.zzz);  // 1/ZZ = ZZ²/ZZZ²
    points[i] = {sum.x * square(sum.zz * u), sum.y * u};
  }
};

template <class G, class Exec>
lucid::buffer<lucid::affine<G>, lucid::memory_space::device> device_points(Exec const& exec, std::size_t n) {
  std::vector<lucid::affine<G>> table(4 * 256);
  lucid::jacobian<G> step = lucid::jacobian<G>::generator();
  for (unsigned w = 0; w < 4; ++w) {
    lucid::jacobian<G> sum;
    for (unsigned k = 0; k < 256; ++k) {
      table[256 * w + k] = sum.to_affine();
      sum += step;
    }
    step = sum;
  }
  auto const there = lucid::clone_to<lucid::memory_space::device, lucid::affine<G>>(exec, lucid::view<lucid::affine<G> const>{table});
  lucid::buffer<lucid::affine<G>, lucid::memory_space::device> points{exec, n};
  lucid::gpu::bulk(exec.stream(), "make_points", n, make_points<G>{there, points});
  return points;
}

// Σ scalars[i]·points[i] by the points' logarithms.
template <class G>
lucid::affine<G> expected_sum(std::vector<typename G::scalar> const& scalars, std::size_t n) {
  using F = typename G::scalar;
  F total;
  for (std::size_t i = 0; i < n; ++i) total += scalars[i] * F{logarithm(i)};
  auto const k = total.to_integer();
  lucid::jacobian<G> sum;
  for (std::size_t bit = k.bit_width(); bit-- > 0;) {
    sum = doubled(sum);
    if (k.bit(bit)) sum += lucid::affine<G>::generator();
  }
  return sum.to_affine();
}

// Uniform; 45 % zeros, 45 % ones and 10 % uniform; one value for all.
enum class device_scalars { uniform, witness, equal };

template <class F>
std::vector<F> make_scalars(device_scalars kind, std::size_t n) {
  std::vector<F> scalars(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t const bits = mixed(~i), percent = bits % 100;
    bool const is_full = kind == device_scalars::uniform || (kind == device_scalars::witness && percent >= 90);
    scalars[i] = is_full                         ? F{bits} * F{mixed(bits)} * F{mixed(bits + 1)} * F{mixed(bits + 2)} + F{mixed(bits + 3)}
                 : kind == device_scalars::equal ? F{mixed(1)} * F{mixed(2)} * F{mixed(3)} * F{mixed(4)}
                 : percent < 45                  ? F::zero()
                                                 : F::one();
  }
  return scalars;
}

}  // namespace lucid_bench
