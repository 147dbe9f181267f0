// Elements of a quadratic extension of a prime field as long constant expressions compute with them: digits that are not brought into order between products.
// A compiler's evaluator takes a third less than with quadratic.hpp, whose values these are. No arithmetic for programs that run.
#pragma once

#include <cstddef>

#include <lucid/field/constant_product.hpp>

namespace lucid::inline v0::detail {

// Fq2: a quadratic<…> over a prime field whose non-residue β = u² is a small integer, as the ones for towers are.
template <class Fq2>
struct constant_quadratic {
  using base = typename Fq2::base;
  using arithmetic = typename base::arithmetic;
  using product = constant_product<base::limbs>;
  using number = typename product::number;

  // The integer of least magnitude that a small element stands for.
  static constexpr int small(base const& x) noexcept {
    auto const magnitude = [](base const& e) {
      return e.to_integer() < typename base::integer{64} ? static_cast<int>(e.to_integer()[0]) : 64;
    };
    return magnitude(x) <= magnitude(-x) ? magnitude(x) : -magnitude(-x);
  }
  static constexpr int beta = small(Fq2::spec::multiply_by_non_residue(base::one()));
  static constexpr int most = 64;  // components of all values are below most·p
  static constexpr int absolute(int x) noexcept { return x < 0 ? -x : x; }

  // Values are x·2^(56·digits), not reduced.
  number c0, c1;

  static constexpr constant_quadratic one() noexcept {
    auto r = arithmetic::r;
    for (unsigned i = 0; i < product::spare; ++i) r = arithmetic::add(r, r);
    return {product::template split<0>(r), number{}};
  }

  // Two products, as quadratic's.
  friend constexpr constant_quadratic square(constant_quadratic const& a) noexcept {
    constexpr auto p = product::template split<0>(arithmetic::modulus);
    number sum{}, other{};
    for (std::size_t j = 0; j < product::digits; ++j) {
      sum.d[j] = a.c0.d[j] + a.c1.d[j];
      other.d[j] = a.c0.d[j] + beta * a.c1.d[j];
    }
    constant_quadratic result{product::product(sum, other, p, arithmetic::negated_inverse),
                              product::product(a.c0, a.c1, p, arithmetic::negated_inverse)};
    for (std::size_t j = 0; j < product::digits; ++j) {
      if constexpr (beta != -1) result.c0.d[j] -= (1 + beta) * result.c1.d[j];
      result.c1.d[j] += result.c1.d[j];
    }
    return result;
  }

  // a·(X0 + X1·u) of a square, which is below 2·share·p and has digits below share·2^56.
  static constexpr int share = absolute(1 + beta) > 0 ? 1 + absolute(1 + beta) : 2;
  template <int X0, int X1>
  static constexpr constant_quadratic times(constant_quadratic const& a) noexcept {
    constexpr signed_wide_t weight = absolute(X0) + absolute(beta) * absolute(X1);
    // The factors of the next square, of components of this size.
    constexpr auto of_next = [](signed_wide_t component) { return 2 * (1 + absolute(beta)) * component * component; };
    static_assert(weight < most &&
                      of_next(share * 1) * signed_wide_t{product::digits} < (signed_wide_t{1} << (126 - 2 * product::digit_bits)) &&
                      2 * share * weight <= most &&
                      of_next(2 * share * weight) < (signed_wide_t{1} << (product::digits * product::digit_bits - base::bits)),
                  "the tower's non-residues are too large for these digits");
    constant_quadratic result{};
    for (std::size_t j = 0; j < product::digits; ++j) {
      result.c0.d[j] = X0 * a.c0.d[j] + beta * X1 * a.c1.d[j];
      result.c1.d[j] = X1 * a.c0.d[j] + X0 * a.c1.d[j];
    }
    if constexpr (of_next(share * weight) * signed_wide_t{product::digits} >= (signed_wide_t{1} << (126 - 2 * product::digit_bits))) {
      carry(result.c0);
      carry(result.c1);
    }
    return result;
  }

  // Precondition: the components are above −most·p.
  constexpr Fq2 value() const noexcept { return {element(c0), element(c1)}; }

 private:
  static constexpr void carry(number& x) noexcept {
    for (std::size_t j = 0; j + 1 < product::digits; ++j) {
      x.d[j + 1] += x.d[j] >> product::digit_bits;
      x.d[j] &= signed_wide_t{product::mask};
    }
  }
  static constexpr base element(number x) noexcept {
    constexpr auto p = product::template split<0>(arithmetic::modulus);
    for (std::size_t j = 0; j < product::digits; ++j) x.d[j] += most * p.d[j];
    return base::from_montgomery(arithmetic::reduced_once(
        product::joined(product::product(x, product::template split<0>(arithmetic::r), p, arithmetic::negated_inverse))));
  }
};

}  // namespace lucid::inline v0::detail
