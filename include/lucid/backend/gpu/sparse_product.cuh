// How qap::sparse_product is carried out on a device: one thread a row, one a piece of a long row, and a block for the pieces of each long row.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/backend/gpu/block.cuh>
#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/qap/resident_rows.hpp>
#include <lucid/qap/sparse_product.hpp>

namespace lucid::inline v0 {

namespace gpu {

// out[row] ← the sum of its pieces, a block for each long row: each thread adds up every 64th, then halves meet.
template <class F>
struct long_row_sums {
  static constexpr unsigned threads = 64;
  static constexpr unsigned phases = 8;
  struct shared {
    F sum[threads];
  };
  struct local {};

  view<qap::long_row const, memory_space::device> long_rows;
  view<F const, memory_space::device> partial;
  view<F, memory_space::device> out;

  template <unsigned P>
  LUCID_HOST_DEVICE void phase(std::size_t block, unsigned thread, local&, shared& ours) const {
    qap::long_row const row = long_rows[block];
    if constexpr (P == 0) {
      F sum = F::zero();
      for (std::uint64_t i = thread; i < row.pieces; i += threads) sum = sum + partial[row.first_piece + i];
      ours.sum[thread] = sum;
    } else if constexpr (P + 1 < phases) {
      constexpr unsigned half = threads >> P;
      if (thread < half) ours.sum[thread] = ours.sum[thread] + ours.sum[thread + half];
    } else {
      if (thread == 0) out[row.row] = ours.sum[0];
    }
  }
  template <class Visit>
  void touches(Visit&& f) const {
    f(long_rows), f(partial), f(out);
  }
};

}  // namespace gpu

template <>
struct implementation<qap::sparse_product, gpu::backend> {
  template <class Exec, class F>
  static void run(Exec const& exec, qap::resident_rows<F, memory_space::device> const& rows, view<F const, memory_space::device> x,
                  view<F, memory_space::device> out) {
    constexpr memory_space space = memory_space::device;
    for_each_index(exec, "qap/sparse_product/rows", rows.rows(), qap::short_row_sums<F, space>{rows, x, out});
    if (rows.long_rows.empty()) return;
    buffer<F, space> partial{exec, rows.pieces.size()};
    for_each_index(exec, "qap/sparse_product/pieces", rows.pieces.size(), qap::piece_sums<F, space>{rows, x, partial.all()});
    gpu::blocks(exec.stream(), "qap/sparse_product/long_rows", rows.long_rows.size(),
                gpu::long_row_sums<F>{rows.long_rows, partial.all(), out});
  }

  // But for the sums of the pieces of long rows: an element for every 32 of their terms.
  template <class F, class Exec>
  static void plan(Exec const&, std::size_t, memory_plan&) noexcept {}
};

static_assert(runs_on<qap::sparse_product, policy<gpu::on_stream>>);

}  // namespace lucid::inline v0
