// How radix2_ntt (poly/radix2_ntt.hpp) is carried out on a device: in place, in passes of at most nine levels each over device memory, in the order of the policy's
// stream; the host waits for nothing. The two directions and their roots are those of cpu/radix2_ntt.hpp, and so are the results, byte for byte.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>

#include <lucid/backend/gpu/block.cuh>
#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/backend/gpu/ntt_order.cuh>
#include <lucid/backend/gpu/ntt_passes.hpp>
#include <lucid/backend/gpu/ntt_roots.cuh>
#include <lucid/backend/gpu/ntt_tile.cuh>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/inverse.hpp>
#include <lucid/field/power_of_two.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/poly/radix2_ntt.hpp>

namespace lucid::inline v0 {

// Elements of one domain, roots and powers are all in the policy's device memory; views must begin at a multiple of 16 bytes.
template <>
struct implementation<radix2_ntt, gpu::backend> {
  static constexpr memory_space space = gpu::backend::space;
  template <class F>
  using tables = gpu::detail::ntt_tables<F>;
  template <class F>
  using elements = view<F, space>;

  template <class Exec, class F>
  static tables<F> prepare(Exec const& exec, poly::domain<F> const& points) {
    return gpu::detail::make_tables<F>(exec, points, gpu::detail::max_ntt_tile_log2);
  }

  template <class Exec, class F>
  static void forward(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, elements<F> x) {
    auto kernel = kernel_for(points, t, {&x, 1});
    kernel.forward = true;
    descend(exec, t, kernel, 1, false);
    reverse(exec, points, x, {});
  }

  template <class Exec, class F>
  static void inverse(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, elements<F> x) {
    auto kernel = kernel_for(points, t, {&x, 1});
    kernel.divide = true;
    descend(exec, t, kernel, 1, false);
    reverse(exec, points, x, {});
  }

  template <class Exec, class F>
  static void coset_forward(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, elements<F> x, F const& shift) {
    buffer<F, space> const own = roots_unless_shared(exec, points, t, shift);
    auto kernel = kernel_for(points, t, {&x, 1});
    if (!own.empty()) kernel.coset_roots = own;
    reverse(exec, points, x, {});
    ascend(exec, t, kernel, 1, true);
  }

  template <class Exec, class F>
  static void coset_inverse(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, elements<F> x, F const& shift,
                            F const& factor) {
    gpu::detail::power_lists<F> const lists{points.log2_size()};
    buffer<F, space> powers{exec, lists.size()};
    gpu::bulk(exec.stream(), "ntt_roots/powers", powers.size(),
              gpu::detail::fill_powers<F>{powers, lists, divided_by_power_of_two(factor, points.log2_size()), lucid::inverse(shift)});
    descend(exec, t, kernel_for(points, t, {&x, 1}), 1, false);
    reverse<F>(exec, points, x, powers);
  }

  // The last pass of the one and the first of the other are one pass over the rows.
  template <class Exec, class F>
  static void inverse_then_coset(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, elements<F> x, F const& shift) {
    inverse_then_coset(exec, points, t, {&x, 1}, shift);
  }
  // Vectors side by side fill the last blocks of each other's passes.
  template <class Exec, class F>
  static void inverse_then_coset(Exec const& exec, poly::domain<F> const& points, tables<F> const& t,
                                 std::initializer_list<elements<F>> vectors, F const& shift) {
    inverse_then_coset(exec, points, t, view<elements<F> const>{vectors.begin(), vectors.size()}, shift);
  }

  template <class Exec, class F>
  static typename tables<F>::planned plan_tables(Exec const&, poly::domain<F> const& points, memory_plan& memory) {
    return {memory, points};
  }
  // What any transform holds meanwhile; on a coset without a table `own_roots` more elements.
  template <class Exec, class F>
  static void plan_transform(Exec const&, poly::domain<F> const& points, memory_plan& memory, std::size_t own_roots = 0) {
    { planned_buffer<F> const own{memory, own_roots}; }
    planned_buffer<F> const powers{memory, gpu::detail::power_lists<F>{points.log2_size()}.size()};
  }

 private:
  template <class F>
  using kernel = gpu::detail::ntt_tile<F>;

  template <class Exec, class F>
  static void inverse_then_coset(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, view<elements<F> const> vectors,
                                 F const& shift) {
    buffer<F, space> const own = roots_unless_shared(exec, points, t, shift);
    for (std::size_t begin = 0; begin < vectors.size(); begin += gpu::detail::max_ntt_batch) {
      std::size_t const count = std::min<std::size_t>(gpu::detail::max_ntt_batch, vectors.size() - begin);
      auto kernel = kernel_for(points, t, vectors.subview(begin, count));
      if (!own.empty()) kernel.coset_roots = own;
      kernel.divide = true;
      descend(exec, t, kernel, count, true);
      ascend(exec, t, kernel, count, false);
    }
  }

  template <class F>
  static kernel<F> kernel_for(poly::domain<F> const& points, tables<F> const& t, view<elements<F> const> vectors) {
    kernel<F> k;
    for (std::size_t i = 0; i < vectors.size(); ++i) k.x[i] = vectors[i];
    k.inverse_roots = t.inverse_roots;
    k.coset_roots = t.coset_roots;
    k.log2_size = points.log2_size();
    return k;
  }

  // Natural → bit-reversed, and back up over the rows in the same pass if `return_over_rows`.
  template <class Exec, class F>
  static void descend(Exec const& exec, tables<F> const& t, kernel<F> k, std::size_t vectors, bool return_over_rows) {
    gpu::detail::ntt_passes const passes{k.log2_size, t.tile_log2};
    bool const divide = k.divide;
    for (unsigned i = 0; i < passes.count; ++i) {
      bool const rows = i + 1 == passes.count;
      k.pass = passes.at(i);
      k.descends = kernel<F>::rounds_of(k.pass.levels);
      k.ascends = rows && return_over_rows ? k.descends : 0;
      k.divide = rows && divide;
      gpu::blocks(exec.stream(), "ntt_tile", vectors * k.tiles(), k);
    }
  }
  // Bit-reversed → natural; without the rows unless `from_rows`.
  template <class Exec, class F>
  static void ascend(Exec const& exec, tables<F> const& t, kernel<F> k, std::size_t vectors, bool from_rows) {
    gpu::detail::ntt_passes const passes{k.log2_size, t.tile_log2};
    k.descends = 0;
    k.divide = false;
    for (unsigned i = from_rows ? passes.count : std::max(passes.count, 1U) - 1; i-- > 0;) {
      k.pass = passes.at(i);
      k.ascends = kernel<F>::rounds_of(k.pass.levels);
      gpu::blocks(exec.stream(), "ntt_tile", vectors * k.tiles(), k);
    }
  }

  template <class F, class Exec>
  static void reverse(Exec const& exec, poly::domain<F> const& points, elements<F> x, view<F const, space> powers) {
    gpu::bulk(exec.stream(), "ntt_order", points.size(), gpu::detail::reverse_bits<F>{x, points.log2_size(), powers});
  }

  // The roots of a coset that has no table; empty for the one that has.
  template <class Exec, class F>
  static buffer<F, space> roots_unless_shared(Exec const& exec, poly::domain<F> const& points, tables<F> const& t, F const& shift) {
    if (points.has_twice() && shift == points.root_of_twice()) return {};
    buffer<F, space> roots{exec, points.size()};
    gpu::detail::start_coset_roots<F>(exec.stream(), points, shift, t.inverse_roots, roots);
    return roots;
  }
};

static_assert(runs_on<radix2_ntt, policy<gpu::on_stream>>);

}  // namespace lucid::inline v0
