// The proving key of a circuit from a public first phase, as `snarkjs groth16 setup` makes it: the beginning of a second phase, not its
// end. γ and δ are the generators, so the key is *unfinished*: anyone can forge proofs for it until somebody contributes (snarkjs zkey
// contribute).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lucid/circuit/shape.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/batch_affine.hpp>
#include <lucid/group/endomorphism.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/group/scalar_mul.hpp>
#include <lucid/interop/circuit_hash.hpp>
#include <lucid/interop/ptau.hpp>
#include <lucid/interop/two_sided_key.hpp>
#include <lucid/interop/zkey.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/qap/evaluate_at.hpp>
#include <lucid/qap/matrices.hpp>
#include <lucid/qap/quotient.hpp>
#include <lucid/qap/sparse_product.hpp>

namespace lucid::inline v0::iden3 {

namespace detail {

// A coefficient as the shorter of k and −k: circuits are full of small negative ones.
template <class F>
struct signed_coefficient {
  typename F::integer magnitude;
  bool negative;

  explicit signed_coefficient(F const& k) : magnitude(k.to_integer()), negative(false) {
    if (auto const opposite = (-k).to_integer(); opposite < magnitude) {
      magnitude = opposite;
      negative = true;
    }
  }
};

// Σ coefficient·points[row] over one column.
template <class G, class F>
void add_column(jacobian<G>& sum, qap::term_lists<F> const& m, std::size_t column, view<signed_coefficient<F> const> dictionary,
                view<affine<G> const> points) {
  for (std::uint64_t t = m.start[column]; t < m.start[column + 1]; ++t) {
    auto const& k = dictionary[m.coefficient[t]];
    affine<G> const point = k.negative ? -points[m.index[t]] : points[m.index[t]];
    if (k.magnitude == typename F::integer{1}) {
      sum += point;
    } else {
      sum += multiply_vartime(point, k.magnitude);
    }
  }
}

}  // namespace detail

template <class Curve>
struct ptau_setup {
  zkey_proving_key<Curve> key;  // unfinished
  std::array<std::byte, 64> circuit_hash;
};

// Throws argument_error when the circuit has no C, or more rows than the file or the field has room for; decode_error when a point that is
// used is not on its curve; key_error when β differs between the groups or the points of a public input leave the subgroup. Work: a scalar multiplication for each coefficient but ±1, in
// parallel.
template <class Curve, class Exec>
[[nodiscard]] ptau_setup<Curve> setup_from_ptau(Exec const& exec, shape<typename Curve::scalar> const& circuit, view<std::byte const> bytes,
                                                std::string const& source) {
  auto const span = exec.open("interop/setup from ptau");
  using scalar = typename Curve::scalar;
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  if (!circuit.has_c()) throw argument_error("setup: this shape has no matrix C");
  ptau<Curve> const file{bytes, source};
  qap::matrices<scalar> matrices{circuit};
  std::size_t const variables = matrices.variables();
  std::size_t const instance = matrices.public_inputs() + std::size_t{1};
  std::size_t const circuit_rows = circuit.constraints();
  unsigned const log2_size = std::max(1u, poly::log2_at_least(matrices.rows()));
  if (log2_size > file.header().power) {
    throw argument_error(source + ": it has room for 2^" + std::to_string(file.header().power) + " rows, the circuit needs 2^" +
                         std::to_string(log2_size));
  }
  poly::domain<scalar> const domain{log2_size, qap::circom_reduction::full_order_root<scalar>()};
  if (!domain.has_twice()) throw argument_error("setup: a domain of 2^" + std::to_string(log2_size) + " points is all that the field has");

  constexpr auto check = subgroup_check::unchecked_subgroup;
  auto const tau_g1 = file.lagrange_g1(log2_size).read_all(exec, check);
  auto const tau_g2 = file.lagrange_g2(log2_size).read_all(exec, check);
  auto const alpha_tau = file.alpha_lagrange_g1(log2_size).read_all(exec, check);
  auto const beta_tau = file.beta_lagrange_g1(log2_size).read_all(exec, check);
  auto const first = [](auto const& section) {
    typename std::decay_t<decltype(section)>::point p;
    section.read(0, {&p, 1}, subgroup_check::required);
    return p;
  };
  affine<g1> const alpha_g1 = first(file.alpha_tau_g1());
  affine<g1> const beta_g1 = first(file.beta_tau_g1());
  affine<g2> const beta_g2 = first(file.beta_g2());
  if (!is_same_multiple<Curve>(beta_g1, beta_g2)) throw key_error(source + ": beta in G1 and beta in G2 do not belong together");

  // H: the odd half of the Lagrange basis of twice the size.
  auto const twice = file.lagrange_g1(log2_size + 1);
  buffer<affine<g1>> h{exec, domain.size()};
  bulk(exec, h.size(), [&](std::size_t i) { twice.read(2 * i + 1, h.all().subview(i, 1), check); });

  qap::column_lists<scalar> const by_column[] = {
      {exec, circuit.a(), variables}, {exec, circuit.b(), variables}, {exec, circuit.c(), variables}};
  auto const a = by_column[0].lists(circuit.dictionary());
  auto const b = by_column[1].lists(circuit.dictionary());
  auto const c = by_column[2].lists(circuit.dictionary());
  buffer<detail::signed_coefficient<scalar>> shorter{exec, circuit.dictionary().size()};
  for (std::size_t i = 0; i < shorter.size(); ++i) shorter[i] = detail::signed_coefficient<scalar>{circuit.dictionary()[i]};
  auto const dictionary = std::as_const(shorter).all();
  buffer<jacobian<g1>> sums_a{exec, variables}, sums_b1{exec, variables}, sums_k{exec, variables};
  buffer<jacobian<g2>> sums_b2{exec, variables};
  constexpr std::size_t grain = 16;
  for_ranges(exec, variables, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      jacobian<g1> sum_a, sum_b1, sum_k;
      jacobian<g2> sum_b2;
      detail::add_column<g1>(sum_a, a, i, dictionary, tau_g1.all());
      detail::add_column<g1>(sum_b1, b, i, dictionary, tau_g1.all());
      detail::add_column<g2>(sum_b2, b, i, dictionary, tau_g2.all());
      detail::add_column<g1>(sum_k, a, i, dictionary, beta_tau.all());
      detail::add_column<g1>(sum_k, b, i, dictionary, alpha_tau.all());
      detail::add_column<g1>(sum_k, c, i, dictionary, tau_g1.all());
      if (i < instance) {  // the input row (A, constraints + i, i, 1)
        sum_a += tau_g1[circuit_rows + i];
        sum_k += beta_tau[circuit_rows + i];
      }
      sums_a[i] = sum_a, sums_b1[i] = sum_b1, sums_b2[i] = sum_b2, sums_k[i] = sum_k;
    }
  });
  auto const k = normalize(exec, view<jacobian<g1> const>{sums_k.all().subview(0, instance)});
  // The file's points are on the curve, no more is asked of them; whoever verifies with these may rely on their order.
  if (!std::all_of(k.begin(), k.end(), [](affine<g1> const& p) { return is_in_subgroup(p); })) {
    throw key_error(source + ": its points give a public input one outside the subgroup");
  }

  zkey_proving_key<Curve> key{
      .verifying = {alpha_g1, beta_g2, affine<g2>::generator(), affine<g2>::generator(), std::vector<affine<g1>>(k.begin(), k.end())},
      .beta_g1 = beta_g1,
      .delta_g1 = affine<g1>::generator(),
      .domain = domain,
      .matrices = std::move(matrices),
      .a = normalize(exec, view<jacobian<g1> const>{sums_a}),
      .b1 = normalize(exec, view<jacobian<g1> const>{sums_b1}),
      .b2 = normalize(exec, view<jacobian<g2> const>{sums_b2}),
      .l = normalize(exec, view<jacobian<g1> const>{sums_k.all().from(instance)}),
      .h = std::move(h)};
  auto const hash = circuit_hash(exec, key, file);
  return {std::move(key), hash};
}

}  // namespace lucid::inline v0::iden3
