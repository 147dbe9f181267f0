// bellman's parameters and the shape of their circuit → a proving key, and back. The shape says what the file does not: which variables the points of A and B
// belong to, and the size of the domain.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <lucid/circuit/shape.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/interop/atomic_file.hpp>
#include <lucid/interop/bellman_parameters.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/qap/density.hpp>
#include <lucid/qap/matrices.hpp>
#include <lucid/qap/quotient.hpp>

namespace lucid::inline v0::bellman {

template <class Curve>
using proving_key = groth16::proving_key<Curve, qap::libsnark_reduction>;

namespace detail {

inline constexpr std::array<char const*, 6> list_names{"IC", "H", "L", "A", "B in G1", "B in G2"};
using list_counts = std::array<std::size_t, list_names.size()>;

// What goes with a key of this form for a circuit.
template <class F>
struct key_frame {
  qap::matrices<F> matrices;
  poly::domain<F> domain;
  qap::density a, b;

  template <class Exec>
  key_frame(Exec const& exec, shape<F> const& circuit)
      : matrices{circuit},
        domain{poly::log2_at_least(matrices.rows()), qap::libsnark_reduction::full_order_root<F>()},
        a{qap::density_of_a(exec, circuit)},
        b{qap::density_of_b(exec, circuit)} {}

  [[nodiscard]] list_counts counts() const {
    std::size_t const variables = matrices.variables();
    std::size_t const inputs = matrices.public_inputs() + 1;
    std::size_t const in_b = b.count(variables);
    return {inputs, qap::libsnark_reduction::h_length(domain.size()), variables - inputs, a.count(variables), in_b, in_b};
  }
};

[[nodiscard]] inline std::string another_circuit(std::size_t has, std::size_t wants) {
  return std::to_string(has) + " points, but the circuit has " + std::to_string(wants) + ": the parameters belong to another";
}

template <class Curve>
[[nodiscard]] proving_key<Curve> framed(parameters<Curve>&& points, key_frame<typename Curve::scalar>&& frame) {
  return {.verifying = std::move(points.verifying.key),
          .beta_g1 = points.verifying.beta_g1,
          .delta_g1 = points.verifying.delta_g1,
          .domain = std::move(frame.domain),
          .matrices = std::move(frame.matrices),
          .a = std::move(points.a),
          .b1 = std::move(points.b1),
          .b2 = std::move(points.b2),
          .l = std::move(points.l),
          .h = std::move(points.h),
          .a_density = std::move(frame.a),
          .b_density = std::move(frame.b)};
}

}  // namespace detail

// The key of parameters for their circuit: its variables and rows in the order in which the generator met them. No point is copied. Another circuit with equal
// counts cannot be told apart here: its proofs do not verify, and `prove` says so. Throws argument_error for counts that the circuit does not give.
template <class Exec, class Curve>
[[nodiscard]] proving_key<Curve> make_proving_key(Exec const& exec, parameters<Curve>&& points,
                                                  shape<typename Curve::scalar> const& circuit) {
  detail::key_frame<typename Curve::scalar> frame{exec, circuit};
  detail::list_counts const has{
      points.verifying.key.ic.size(), points.h.size(), points.l.size(), points.a.size(), points.b1.size(), points.b2.size()};
  auto const wants = frame.counts();
  for (std::size_t i = 0; i < has.size(); ++i) {
    if (has[i] != wants[i]) {
      throw argument_error(std::string{"parameters: "} + detail::list_names[i] + ": " + detail::another_circuit(has[i], wants[i]));
    }
  }
  return detail::framed(std::move(points), std::move(frame));
}

// Both steps, the counts compared before any point is decoded. Throws as read_parameters; decode_error also for counts that the circuit does not give.
template <class Curve, class Exec>
[[nodiscard]] proving_key<Curve> read_proving_key(Exec const& exec, view<std::byte const> bytes, std::string const& source,
                                                  shape<typename Curve::scalar> const& circuit, parameter_options const& options = {}) {
  auto const span = exec.open("interop/read bellman parameters");
  exec.count("bytes", bytes.size());
  auto const layout = read_parameter_layout<Curve>(bytes, source);
  auto frame = [&] {
    auto const part = exec.open("interop/densities");
    return detail::key_frame<typename Curve::scalar>{exec, circuit};
  }();
  auto const wants = frame.counts();
  std::array<point_list const*, 6> const lists{&layout.ic, &layout.h, &layout.l, &layout.a, &layout.b1, &layout.b2};
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (lists[i]->count != wants[i]) {
      throw decode_error(source, lists[i]->name, lists[i]->counted_at(), detail::another_circuit(lists[i]->count, wants[i]));
    }
  }
  return detail::framed(detail::decode_parameters<Curve>(exec, layout, source, options), std::move(frame));
}

// The file of a key, as bellman's generator writes it: points at infinity left out of A and B. Does not commit. Throws argument_error where the key holds points
// for variables that do not occur in its circuit (they would be lost), key_error also for a private variable in no constraint, which bellman's generator
// refuses as well; otherwise as write_parameters. Copies A and B where the key's are not dense already.
template <class Exec, class Curve>
void write_parameters(Exec const& exec, atomic_file& out, proving_key<Curve> const& key,
                      groth16::key_policy policy = groth16::key_policy::refuse_unfinished) {
  auto const span = exec.open("interop/write bellman parameters");
  auto const& circuit = key.matrices.shape();
  for (std::size_t i = 0; i < key.l.size(); ++i) {
    if (key.l[i].is_infinity()) {
      throw key_error(out.path() + ": private variable " + std::to_string(i) +
                      " is in no constraint, and the format has no place for its point at infinity");
    }
  }
  // The points of the variables that occur, copied into `dense` unless they stand alone already.
  auto const occurring = [&](char const* name, auto const& points, qap::density const& held, qap::density const& wanted, auto& dense) {
    if (held == wanted) return points.all();
    if (!held.is_full()) throw argument_error(std::string{"key: "} + name + ": points of other variables than those in the circuit");
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!wanted.contains(i) && !points[i].is_infinity()) {
        throw argument_error(std::string{"key: "} + name + ": variable " + std::to_string(i) +
                             " has a point, but does not occur in the circuit");
      }
    }
    dense = wanted.select(exec, points.all());
    return std::as_const(dense).all();
  };
  auto const [in_a, in_b] = [&] {
    auto const part = exec.open("interop/densities");
    return std::pair{qap::density_of_a(exec, circuit), qap::density_of_b(exec, circuit)};
  }();
  buffer<affine<typename Curve::g1>> a, b1;
  buffer<affine<typename Curve::g2>> b2;
  detail::write_lists<Curve>(exec, out, {key.verifying, key.beta_g1, key.delta_g1}, key.h, key.l,
                             occurring("A", key.a, key.a_density, in_a, a), occurring("B in G1", key.b1, key.b_density, in_b, b1),
                             occurring("B in G2", key.b2, key.b_density, in_b, b2), policy);
}

}  // namespace lucid::inline v0::bellman
