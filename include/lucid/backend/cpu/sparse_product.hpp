// How qap::sparse_product is carried out on a CPU, for every way of threading: equal shares of terms, wherever rows and lists begin and end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/row_sum.hpp>
#include <lucid/circuit/coefficient_dictionary.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/qap/sparse_product.hpp>

namespace lucid::inline v0 {

template <class Threading>
struct implementation<qap::sparse_product, cpu::backend<Threading>> {
  // Pages are shared out by their terms and rows. A row of more than `long_row` terms is left for later, when all threads work at each of them.
  template <class Exec, class F>
  static void run(Exec const& exec, qap::coded_rows<F> const& matrix, view<F const> x, view<F> out) {
    constexpr std::size_t page_rows = sparse_matrix<F>::page_rows;
    sparse_matrix<F> const& rows = matrix.rows;
    if (rows.rows() == 0) return;
    cpu::coefficient_actions<F> const actions{exec, matrix.dictionary};
    cpu::row_sum<F> const sum{actions, matrix.dictionary, x, rows.columns()};
    std::size_t const pages = rows.pages().size() - 1;
    auto const work_before = [&](std::size_t page) { return rows.pages()[page].column + page * page_rows; };
    auto const first_page_at = [&](std::uint64_t work) {  // the first page with so much work before it
      std::size_t low = 0, high = pages;
      while (low < high) {
        std::size_t const middle = low + (high - low) / 2;
        if (work_before(middle) < work) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    };
    for_ranges(exec, static_cast<std::size_t>(work_before(pages) / share + 1), 1, [&](std::size_t i, std::size_t) {
      std::size_t const begin = first_page_at(i * share) * page_rows;
      std::size_t const end = std::min(first_page_at((i + 1) * share) * page_rows, rows.rows());
      if (begin < end) sum(rows.cursor(begin), end - begin, long_row, out.data() + begin);
    });
    for (std::size_t page = 0; page < pages; ++page) {
      if (rows.pages()[page + 1].column - rows.pages()[page].column <= long_row) continue;
      rows.for_each_row(page * page_rows, std::min((page + 1) * page_rows, rows.rows()), [&](std::size_t row, row_terms const& terms) {
        if (terms.size() > long_row) out[row] = sum_in_parts(exec, sum, terms);
      });
    }
  }

  // A list belongs to the share in which it begins. What reaches into later shares is summed there apart, and added at the end by the caller's thread.
  template <class Exec, class F>
  static void run(Exec const& exec, qap::term_lists<F> const& lists, view<F const> x, view<F> out) {
    std::size_t const terms = lists.terms();
    std::size_t const shares = terms / share + 1;  // the last one may be empty of terms: it still has the empty lists at the end
    buffer<F> rest{exec, shares};
    for_ranges(exec, shares, 1, [&](std::size_t i, std::size_t) {
      std::uint64_t const begin = i * share;
      std::uint64_t const end = i + 1 == shares ? terms : begin + share;
      auto const* const starts = lists.start.begin();
      auto const* const lists_end = lists.start.begin() + lists.size();
      auto const* list = std::lower_bound(starts, lists_end, begin);
      rest[i] = sum(lists, x, begin, list == lists_end ? end : std::min(*list, end));
      for (; list != lists_end && (*list < end || i + 1 == shares); ++list) {
        out[static_cast<std::size_t>(list - starts)] = sum(lists, x, *list, std::min(list[1], end));
      }
    });
    for (std::size_t i = 1; i < shares; ++i) {
      auto const* const next = std::lower_bound(lists.start.begin(), lists.start.begin() + lists.size(), i * share);
      if (next != lists.start.begin()) {
        F& total = out[static_cast<std::size_t>(next - lists.start.begin()) - 1];
        total = total + rest[i];
      }
    }
  }

  // What a product by rows holds, but for the partial sums of rows of more than `long_row` terms: an element for every `share` terms of one.
  template <class F, class Exec>
  static void plan(Exec const&, std::size_t dictionary, memory_plan& memory) {
    planned_buffer<std::uint8_t> const actions{memory, cpu::coefficient_actions<F>::length(dictionary)};
  }

 private:
  static constexpr std::size_t share = 4096;     // terms: about 0.1 ms
  static constexpr std::size_t long_row = 4096;  // a page of shorter rows takes 6 ms at most
  static constexpr std::uint64_t ahead = 16;     // terms between the request for an element and its use

  template <class Exec, class F>
  [[nodiscard]] static F sum_in_parts(Exec const& exec, cpu::row_sum<F> const& sum, row_terms const& row) {
    return reduce(
        exec, row.size(), share, F::zero(),
        [&](std::size_t begin, std::size_t end) {
          F part;
          sum({row.columns() + begin, row.codes() + begin * row.code_bytes(), static_cast<std::uint32_t>(end - begin), row.code_bytes()},
              part);
          return part;
        },
        [](F const& a, F const& b) { return a + b; });
  }

  template <class F>
  LUCID_NOINLINE static F sum(qap::term_lists<F> const& lists, view<F const> x, std::uint64_t begin, std::uint64_t end) noexcept {
    std::uint32_t const* const index = lists.index.data();
    std::uint64_t const last = lists.terms() - 1;
    F total = F::zero();
    for (std::uint64_t t = begin; t < end; ++t) {
      __builtin_prefetch(x.data() + index[std::min(t + ahead, last)]);
      F const& value = x[index[t]];
      std::uint32_t const code = lists.coefficient[t];
      if (code == coefficient_dictionary<F>::plus_one) {
        total = total + value;
      } else if (code == coefficient_dictionary<F>::minus_one) {
        total = total - value;
      } else {
        total = total + lists.dictionary[code] * value;
      }
    }
    return total;
  }
};

}  // namespace lucid::inline v0
