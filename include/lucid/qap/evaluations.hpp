// A, B and C of a quadratic arithmetic program as values on its domain: what a quotient is made from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <lucid/circuit/synthesis.hpp>
#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/poly/domain.hpp>

namespace lucid::inline v0::qap {

// Where a reduction takes C from.
enum class c_part : std::uint8_t {
  in_rows,  // from the evaluated rows, in every proof
  in_key,   // from points of the key (folded_reduction.hpp): rows have none
};

// One value a point of the domain: rows of the circuit, then input rows, then zeros. c is empty where C is in the key.
template <class F, memory_space Space = memory_space::host>
struct evaluations {
  buffer<F, Space> a, b, c;
};

template <class F>
struct planned_evaluations {
  planned_buffer<F> a, b, c;
};

namespace detail {

// Behind m rows: z_0 … z_s in A and nothing in B and C, then zeros to the end.
template <class F, memory_space Space>
struct input_rows_behind {
  view<F, Space> a, b, c;  // from row m on; c: or none
  view<F const, Space> one_and_inputs;

  LUCID_HOST_DEVICE void operator()(std::size_t i) const {
    a[i] = i < one_and_inputs.size() ? one_and_inputs[i] : F::zero();
    b[i] = F::zero();
    if (!c.empty()) c[i] = F::zero();
  }
  template <class Visit>
  void touches(Visit&& f) const {
    f(a), f(b), f(c), f(one_and_inputs);
  }
};

template <class F, memory_space Space>
void append_input_rows(execution_policy auto const& exec, evaluations<F, Space>& e, std::size_t m, view<F const, Space> one_and_inputs) {
  view<F, Space> const c = e.c.empty() ? view<F, Space>{} : e.c.all().from(m);
  for_each_index(exec, "qap/input_rows", e.a.size() - m,
                 input_rows_behind<F, Space>{e.a.all().from(m), e.b.all().from(m), c, one_and_inputs});
}

}  // namespace detail

// The evaluations of rows that synthesize has computed, with the input rows behind them, in the policy's working space. Takes the memory of the rows' a, b and c
// away one by one, so that no more than one of them is held twice; their z stays. Where C is in the key, c is only given back.
// Throws argument_error when a, b and c differ in length or the domain is too small.
template <class F, class Exec>
[[nodiscard]] evaluations<F, working_space<Exec>> pad_with_inputs(Exec const& exec, poly::domain<F> const& domain, evaluated_rows<F>& rows,
                                                                  c_part c = c_part::in_rows) {
  constexpr memory_space space = working_space<Exec>;
  auto const span = exec.open("qap/pad_with_inputs");
  std::size_t const m = rows.a.size();
  std::size_t const inputs = rows.z.public_inputs() + 1;
  if (rows.b.size() != m || rows.c.size() != m) throw argument_error("rows: A, B and C differ in length");
  if (m > domain.size() || inputs > domain.size() - m) {
    throw argument_error("domain: " + std::to_string(domain.size()) + " points for " + std::to_string(m) + " rows and " +
                         std::to_string(inputs) + " input rows");
  }
  if (c == c_part::in_key) rows.c.reset();
  exec.count("bytes moved", (c == c_part::in_key ? 2 : 3) * m * sizeof(F));
  auto const widened = [&](buffer<F>& from) {
    buffer<F, space> to{exec, domain.size()};
    if constexpr (space == memory_space::host) {
      for_each_index(exec, "qap/widen", m, copy_of_each<F, space>{from.all(), to.all()});
    } else {
      copy<F>(exec, view<F const>{from.all()}, to.all().subview(0, m));
    }
    from.reset();
    return to;
  };
  evaluations<F, space> e;
  e.a = widened(rows.a);
  e.b = widened(rows.b);
  if (c == c_part::in_rows) e.c = widened(rows.c);
  view<F const> const values = rows.z.all().subview(0, inputs);
  if constexpr (space == memory_space::host) {
    detail::append_input_rows<F, space>(exec, e, m, values);
  } else {
    auto const there = clone_to<space, F>(exec, values);
    detail::append_input_rows<F, space>(exec, e, m, there.all());
  }
  return e;
}

// The bytes of pad_with_inputs: the rows become n elements each, one after the other.
template <class F>
[[nodiscard]] planned_evaluations<F> plan_pad_with_inputs(memory_plan& memory, std::size_t n, planned_evaluations<F>&& rows) {
  auto const widened = [&](planned_buffer<F>& from) {
    planned_buffer<F> to{memory, n};
    from.reset();
    return to;
  };
  planned_evaluations<F> e;
  e.a = widened(rows.a);
  e.b = widened(rows.b);
  e.c = widened(rows.c);
  return e;
}

}  // namespace lucid::inline v0::qap
