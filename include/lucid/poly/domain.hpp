// An evaluation domain: the powers of a root of unity of order 2^k. A description of points; no values, no transform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/field/power.hpp>
#include <lucid/field/two_adic.hpp>

namespace lucid::inline v0::poly {

// The least k with 2^k ≥ count; 0 for count 0 and 1.
[[nodiscard]] constexpr unsigned log2_at_least(std::uint64_t count) noexcept {
  unsigned k = 0;
  while (k < 64 && (std::uint64_t{1} << k) < count) ++k;
  return k;
}

// {ω^i : i < n}, n = 2^k, in this order. ω is a choice of the key format, not of the field: formats agree on a root of full order 2^s, 2^s ∥ p − 1, and
// ω = ω_n is its square taken s − k times.
template <class F>
class domain {
 public:
  using field = F;
  static constexpr unsigned max_log2_size = two_adic<typename F::spec>::order_log2;  // s

  // Throws argument_error when k > s, when 2^k elements cannot be addressed, or when full_order_root is not of order 2^s. s squares.
  domain(unsigned log2_size, F const& full_order_root) : full_order_root_(full_order_root), log2_size_(log2_size) {
    if (log2_size > max_log2_size || log2_size >= 48) {
      throw argument_error("domain: 2^" + std::to_string(log2_size) + " points, the field has subgroups of up to 2^" +
                           std::to_string(max_log2_size));
    }
    F power = full_order_root;
    for (unsigned order_log2 = max_log2_size; order_log2 > 0; --order_log2) {
      if (order_log2 == log2_size + 1) root_of_twice_ = power;
      if (order_log2 == log2_size) root_ = power;
      if (order_log2 == 1 && power != -F::one()) {
        throw argument_error("domain: the root of unity is not of order 2^" + std::to_string(max_log2_size));
      }
      power = square(power);
    }
  }

  // n and k
  [[nodiscard]] std::size_t size() const noexcept { return std::size_t{1} << log2_size_; }
  [[nodiscard]] unsigned log2_size() const noexcept { return log2_size_; }

  // ω_n, of order n exactly
  [[nodiscard]] F const& root() const noexcept { return root_; }
  [[nodiscard]] F const& full_order_root() const noexcept { return full_order_root_; }

  [[nodiscard]] bool has_twice() const noexcept { return log2_size_ < max_log2_size; }
  // ω_2n, with ω_2n² = ω_n. Throws argument_error when the field has no root of that order (k = s).
  [[nodiscard]] F const& root_of_twice() const {
    if (!has_twice()) {
      throw argument_error("domain: 2^" + std::to_string(log2_size_) +
                           " points are all the field has, there is no domain of twice the size");
    }
    return root_of_twice_;
  }

  // t(x) = x^n − 1, which is zero on the domain and nowhere else. k squares.
  [[nodiscard]] F vanishing(F const& x) const noexcept {
    F power = x;
    for (unsigned i = 0; i < log2_size_; ++i) power = square(power);
    return power - F::one();
  }

  friend bool operator==(domain const&, domain const&) noexcept = default;

 private:
  F full_order_root_;
  F root_ = F::one();
  F root_of_twice_ = F::zero();
  unsigned log2_size_;
};

}  // namespace lucid::inline v0::poly
