// How much memory a proof is going to hold, phase by phase, before anything runs; and a refusal, with both numbers, where that does not fit. Each phase's bytes
// stand beside the code that allocates them (plan_multiply, plan_tables, pippenger::plan, …); this adds them up in the order of prove.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <lucid/circuit/assignment.hpp>
#include <lucid/circuit/synthesis.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/groth16/prove.hpp>
#include <lucid/groth16/resident_key.hpp>
#include <lucid/groth16/setup.hpp>
#include <lucid/qap/density.hpp>
#include <lucid/qap/multiply.hpp>
#include <lucid/qap/quotient.hpp>
#include <lucid/qap/resident_rows.hpp>

namespace lucid::inline v0::groth16 {

// Bytes that a phase holds at once, under the name of its span: its own and what earlier phases of the proof hand on; not the witness, the key and the shape.
struct planned_phase {
  char const* name;
  std::size_t bytes;
};

struct proof_plan {
  std::array<planned_phase, phase_names.size()> phases;  // in the order in which they run
  std::size_t witness = 0;                               // bytes of the assignment
  std::size_t key = 0;                                   // of the proving key's points and densities
  std::size_t shape = 0;                                 // of its matrices
  std::size_t assign = 0;                                // at once while circuit/assign makes the witness, the witness included
  std::size_t synthesize = 0;  // and while circuit/synthesize makes witness and rows, when it was told the circuit's size

  [[nodiscard]] planned_phase& operator[](phase p) noexcept { return phases[static_cast<std::size_t>(p)]; }
  [[nodiscard]] planned_phase const& operator[](phase p) const noexcept { return phases[static_cast<std::size_t>(p)]; }

  // The most that a proof holds beside witness, key and shape.
  [[nodiscard]] std::size_t peak() const noexcept {
    std::size_t most = 0;
    for (planned_phase const& phase : phases) most = std::max(most, phase.bytes);
    return most;
  }
  // With them.
  [[nodiscard]] std::size_t total() const noexcept { return peak() + witness + key + shape; }

  // Throws out_of_memory that names both numbers where a proof holds more than so many bytes beside witness, key and shape.
  void require_fits(std::size_t available) const {
    if (peak() <= available) return;
    auto const* largest = &phases[0];
    for (planned_phase const& phase : phases) {
      if (phase.bytes > largest->bytes) largest = &phase;
    }
    throw out_of_memory("plan: a proof takes " + std::to_string(peak()) + " bytes in " + largest->name + ", and " +
                        std::to_string(available) + " are left");
  }
  // The same for what a memory::limit has left: witness, key and shape are held already where they come from it.
  template <class Limit>
    requires requires(Limit const& l) { l.most() - l.held(); }
  void require_fits(Limit const& limit) const {
    require_fits(limit.most() - std::min<std::size_t>(limit.most(), limit.held()));
  }
};

namespace detail {

// work()'s peak, beside what is held before it, is that of the phase; returns what it keeps.
template <class Work>
auto plan_phase(proof_plan& plan, phase part, memory_plan& memory, Work const& work) {
  memory.restart_peak();
  auto kept = work();
  plan[part] = {name_of(part), memory.peak()};
  return kept;
}

// The assignment's digits, prepare(), and the four sums over them. places: elements of the tables that each sum makes; a key on a device has them.
template <class Curve, class Prepare>
void plan_witness_sums(proof_plan& plan, memory_plan& memory, std::size_t places_of_a_sum, Prepare const& prepare) {
  auto const digits = plan_phase(plan, phase::prepare_witness, memory, prepare);
  for (phase const part : {phase::msm_a, phase::msm_b1, phase::msm_b2, phase::msm_l}) {
    plan_phase(plan, part, memory, [&] {
      planned_buffer<std::uint32_t> places{memory, places_of_a_sum};
      if (part == phase::msm_b2) {
        digits.template plan_sum<typename Curve::g2>(memory);
      } else {
        digits.template plan_sum<typename Curve::g1>(memory);
      }
      return places;
    });
  }
}

// A transform whose tables are there already.
template <class Ntt>
struct without_tables {
  Ntt const& ntt;

  template <class Exec, class F>
  [[nodiscard]] planned_buffer<F> plan_tables(Exec const&, poly::domain<F> const&, memory_plan&) const noexcept {
    return {};
  }
  template <class Exec, class F>
  void plan_transform(Exec const& exec, poly::domain<F> const& points, memory_plan& memory) const {
    ntt.plan_transform(exec, points, memory);
  }
};

}  // namespace detail

// What a plan must know of a circuit and its key. Full densities where there is no key yet.
struct proof_sizes {
  std::size_t variables, public_inputs, constraints;
  std::size_t dictionary;  // coefficients of the shape
  std::size_t a_points, b_points;
  std::size_t pieces = 0;  // on a device, of rows of more than 32 terms of the matrix that has more of them
};

// For a proof from an assignment of full-size values. One of bits takes less in its sums, one of many lengths up to a tenth more. No memory is taken.
template <class Curve, class Reduction, class Exec, class Ntt, class Msm>
[[nodiscard]] proof_plan plan_for(Exec const& exec, proof_sizes const& sizes, poly::domain<typename Curve::scalar> const& domain,
                                  prover<Ntt, Msm> const& prove) {
  using scalar = typename Curve::scalar;
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  proof_plan plan{};
  std::size_t const l_points = sizes.variables - (Reduction::c == qap::c_part::in_key ? 0 : sizes.public_inputs + 1);
  std::size_t const h_points = Reduction::h_length(domain.size());
  plan.witness = sizes.variables * sizeof(scalar);
  plan.key = (sizes.a_points + sizes.b_points + l_points + h_points) * sizeof(affine<g1>) + sizes.b_points * sizeof(affine<g2>);
  circuit_size const size{sizes.constraints, sizes.variables, sizes.public_inputs};
  memory_plan assigned, synthesized;
  plan_assign<scalar>(assigned, size);
  plan_synthesize<scalar>(synthesized, size);
  plan.assign = assigned.peak();
  plan.synthesize = synthesized.peak();

  memory_plan memory;
  constexpr bool on_host = working_space<Exec> == memory_space::host;
  planned_buffer<scalar> const values{memory, on_host ? 0 : sizes.variables};
  auto evaluated = detail::plan_phase(plan, phase::multiply, memory, [&] {
    auto planned = qap::plan_multiply<scalar>(exec, memory, domain.size(), sizes.dictionary, Reduction::c);
    if constexpr (!on_host) planned_buffer<scalar> const partial{memory, sizes.pieces};
    return planned;
  });
  auto h = detail::plan_phase(plan, phase::quotient, memory, [&] {
    if constexpr (on_host) {
      return Reduction::plan(exec, prove.ntt, domain, memory, std::move(evaluated));
    } else {
      return Reduction::plan(exec, detail::without_tables<Ntt>{prove.ntt}, domain, memory, std::move(evaluated));
    }
  });
  detail::plan_phase(plan, phase::msm_h, memory, [&] {
    prove.msm.template plan<g1>(exec, h_points, memory);
    return std::move(h);  // until the sum is made
  });
  detail::plan_witness_sums<Curve>(plan, memory, on_host ? sizes.variables : 0,
                                   [&] { return prove.msm.template plan_prepare<g1>(exec, sizes.variables, memory); });
  return plan;
}

// For a key that is there. Under a policy of a device, phases and key are bytes of the device's memory: the witness's values in each phase, and of the key what prepare
// holds; witness and shape are the host's. Then it looks at each term of the matrices.
template <class Exec, class Curve, class Reduction, class Prover = prover<>>
[[nodiscard]] proof_plan plan(Exec const& exec, proving_key<Curve, Reduction> const& key, Prover const& prove = {}) {
  auto const& circuit = key.matrices.shape();
  proof_sizes sizes{
      key.variables(), key.public_inputs(), circuit.constraints(), circuit.dictionary().size(), key.a.size(), key.b1.size(), 0};
  proof_plan result;
  if constexpr (working_space<Exec> == memory_space::host) {
    result = plan_for<Curve, Reduction>(exec, sizes, key.domain, prove);
    result.key += key.a_density.bytes() + key.b_density.bytes();
  } else {
    auto const a = qap::resident_sizes::of(circuit.a()), b = qap::resident_sizes::of(circuit.b());
    sizes.pieces = std::max(a.pieces, b.pieces);
    result = plan_for<Curve, Reduction>(exec, sizes, key.domain, prove);
    memory_plan tables;
    auto const held = prove.ntt.plan_tables(exec, key.domain, tables);
    result.key = detail::resident_bytes(key, a, b) + tables.held();
  }
  result.shape = circuit.bytes();
  return result;
}

// For a shape and the key that single_party_setup would make for it.
template <class Curve, class Reduction = qap::circom_reduction, class Exec, class Prover = prover<>>
[[nodiscard]] proof_plan plan(Exec const& exec, shape<typename Curve::scalar> const& circuit, Prover const& prove = {}) {
  proof_sizes const sizes{circuit.variables(),
                          circuit.public_inputs(),
                          circuit.constraints(),
                          circuit.dictionary().size(),
                          circuit.variables(),
                          circuit.variables(),
                          0};
  proof_plan result = plan_for<Curve, Reduction>(exec, sizes, domain_for<Reduction>(qap::matrices<typename Curve::scalar>{circuit}), prove);
  result.shape = circuit.bytes();
  return result;
}

// For these values: a look at each of them and of the key's points. Within a few digits of zero of what the proof holds. Takes a byte a value for the look.
template <class Exec, class Curve, class Reduction, class Ntt = radix2_ntt, class Msm = pippenger>
  requires(working_space<Exec> == memory_space::host)
[[nodiscard]] proof_plan plan(Exec const& exec, proving_key<Curve, Reduction> const& key, assignment<typename Curve::scalar> const& z,
                              prover<Ntt, Msm> const& prove = {}) {
  auto const span = exec.open("groth16/plan");
  auto const prepared = prepare(exec, key);
  detail::require_matching(prepared, z);
  proof_plan result = plan(exec, key, prove);
  memory_plan memory;
  detail::plan_witness_sums<Curve>(result, memory, z.variables(),
                                   [&] { return prove.msm.template plan_prepare<typename Curve::g1>(exec, z.all(), memory); });
  return result;
}

}  // namespace lucid::inline v0::groth16
