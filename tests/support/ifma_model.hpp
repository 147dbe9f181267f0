// What arch/ifma.hpp does, in plain C++: the algorithms over it are the same source, so they are tested where no machine has the instructions.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/config/target.hpp>
#include <lucid/integer/limb.hpp>

namespace lucid_test {

struct ifma_model {
  std::uint64_t w[8];

  static ifma_model zero() noexcept { return all(0); }
  static LUCID_NOINLINE ifma_model all(std::uint64_t x) noexcept { return {{x, x, x, x, x, x, x, x}}; }
  static ifma_model load(std::uint64_t const* p) noexcept {
    return each([&](std::size_t i) { return p[i]; });
  }
  void store(std::uint64_t* p) const noexcept {
    for (std::size_t i = 0; i < 8; ++i) p[i] = w[i];
  }
  static ifma_model mask_of_bit(std::uint8_t const* bytes, unsigned bit) noexcept {
    return each([&](std::size_t i) { return std::uint64_t{0} - (std::uint64_t{bytes[i]} >> bit & 1); });
  }

  friend LUCID_NOINLINE ifma_model operator+(ifma_model const& a, ifma_model const& b) noexcept {
    return each([&](std::size_t i) { return a.w[i] + b.w[i]; });
  }
  friend LUCID_NOINLINE ifma_model operator-(ifma_model const& a, ifma_model const& b) noexcept {
    return each([&](std::size_t i) { return a.w[i] - b.w[i]; });
  }
  friend LUCID_NOINLINE ifma_model operator&(ifma_model const& a, ifma_model const& b) noexcept {
    return each([&](std::size_t i) { return a.w[i] & b.w[i]; });
  }
  friend LUCID_NOINLINE ifma_model operator|(ifma_model const& a, ifma_model const& b) noexcept {
    return each([&](std::size_t i) { return a.w[i] | b.w[i]; });
  }
  friend LUCID_NOINLINE ifma_model operator^(ifma_model const& a, ifma_model const& b) noexcept {
    return each([&](std::size_t i) { return a.w[i] ^ b.w[i]; });
  }
  template <unsigned N>
  LUCID_NOINLINE ifma_model shifted_left() const noexcept {
    return each([&](std::size_t i) { return w[i] << N; });
  }
  template <unsigned N>
  LUCID_NOINLINE ifma_model shifted_right() const noexcept {
    return each([&](std::size_t i) { return w[i] >> N; });
  }
  template <unsigned N>
  LUCID_NOINLINE ifma_model signed_shifted_right() const noexcept {
    return each([&](std::size_t i) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(w[i]) >> N); });
  }

  friend LUCID_NOINLINE ifma_model multiply_add_low(ifma_model const& acc, ifma_model const& a, ifma_model const& b) noexcept {
    return each([&](std::size_t i) { return acc.w[i] + (static_cast<std::uint64_t>(product(a.w[i], b.w[i])) & digit); });
  }
  friend LUCID_NOINLINE ifma_model multiply_add_high(ifma_model const& acc, ifma_model const& a, ifma_model const& b) noexcept {
    return each([&](std::size_t i) { return acc.w[i] + static_cast<std::uint64_t>(product(a.w[i], b.w[i]) >> 52); });
  }

  unsigned zeros() const noexcept {
    unsigned m = 0;
    for (unsigned i = 0; i < 8; ++i) m |= static_cast<unsigned>(w[i] == 0) << i;
    return m;
  }

  static void load_four(std::uint64_t const* const* p, std::size_t offset, ifma_model* out) noexcept { gather<4>(p, offset, out); }
  static void load_two(std::uint64_t const* const* p, std::size_t offset, ifma_model* out) noexcept { gather<2>(p, offset, out); }
  static void store_four(ifma_model const* in, std::size_t offset, std::uint64_t* const* p) noexcept { scatter<4>(in, offset, p); }
  static void store_two(ifma_model const* in, std::size_t offset, std::uint64_t* const* p) noexcept { scatter<2>(in, offset, p); }

 private:
  static constexpr std::uint64_t digit = (std::uint64_t{1} << 52) - 1;

  template <class F>
  static ifma_model each(F&& f) noexcept {
    ifma_model r;
    for (std::size_t i = 0; i < 8; ++i) r.w[i] = f(i);
    return r;
  }
  static lucid::wide_t product(std::uint64_t a, std::uint64_t b) noexcept { return static_cast<lucid::wide_t>(a & digit) * (b & digit); }
  template <std::size_t N>
  static void gather(std::uint64_t const* const* p, std::size_t offset, ifma_model* out) noexcept {
    for (std::size_t k = 0; k < N; ++k) out[k] = each([&](std::size_t i) { return p[i][offset + k]; });
  }
  template <std::size_t N>
  static void scatter(ifma_model const* in, std::size_t offset, std::uint64_t* const* p) noexcept {
    for (std::size_t k = 0; k < N; ++k) {
      for (std::size_t i = 0; i < 8; ++i) p[i][offset + k] = in[k].w[i];
    }
  }
};

}  // namespace lucid_test
