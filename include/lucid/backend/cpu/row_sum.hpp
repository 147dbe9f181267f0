// The sum of one compact row times a vector, on the calling thread: what a product of a matrix is made of. No branch depends on the vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/running_sum.hpp>
#include <lucid/qap/coefficient_action.hpp>

namespace lucid::inline v0::cpu {

// The actions of a dictionary (qap/coefficient_action.hpp), in the policy's memory.
template <class F>
class coefficient_actions : public qap::coefficient_action {
 public:
  coefficient_actions(execution_policy auto const& exec, view<F const> dictionary) : action_(exec, length(dictionary.size())) {
    fill<F>(dictionary, action_.all());
  }

  // Precondition: a code of the dictionary.
  [[nodiscard]] LUCID_INLINE std::uint8_t of(std::uint8_t code) const noexcept { return action_[code]; }
  [[nodiscard]] LUCID_INLINE std::uint8_t of(std::uint32_t code) const noexcept { return code < action_.size() ? action_[code] : product; }

 private:
  buffer<std::uint8_t> action_;
};

template <class F>
class row_sum {
 public:
  static constexpr std::size_t ahead = 24;  // terms between the request for an element of x and its use

  // Where the columns end, for requests must not look further.
  row_sum(coefficient_actions<F> const& actions, view<F const> dictionary, view<F const> x, view<std::uint32_t const> columns) noexcept
      : actions_(actions), dictionary_(dictionary.data()), x_(x.data()), columns_end_(columns.data() + columns.size()) {}

  // out[i] ← Σ coefficient·x[column] over the i-th row from the cursor on. Rows of more than `longest` terms are passed over.
  LUCID_NOINLINE void operator()(row_cursor rows, std::size_t count, std::size_t longest, F* out) const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      row_terms const row = rows.next();
      if (row.size() <= longest) [[likely]]
        sum(row, out[i]);
    }
  }
  // The same of one row, for those that are long: without a loop of its own for codes of a byte.
  LUCID_NOINLINE void operator()(row_terms const& row, F& out) const noexcept {
    std::uint32_t const* const column = row.columns();
    std::uint32_t const* const later = looked_ahead(column, row.size());
    if (row.code_bytes() == 0) {
      ones(column, later, row.size(), out);
    } else {
      coded_by_call(column, later, {row.codes(), row.code_bytes()}, row.size(), out);
    }
  }

 private:
  // Codes of a byte, which nearly all rows have; and of any width, known when the program runs, so that all others share one loop.
  struct narrow_codes {
    using code = std::uint8_t;
    std::uint8_t const* bytes;
    [[nodiscard]] LUCID_INLINE code operator[](std::size_t t) const noexcept { return bytes[t]; }
  };
  struct wide_codes {
    using code = std::uint32_t;
    std::uint8_t const* bytes;
    std::size_t width;
    [[nodiscard]] LUCID_INLINE code operator[](std::size_t t) const noexcept {
      if (width == 1) return bytes[t];
      std::uint16_t low;
      std::memcpy(&low, bytes + t * width, sizeof low);
      if (width == 2) return low;
      std::uint16_t high;
      std::memcpy(&high, bytes + t * width + sizeof low, sizeof high);
      return low | code{high} << 16;
    }
  };

  LUCID_INLINE void sum(row_terms const& row, F& out) const noexcept {
    std::uint32_t const* const column = row.columns();
    std::size_t const n = row.size();
    std::uint32_t const* const later = looked_ahead(column, n);
    if (row.code_bytes() == 0) {
      ones(column, later, n, out);
    } else if (row.code_bytes() == 1) [[likely]] {
      coded(column, later, narrow_codes{row.codes()}, n, out);
    } else {
      coded_by_call(column, later, {row.codes(), row.code_bytes()}, n, out);
    }
  }

  // The columns `ahead` further on, or the same where they would end.
  [[nodiscard]] LUCID_INLINE std::uint32_t const* looked_ahead(std::uint32_t const* column, std::size_t n) const noexcept {
    return column + (static_cast<std::size_t>(columns_end_ - column) >= ahead + n ? ahead : 0);
  }

  // All coefficients are one.
  LUCID_INLINE void ones(std::uint32_t const* column, std::uint32_t const* later, std::size_t n, F& out) const noexcept {
    if (n <= 1) {
      if (n == 0) {
        out = F::zero();
      } else {
        request(later[0]);
        out = x_[column[0]];
      }
      return;
    }
    running_sum<F> total{x_[column[0]]};
    request(later[0]);
    for (std::size_t t = 1; t < n; ++t) {
      request(later[t]);
      total.add(x_[column[t]]);
    }
    total.store(out);
  }

  LUCID_INLINE void request(std::size_t element) const noexcept { __builtin_prefetch(x_ + element); }

  LUCID_NOINLINE void coded_by_call(std::uint32_t const* column, std::uint32_t const* later, wide_codes codes, std::size_t n,
                                    F& out) const noexcept {
    coded(column, later, codes, n, out);
  }

  // Precondition: n > 0.
  template <class Codes>
  LUCID_INLINE void coded(std::uint32_t const* column, std::uint32_t const* later, Codes codes, std::size_t n, F& out) const noexcept {
    F const* const x = x_;
    typename Codes::code const first = codes[0];
    if (n == 1 && first > 1) {
      static_cast<void>(run(column, later, codes, 0, 1, out));
      if ((actions_.of(first) & negative) != 0) out = -out;
      return;
    }
    running_sum<F> total;
    std::size_t t = 0;
    if (first == 0) {
      request(later[0]);
      total = running_sum<F>{x[column[0]]};
      t = 1;
    }
    while (t < n) {
      typename Codes::code const code = codes[t];
      if (code == 0) {
        request(later[t]);
        total.add(x[column[t++]]);
      } else if (code == 1) {
        request(later[t]);
        total.subtract(x[column[t++]]);
      } else if (std::uint8_t const action = actions_.of(code); action == product) {
        request(later[t]);
        total.add(dictionary_[code] * x[column[t++]]);
      } else {
        F part;
        t = run(column, later, codes, t, n, part);
        if ((action & negative) != 0) {
          total.subtract(part);
        } else {
          total.add(part);
        }
      }
    }
    total.store(out);
  }

  // part ← k·(x + 2(y + 2(z + …))) of the terms from t on whose coefficients double from one to the next, k the first one or its opposite, as its action says.
  // Returns where they end.
  template <class Codes>
  LUCID_INLINE std::size_t run(std::uint32_t const* column, std::uint32_t const* later, Codes codes, std::size_t t, std::size_t n,
                               F& part) const noexcept {
    F const* const x = x_;
    typename Codes::code const first = codes[t];
    typename Codes::code last = first;
    std::size_t end = t;
    request(later[end++]);
    while (end < n && (actions_.of(last) & next_is_twice) != 0 && codes[end] == last + 1) {
      request(later[end++]);
      ++last;
    }
    running_sum<F> sum{x[column[end - 1]]};
    for (std::size_t i = end - 1; i-- > t;) {
      sum.double_in_place();
      sum.add(x[column[i]]);
    }
    unsigned const doublings = actions_.of(first) & product;
    if (doublings == product) {
      sum.store(part);
      part *= dictionary_[first];
    } else {
      for (unsigned j = 0; j < doublings; ++j) sum.double_in_place();
      sum.store(part);
    }
    return end;
  }

  static constexpr std::uint8_t product = coefficient_actions<F>::product;
  static constexpr std::uint8_t negative = coefficient_actions<F>::negative;
  static constexpr std::uint8_t next_is_twice = coefficient_actions<F>::next_is_twice;

  coefficient_actions<F> const& actions_;
  F const* dictionary_;
  F const* x_;
  std::uint32_t const* columns_end_;
};

}  // namespace lucid::inline v0::cpu
