// The prover: from a key and an assignment to a proof that has been verified. Made of the public parts of the other rooms, in the order that
// a user would write them: there is no private door.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <lucid/circuit/assignment.hpp>
#include <lucid/circuit/satisfaction.hpp>
#include <lucid/circuit/synthesis.hpp>
#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/release.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/groth16/assemble.hpp>
#include <lucid/groth16/blinding.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/groth16/prepared_key.hpp>
#include <lucid/groth16/resident_key.hpp>
#include <lucid/groth16/verify.hpp>
#include <lucid/msm/pippenger.hpp>
#include <lucid/poly/radix2_ntt.hpp>
#include <lucid/qap/multiply.hpp>
#include <lucid/qap/quotient.hpp>

namespace lucid::inline v0::groth16 {

enum class self_verification { on, off };

struct prove_options {
  // Off gives up the promise that no bad proof is ever returned; it saves a few milliseconds, whatever the circuit's size.
  self_verification self_verify = self_verification::on;
  key_policy policy = key_policy::refuse_unfinished;
};

// The parts of a proof that hold much memory, in the order in which they run. Their spans, a plan and a progress bar say the same names.
enum class phase : std::uint8_t { multiply, quotient, msm_h, prepare_witness, msm_a, msm_b1, msm_b2, msm_l };
inline constexpr std::array<char const*, 8> phase_names{"qap/multiply",  "qap/quotient",   "groth16/msm h",  "groth16/prepare witness",
                                                        "groth16/msm a", "groth16/msm b1", "groth16/msm b2", "groth16/msm l"};
[[nodiscard]] constexpr char const* name_of(phase p) noexcept { return phase_names[static_cast<std::size_t>(p)]; }

namespace detail {

template <class Prepared, class Scalar>
LUCID_COLD void require_matching(Prepared const& key, assignment<Scalar> const& z) {
  if (z.variables() != key.variables()) {
    throw argument_error("witness: " + std::to_string(z.variables()) + " values, the key has " + std::to_string(key.variables()) +
                         " variables");
  }
  if (z.public_inputs() != key.public_inputs()) {
    throw argument_error("witness: " + std::to_string(z.public_inputs()) + " public inputs, the key has " +
                         std::to_string(key.public_inputs()));
  }
  if (!z.all()[0].is_one()) throw argument_error("witness: value 0 is not one");
  require_all_points(*key.key);
}

// Throws what went wrong: the first violated row where the shape holds all three matrices, else that the proof does not verify.
template <class Prepared, class Scalar>
[[noreturn]] LUCID_COLD void explain_failure(Prepared const& key, assignment<Scalar> const& z) {
  auto const& circuit = key.key->matrices.shape();
  if (auto const row = first_violated_row(circuit, z.all())) {
    throw unsatisfied_error("witness: constraint " + std::to_string(*row) + " is not satisfied");
  }
  throw self_verification_error(
      circuit.has_c()
          ? "the proof does not verify although the witness satisfies the circuit: the key is damaged, or the hardware miscomputes"
          : "the proof does not verify: the witness does not satisfy the circuit, or the key is damaged");
}

// For each variable the place of its base in a query, no_base where it has none, or infinity: where the query has points for the variables of a density, or from
// `first` on.
template <class Exec, class G>
[[nodiscard]] buffer<std::uint32_t> places_of(Exec const& exec, qap::density const& density, std::size_t first, std::size_t variables,
                                              view<affine<G> const> bases) {
  constexpr std::size_t grain = 4096;
  buffer<std::uint32_t> places{exec, variables};
  for_ranges(exec, variables, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      bool const there = density.is_full() && i >= first && !bases[i - first].is_infinity();
      places[i] = there ? static_cast<std::uint32_t>(i - first) : no_base;
    }
  });
  if (!density.is_full()) density.for_each(exec, [&](std::size_t i, std::size_t k) { places[i] = static_cast<std::uint32_t>(k); });
  return places;
}

// The four sums over an assignment, whose values are recoded and sorted once.
template <class Exec, class Msm, class Curve, class Reduction, memory_space Space, class Transform>
LUCID_COLD void sum_over_witness(Exec const& exec, Msm const& msm, prepared_key<Curve, Reduction, Space, Transform> const& key,
                                 view<typename Curve::scalar const, Space> z, queries<Curve>& sums) {
  auto digits = [&] {
    auto const span = exec.open(name_of(phase::prepare_witness));
    return msm.template prepare<typename Curve::g1>(exec, z);
  }();
  if constexpr (Space == memory_space::host) {
    auto const sum = [&](phase part, qap::density const& density, std::size_t first, auto const& bases) {
      auto const span = exec.open(name_of(part));
      auto places = [&] {
        auto const inner = exec.open("groth16/places");
        return places_of(exec, density, first, z.size(), bases);
      }();
      auto const total = msm.sum_prepared(exec, bases, digits, std::as_const(places).all());
      release(exec, "groth16/release", std::move(places));
      return total;
    };
    auto const& a = key.key->a_density;
    auto const& b = key.key->b_density;
    sums.a = sum(phase::msm_a, a, 0, key.a);
    sums.b1 = sum(phase::msm_b1, b, 0, key.b1);
    sums.b2 = sum(phase::msm_b2, b, 0, key.b2);
    sums.l = sum(phase::msm_l, qap::density{}, key.key->first_of_l(), key.l);
  } else {
    auto const sum = [&](phase part, auto const& bases, view<std::uint32_t const, Space> places) {
      auto const span = exec.open(name_of(part));
      return msm.sum_prepared(exec, bases, digits, places);
    };
    sums.a = sum(phase::msm_a, key.a, key.places_of_a);
    sums.b1 = sum(phase::msm_b1, key.b1, key.places_of_b1);
    sums.b2 = sum(phase::msm_b2, key.b2, key.places_of_b2);
    sums.l = sum(phase::msm_l, key.l, key.places_of_l);
  }
  release(exec, "groth16/release", std::move(digits));
}

}  // namespace detail

// The five sums over evaluated rows and the values of an assignment, all of them where the key is. Each MSM is one span, and so is recoding and sorting the values,
// before the four sums that share it.
template <class Exec, class Ntt, class Msm, class Curve, class Reduction, memory_space Space, class Transform>
[[nodiscard]] LUCID_COLD queries<Curve> evaluate_queries(Exec const& exec, Ntt const& ntt, Msm const& msm,
                                                         prepared_key<Curve, Reduction, Space, Transform> const& key,
                                                         qap::evaluations<typename Curve::scalar, Space> rows,
                                                         std::type_identity_t<view<typename Curve::scalar const, Space>> z) {
  queries<Curve> sums;
  {
    auto scalars = qap::quotient<Reduction>(exec, key.transform(ntt), key.domain(), std::move(rows));
    auto const span = exec.open(name_of(phase::msm_h));
    auto h = std::move(scalars);  // given back before the span closes
    sums.h = msm(exec, key.h, std::as_const(h).all());
    release(exec, "groth16/release", std::move(h));
  }
  detail::sum_over_witness(exec, msm, key, z, sums);
  return sums;
}

// The values of an assignment where a device's policy works: the one upload of a proof. From pinned memory the host goes on at once, and the assignment must stay.
template <class Exec, class F>
  requires(working_space<Exec> != memory_space::host)
[[nodiscard]] buffer<F, working_space<Exec>> upload(Exec const& exec, assignment<F> const& z) {
  auto const span = exec.open("groth16/upload");
  exec.count("bytes moved", z.variables() * sizeof(F));
  buffer<F, working_space<Exec>> there{exec, z.variables()};
  if (z.is_pinned()) {
    copy<F>(exec, view<F const, memory_space::pinned>{z.all().data(), z.variables()}, there.all());
  } else {
    copy<F>(exec, z.all(), there.all());
  }
  return there;
}

// Callable with an assignment (the rows are evaluated from the key's matrices) or with rows already evaluated (the path of synthesize;
// of the key's matrices only the numbers of variables are looked at then). Const, stateless, and shared by any number of threads.
// With a key on a device the same names: the values go up once, points come back, and the work of the host is blinding, the last equations and verification.
// Throws argument_error (sizes, more than 2^30 variables, z_0 ≠ 1), key_error (keys.hpp), entropy_error, unsatisfied_error, self_verification_error,
// out_of_memory, device_error.
// From a seeded source the proof is the same, byte for byte, under every policy and number of threads.
template <class Ntt = radix2_ntt, class Msm = pippenger>
struct prover {
  Ntt ntt{};
  Msm msm{};
  prove_options options{};

  template <class Exec, class Curve, class Reduction, memory_space Space, class Transform>
  [[nodiscard]] proof<Curve> operator()(Exec const& exec, prepared_key<Curve, Reduction, Space, Transform> const& key,
                                        assignment<typename Curve::scalar> const& z, entropy_source auto& entropy) const {
    static_assert(Space == working_space<Exec>, "the key was prepared for a policy that works elsewhere");
    auto const span = exec.open("groth16/prove");
    require_usable(*key.key, options.policy);
    detail::require_matching(key, z);
    if constexpr (Space == memory_space::host) {
      return finish(exec, key, qap::multiply(exec, key.matrices(), key.domain(), z.all(), Reduction::c), z.all(), z, entropy);
    } else {
      auto const values = upload(exec, z);
      return finish(exec, key, qap::multiply(exec, key.matrices(), key.domain(), values.all(), Reduction::c), values.all(), z, entropy);
    }
  }

  // rows: A·z, B·z, C·z of the circuit's constraints, without the input rows, which are added here.
  template <class Exec, class Curve, class Reduction, memory_space Space, class Transform>
  [[nodiscard]] proof<Curve> operator()(Exec const& exec, prepared_key<Curve, Reduction, Space, Transform> const& key,
                                        evaluated_rows<typename Curve::scalar> rows, entropy_source auto& entropy) const {
    static_assert(Space == working_space<Exec>, "the key was prepared for a policy that works elsewhere");
    auto const span = exec.open("groth16/prove");
    require_usable(*key.key, options.policy);
    auto given = std::move(rows);  // a parameter would outlive the span
    detail::require_matching(key, given.z);
    auto const result = [&] {
      if constexpr (Space == memory_space::host) {
        return finish(exec, key, qap::pad_with_inputs(exec, key.domain(), given, Reduction::c), given.z.all(), given.z, entropy);
      } else {
        auto const values = upload(exec, given.z);
        return finish(exec, key, qap::pad_with_inputs(exec, key.domain(), given, Reduction::c), values.all(), given.z, entropy);
      }
    }();
    release(exec, "groth16/release", std::move(given));
    return result;
  }

  template <class Exec, class Curve, class Reduction, class Values>
  [[nodiscard]] proof<Curve> operator()(Exec const& exec, proving_key<Curve, Reduction> const& key, Values&& values,
                                        entropy_source auto& entropy) const {
    return (*this)(exec, prepare(exec, key), std::forward<Values>(values), entropy);
  }

 private:
  template <class Exec, class Curve, class Reduction, memory_space Space, class Transform>
  [[nodiscard]] LUCID_COLD proof<Curve> finish(Exec const& exec, prepared_key<Curve, Reduction, Space, Transform> const& key,
                                               qap::evaluations<typename Curve::scalar, Space>&& rows,
                                               view<typename Curve::scalar const, Space> values,
                                               assignment<typename Curve::scalar> const& z, entropy_source auto& entropy) const {
    auto const blind = random_blinding<Curve>(entropy);
    auto const sums = evaluate_queries(exec, ntt, msm, key, std::move(rows), values);
    auto const result = [&] {
      auto const span = exec.open("groth16/assemble");
      return assemble(key, blind, sums);
    }();
    if (options.self_verify == self_verification::on) {
      auto const span = exec.open("groth16/self-verify");
      if (!verify<Curve>(key.verifying(), result, z.inputs(), options.policy)) detail::explain_failure(key, z);
    }
    return result;
  }
};

template <class Ntt, class Msm>
prover(Ntt, Msm) -> prover<Ntt, Msm>;
template <class Ntt, class Msm>
prover(Ntt, Msm, prove_options) -> prover<Ntt, Msm>;

// With the default parts.
template <class Exec, class Key, class Values>
[[nodiscard]] auto prove(Exec const& exec, Key const& key, Values&& values, entropy_source auto& entropy, prove_options options = {}) {
  return prover<>{.options = options}(exec, key, std::forward<Values>(values), entropy);
}

}  // namespace lucid::inline v0::groth16
