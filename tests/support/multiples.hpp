// Points whose logarithms are known: the sum of multiples of them is one multiple of the generator, computed in the scalar field.
#pragma once

#include <cstddef>
#include <vector>

#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/batch_affine.hpp>
#include <lucid/group/jacobian.hpp>
#include <support/points.hpp>

namespace lucid_test {

// Terms of a sum Σ scalar·factor·generator.
template <class G>
struct multiples {
  using scalar = typename G::scalar;
  std::vector<scalar> factors;
  std::vector<lucid::affine<G>> bases;
  std::vector<scalar> scalars;

  multiples() = default;
  // Bases 1·generator, 2·generator, …, and scalars of zero.
  explicit multiples(std::size_t n) : factors(n), bases(n), scalars(n) {
    std::vector<lucid::jacobian<G>> points(n);
    lucid::jacobian<G> point;
    for (std::size_t i = 0; i < n; ++i) {
      point += lucid::affine<G>::generator();
      points[i] = point;
      factors[i] = scalar{i + 1};
    }
    lucid::normalize_serial(lucid::view<lucid::jacobian<G> const>{points}, lucid::view<lucid::affine<G>>{bases});
  }

  [[nodiscard]] std::size_t size() const { return bases.size(); }
  void push_back(scalar const& factor, lucid::affine<G> const& base, scalar const& s) {
    factors.push_back(factor);
    bases.push_back(base);
    scalars.push_back(s);
  }
  void set_base(std::size_t i, scalar const& factor) {
    factors[i] = factor;
    bases[i] = double_and_add(lucid::jacobian<G>::generator(), factor.to_integer()).to_affine();
  }
  void negate_base(std::size_t i) {
    factors[i] = -factors[i];
    bases[i] = -bases[i];
  }
  void forget_base(std::size_t i) {
    factors[i] = scalar::zero();
    bases[i] = lucid::affine<G>::infinity();
  }
  [[nodiscard]] multiples slice(std::size_t begin, std::size_t n) const {
    multiples result;
    for (std::size_t i = begin; i < begin + n; ++i) result.push_back(factors[i], bases[i], scalars[i]);
    return result;
  }
  [[nodiscard]] multiples first(std::size_t n) const { return slice(0, n); }

  [[nodiscard]] lucid::affine<G> sum() const {
    scalar total;
    for (std::size_t i = 0; i < size(); ++i) total += factors[i] * scalars[i];
    return double_and_add(lucid::jacobian<G>::generator(), total.to_integer()).to_affine();
  }
};

}  // namespace lucid_test
