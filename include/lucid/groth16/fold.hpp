// From a key whose points alone are known, such as one of a ceremony, to the key of the same secrets for proofs of four transforms (qap/folded_reduction.hpp,
// which has the mathematics). A cost of once a key, paid back by thousands of proofs (docs/decisions/0022-c-in-the-key.md); a setup of one's own makes such a
// key for nothing.
//
// D_k = Σ_j C_jk·M_j with M_j = [L_j(τ)·t(τ)/(2δ)]₁, and the M_j are n linear forms in the n points of H, none of which needs a product by a secret:
//   circom:    −L_j·t/2 takes L_j's values on the odd powers of g = ω_2n: M_j = −(1/n) Σ_m ω^(−jm)·g^m Σ_i ω^(im)·H_i
//   libsnark:  L_j = (1/n) Σ_i ω^(−ij)·X^i, hence M_j = (1/2n) Σ_i ω^(−ij)·H_i; and H is brought into the other's basis,
//              ℓ_(2i+1)·2 = −t·Σ_j (gω^i)^(−j)·X^j/n:  −(1/2n) Σ_j ω^(−ij)·g^(−j)·H_j.
//              The missing point of X^(n−1) may be any, since the two sums agree in it and the quotient has no such coefficient: infinity.
// Two transforms of n points either way.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <lucid/circuit/shape.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/inverse.hpp>
#include <lucid/field/power_of_two.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/batch_affine.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/msm/scalar_parts.hpp>
#include <lucid/msm/straus.hpp>
#include <lucid/poly/coset.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/qap/evaluate_at.hpp>
#include <lucid/qap/folded_reduction.hpp>

namespace lucid::inline v0::groth16 {

namespace detail {

// k·P for a P of order r.
template <class G>
[[nodiscard]] jacobian<G> multiple_of(affine<G> const& p, typename G::scalar const& k) noexcept {
  return straus<short_parts<G>, G>(view<affine<G> const>{&p, 1}, view<typename G::scalar const>{&k, 1});
}

// x[i] ← first·ratio^i·x[i].
template <class Exec, class G>
void scale_points(Exec const& exec, buffer<affine<G>>& x, typename G::scalar const& first, typename G::scalar const& ratio) {
  buffer<jacobian<G>> scaled{exec, x.size()};
  for_ranges(exec, x.size(), 64, [&](std::size_t begin, std::size_t end) {
    poly::for_progression(begin, end, first, ratio,
                          [&](std::size_t i, typename G::scalar const& factor) { scaled[i] = multiple_of<G>(x[i], factor); });
  });
  x = normalize(exec, std::as_const(scaled).all());
}

// x[i] ← Σ_j root^(ij)·x[j] for a root of unity of order n = 2^k, both in natural order [CT65]: (n/2)·log2 n multiples less n − 1, affine after each of the
// log2 n passes, so that a multiple is cut into halves over affine additions. Beside x, n Jacobian and n affine points.
template <class Exec, class G>
void transform_points(Exec const& exec, buffer<affine<G>>& x, typename G::scalar const& root) {
  auto const span = exec.open("groth16/fold/transform");
  using scalar = typename G::scalar;
  std::size_t const n = x.size();
  for (std::size_t i = 0, j = 0; i < n; ++i) {  // j: i with its bits reversed
    if (i < j) std::swap(x[i], x[j]);
    std::size_t bit = n / 2;
    for (; (j & bit) != 0; bit /= 2) j ^= bit;
    j |= bit;
  }
  buffer<scalar> powers{exec, n / 2};
  poly::fill_progression(exec, powers.all(), scalar::one(), root);
  buffer<jacobian<G>> sums{exec, n};
  for (std::size_t half = 1; half < n; half *= 2) {
    for_ranges(exec, n / 2, 32, [&](std::size_t begin, std::size_t end) {
      for (std::size_t b = begin; b < end; ++b) {
        std::size_t const column = b & (half - 1), i = 2 * b - column;
        jacobian<G> const v = column == 0 ? jacobian<G>{x[i + half]} : multiple_of<G>(x[i + half], powers[column * (n / 2 / half)]);
        sums[i] = v + x[i];
        sums[i + half] = -v + x[i];
      }
    });
    x = normalize(exec, std::as_const(sums).all());
  }
}

// H becomes ℓ_(2i+1)(τ)/δ, in place; the M_j of the head of this file are returned.
template <class Reduction, class Exec, class G>
[[nodiscard]] buffer<affine<G>> multiples_of_lagrange(Exec const& exec, poly::domain<typename G::scalar> const& domain,
                                                      buffer<affine<G>>& h) {
  using scalar = typename G::scalar;
  std::size_t const n = domain.size();
  scalar const inverse_root = inverse(domain.root());
  scalar const& g = domain.root_of_twice();
  scalar const minus_one_over_n = -divided_by_power_of_two(scalar::one(), domain.log2_size());
  buffer<affine<G>> m{exec, n};
  for (std::size_t i = 0; i < n; ++i) m[i] = i < h.size() ? h[i] : affine<G>::infinity();
  if constexpr (std::is_same_v<Reduction, qap::circom_reduction>) {
    transform_points(exec, m, domain.root());
    scale_points(exec, m, minus_one_over_n, g);
  } else {
    static_assert(std::is_same_v<Reduction, qap::libsnark_reduction>, "a reduction whose H query is not known here");
    scale_points(exec, m, -divided_by_power_of_two(minus_one_over_n, 1), scalar::one());
    buffer<affine<G>> in_values{exec, n};
    for (std::size_t i = 0; i < n; ++i) in_values[i] = -m[i];
    scale_points(exec, in_values, scalar::one(), inverse(g));
    transform_points(exec, in_values, inverse_root);
    h = std::move(in_values);
  }
  transform_points(exec, m, inverse_root);
  return m;
}

}  // namespace detail

// The key for proofs with C in the key, from any key with points of order r, which is used up, and the circuit's own C: of the key's shape, or where that has
// none, as one from a .zkey, of the circuit's shape with the same variables and rows in the same order (interop/r1cs.hpp). Deterministic; nothing in it is secret.
// n·log2 n + n multiples of points for circom's form, 2n more for libsnark's, and one addition a term of C; about 65 µs a multiple of one core: over a minute at n = 2^16.
// Throws argument_error when there is no C, it is another circuit's by its sizes, or the field has no ω_2n; key_error where H or L has not its number of points.
template <class Exec, class Curve, class Reduction>
[[nodiscard]] proving_key<Curve, qap::folded_reduction<Reduction>> fold(Exec const& exec, proving_key<Curve, Reduction>&& key,
                                                                        shape<typename Curve::scalar> const& circuit) {
  auto const span = exec.open("groth16/fold");
  using scalar = typename Curve::scalar;
  using g1 = typename Curve::g1;
  static_cast<void>(key.domain.root_of_twice());  // refuses before the key is touched
  if (!circuit.has_c()) throw argument_error("fold: the shape has no matrix C");
  if (circuit.variables() != key.variables() || circuit.public_inputs() != key.public_inputs() ||
      circuit.constraints() > key.domain.size()) {
    throw argument_error("fold: the shape is not of the key's circuit");
  }
  if (key.h.size() != Reduction::h_length(key.domain.size()) || key.l.size() != key.variables() - key.first_of_l()) {
    throw key_error("key: H or L has not as many points as its circuit asks for");
  }
  std::size_t const first = key.first_of_l();
  buffer<affine<g1>> const m = detail::multiples_of_lagrange<Reduction, Exec, g1>(exec, key.domain, key.h);

  qap::column_lists<scalar> const columns{exec, circuit.c(), key.variables()};
  auto const c = columns.lists(circuit.dictionary());
  buffer<jacobian<g1>> sums{exec, key.variables()};
  for_ranges(exec, key.variables(), 64, [&](std::size_t begin, std::size_t end) {
    constexpr std::size_t most = 16;  // terms that share their doublings
    affine<g1> base[most];
    scalar coefficient[most];
    for (std::size_t k = begin; k < end; ++k) {
      jacobian<g1> sum{k < first ? affine<g1>::infinity() : key.l[k - first]};
      for (std::uint64_t t = c.start[k]; t < c.start[k + 1]; t += most) {
        std::size_t const terms = std::min<std::size_t>(most, c.start[k + 1] - t);
        for (std::size_t i = 0; i < terms; ++i) base[i] = m[c.index[t + i]], coefficient[i] = c.dictionary[c.coefficient[t + i]];
        sum += straus<short_parts<g1>, g1>(view<affine<g1> const>{base, terms}, view<scalar const>{coefficient, terms});
      }
      sums[k] = sum;
    }
  });
  return {.verifying = std::move(key.verifying),
          .beta_g1 = key.beta_g1,
          .delta_g1 = key.delta_g1,
          .domain = key.domain,
          .matrices = std::move(key.matrices),
          .a = std::move(key.a),
          .b1 = std::move(key.b1),
          .b2 = std::move(key.b2),
          .l = normalize(exec, std::as_const(sums).all()),
          .h = std::move(key.h),
          .a_density = std::move(key.a_density),
          .b_density = std::move(key.b_density)};
}

template <class Exec, class Curve, class Reduction>
[[nodiscard]] proving_key<Curve, qap::folded_reduction<Reduction>> fold(Exec const& exec, proving_key<Curve, Reduction>&& key) {
  auto const circuit = key.matrices.shape();  // a handle, or the key's own would be moved
  return fold(exec, std::move(key), circuit);
}

}  // namespace lucid::inline v0::groth16
