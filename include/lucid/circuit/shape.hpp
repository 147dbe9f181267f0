// What a circuit is, without values: the matrices A, B, C of its rows. `shape_of` makes it from a circuit, `shape_builder` from the terms of a file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <lucid/circuit/coefficient_dictionary.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/constraint_matrices.hpp>
#include <lucid/circuit/size.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/circuit/sparse_matrix_builder.hpp>
#include <lucid/circuit/variable.hpp>
#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/growing_buffer.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// A handle to immutable matrices: cheap to copy, safe to share between threads. The memory behind them belongs to the handle: that of the policy which made it,
// whose resource must outlive every copy, or a mapped file.
template <class F>
class shape {
 public:
  using field = F;

  // The pointer keeps alive what the matrices are views of. Preconditions: matrices as above, all columns below `variables`, public_inputs < variables,
  // codes below the dictionary's size.
  explicit shape(std::shared_ptr<constraint_matrices<F> const> matrices) noexcept : matrices_(std::move(matrices)) {}
  explicit shape(std::shared_ptr<stored_matrices<F> const> const& stored) noexcept : matrices_(stored, &stored->all) {}

  [[nodiscard]] std::size_t constraints() const noexcept { return matrices_->a.rows(); }
  [[nodiscard]] std::size_t variables() const noexcept { return matrices_->variables; }
  [[nodiscard]] std::size_t public_inputs() const noexcept { return matrices_->public_inputs; }
  [[nodiscard]] sparse_matrix<F> const& a() const noexcept { return matrices_->a; }
  [[nodiscard]] sparse_matrix<F> const& b() const noexcept { return matrices_->b; }
  [[nodiscard]] sparse_matrix<F> const& c() const noexcept { return matrices_->c; }
  [[nodiscard]] bool has_c() const noexcept { return matrices_->has_c; }
  [[nodiscard]] view<F const> dictionary() const noexcept { return matrices_->dictionary; }

  [[nodiscard]] constraint_matrices<F> const& matrices() const noexcept { return *matrices_; }

  // In memory, or in the mapped file.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return matrices_->bytes(); }

  // A fingerprint of everything above, the same for equal systems however their dictionaries are ordered. Not cryptographic.
  [[nodiscard]] std::uint64_t hash() const noexcept {
    constexpr std::uint64_t odd = 0x9e37'79b9'7f4a'7c15;
    auto const mix = [](std::uint64_t& h, std::uint64_t x) {
      h = (h ^ x) * odd;
      h ^= h >> 29;
    };
    auto const hash_of = [&](F const& k) {
      std::uint64_t h = 1;
      for (std::size_t i = 0; i < F::limbs; ++i) mix(h, k.to_montgomery()[i]);
      return h;
    };
    std::uint64_t const of_ones[] = {hash_of(F::one()), hash_of(-F::one())};  // the codes of nearly all terms
    std::uint64_t h = 0;
    mix(h, variables());
    mix(h, public_inputs());
    mix(h, has_c() ? 1 : 0);
    mix(h, constraints());
    for (sparse_matrix<F> const* m : {&a(), &b(), &c()}) {
      m->for_each_row(0, m->rows(), [&](std::size_t, row_terms const& row) {
        mix(h, row.size());
        for (auto const [column, code] : row) {
          mix(h, column);
          mix(h, code < 2 ? of_ones[code] : hash_of(dictionary()[code]));
        }
      });
    }
    return h;
  }

  // The same system, term by term.
  friend bool operator==(shape const& x, shape const& y) noexcept {
    if (x.matrices_ == y.matrices_) return true;
    if (x.variables() != y.variables() || x.public_inputs() != y.public_inputs() || x.has_c() != y.has_c()) return false;
    auto const same = [&](sparse_matrix<F> const& m, sparse_matrix<F> const& n) {
      if (m.rows() != n.rows() || m.terms() != n.terms()) return false;
      row_cursor in_m = m.cursor(0), in_n = n.cursor(0);
      for (std::size_t row = 0; row < m.rows(); ++row) {
        row_terms const r = in_m.next(), s = in_n.next();
        if (r.size() != s.size()) return false;
        for (std::size_t t = 0; t < r.size(); ++t) {
          if (r[t].column != s[t].column || x.dictionary()[r[t].code] != y.dictionary()[s[t].code]) return false;
        }
      }
      return true;
    };
    return same(x.a(), y.a()) && same(x.b(), y.b()) && same(x.c(), y.c());
  }

 private:
  std::shared_ptr<constraint_matrices<F> const> matrices_;
};

enum class matrix_name : std::uint8_t { a, b, c };

// A shape from terms that come from elsewhere: terms of one row in any order, repeated columns are merged, zeros dropped. Rows in ascending order cost
// amortised O(1) a term and no memory besides the result's; a row that comes late costs a sort at the end. Memory grows with the terms and the highest row
// that were really added, never with the limits.
template <class F>
class shape_builder {
 public:
  // Terms must lie in rows below row_limit and columns below `variables` (which counts the constant one).
  // Throws argument_error when public_inputs ≥ variables, or a limit exceeds 2^32 − 1. Memory comes from a policy's resource, which must outlive the shape.
  shape_builder(memory_source const& from, std::size_t variables, std::size_t public_inputs, std::size_t row_limit, bool has_c = true)
      : variables_(variables),
        public_inputs_(public_inputs),
        has_c_(has_c),
        row_limit_(row_limit),
        from_(from),
        dictionary_(from),
        open_{open_matrix{from}, open_matrix{from}, open_matrix{from}} {
    constexpr std::size_t most = 0xffff'ffff;
    if (public_inputs >= variables)
      throw argument_error("shape: " + std::to_string(public_inputs) + " public inputs among " + std::to_string(variables) + " variables");
    if (variables > most || row_limit > most) throw argument_error("shape: more than 2^32 - 1 variables or rows");
  }
  // The same on the heap.
  shape_builder(std::size_t variables, std::size_t public_inputs, std::size_t row_limit, bool has_c = true)
      : shape_builder(memory_source{}, variables, public_inputs, row_limit, has_c) {}

  // Adds k·z[column] to a row of a matrix. Throws argument_error when row or column is out of range, or there is no C.
  void add(matrix_name name, std::size_t row, std::size_t column, F const& k) {
    if (row >= row_limit_) throw argument_error("shape: row " + std::to_string(row) + " of " + std::to_string(row_limit_));
    if (column >= variables_) throw argument_error("shape: column " + std::to_string(column) + " of " + std::to_string(variables_));
    if (name == matrix_name::c && !has_c_) throw argument_error("shape: a term of C in a system without C");
    rows_seen_ = std::max(rows_seen_, row + 1);
    auto& open = open_[static_cast<std::size_t>(name)];
    if (row < open.rows.rows()) {
      open.late.push_back({static_cast<std::uint32_t>(row), {static_cast<std::uint32_t>(column), k}});
      return;
    }
    if (row > open.row) {
      close_rows(open, row);
      open.row = row;
    }
    open.terms.push_back({static_cast<std::uint32_t>(column), k});
  }

  // One past the highest row that has a term.
  [[nodiscard]] std::size_t rows_seen() const noexcept { return rows_seen_; }

  // The shape with so many rows, the last ones empty where no term came. Throws argument_error when rows_seen() ≤ constraints ≤ row_limit fails.
  // The builder is used up.
  [[nodiscard]] shape<F> finish(std::size_t constraints) {
    if (constraints < rows_seen_ || constraints > row_limit_) {
      throw argument_error("shape: " + std::to_string(constraints) + " rows asked for, " + std::to_string(rows_seen_) + " seen");
    }
    stored_matrix<F> matrices[3];
    for (int i = 0; i < 3; ++i) {
      close_rows(open_[i], constraints);
      matrices[i] = open_[i].rows.finish();
      if (!open_[i].late.empty()) insert_late(matrices[i], open_[i]);
    }
    return shape<F>{std::make_shared<stored_matrices<F> const>(variables_, public_inputs_, has_c_, dictionary_.release(),
                                                               std::move(matrices[0]), std::move(matrices[1]), std::move(matrices[2]))};
  }

 private:
  struct late_term {
    std::uint32_t row;
    matrix_term<F> term;
  };
  struct open_matrix {
    explicit open_matrix(memory_source const& from) noexcept : rows(from), terms(from), late(from) {}

    sparse_matrix_builder<F> rows;  // the closed ones
    std::size_t row = 0;            // the open one
    growing_buffer<matrix_term<F>> terms;
    growing_buffer<late_term> late;
  };

  // Ends the open row and leaves the rows up to `end` empty.
  void close_rows(open_matrix& open, std::size_t end) {
    while (open.rows.rows() < end) open.rows.append_row(dictionary_, open.terms);
  }

  // Merges the late terms into a new copy of the matrix.
  void insert_late(stored_matrix<F>& stored, open_matrix& open) {
    std::sort(open.late.begin(), open.late.end(), [](late_term const& x, late_term const& y) { return x.row < y.row; });
    sparse_matrix_builder<F> merged{from_};
    auto next = open.late.begin();
    sparse_matrix<F> const matrix = stored.matrix();
    matrix.for_each_row(0, matrix.rows(), [&](std::size_t row, row_terms const& terms) {
      for (auto const [column, code] : terms) open.terms.push_back({column, dictionary_[code]});
      for (; next != open.late.end() && next->row == row; ++next) open.terms.push_back(next->term);
      merged.append_row(dictionary_, open.terms);
    });
    stored = merged.finish();
  }

  std::size_t variables_, public_inputs_;
  bool has_c_;
  std::size_t row_limit_;
  std::size_t rows_seen_ = 0;
  memory_source from_;
  coefficient_dictionary<F> dictionary_;
  open_matrix open_[3];
};

// The builder that keeps rows and no values: its linear combination appends terms to the row being made.
template <class F>
class shape_recorder {
 public:
  using field = F;

  struct combination {
    using field = F;
    growing_buffer<matrix_term<F>>& terms;

    LUCID_NOINLINE void add(variable v, F const& k) { terms.push_back({v.code(), k}); }
    void add(F const& k) { add(variable::one(), k); }
  };

  // Terms of a sum that outlives rows; clear() keeps the memory.
  class accumulator {
   public:
    using field = F;
    explicit accumulator(shape_recorder& builder) : terms_(builder.from_) {}

    LUCID_NOINLINE void add(variable v, F const& k) { terms_.push_back({v.code(), k}); }
    void add(F const& k) { add(variable::one(), k); }
    void clear() noexcept { terms_.clear(); }

    template <class Combination, class K>
    void add_to(Combination& lc, K const& k) const {
      for (auto const& t : terms_) lc.add(variable::from_code(t.column), k.is_one() ? t.coefficient : k * t.coefficient);
    }
    template <class Combination, class K>
    void subtract_from(Combination& lc, K const& k) const {
      add_to(lc, -k);
    }

   private:
    growing_buffer<matrix_term<F>> terms_;
  };

  // Everything that grows comes from here, and so do the matrices of the shape.
  explicit shape_recorder(memory_source const& from = {}) : from_(from), dictionary_(from), a_(from), b_(from), c_(from), terms_(from) {}

  template <class Value>
  variable witness(Value&&) {
    return variable::private_at(next(private_));
  }
  template <class Value>
  variable input(Value&&) {
    return variable::public_at(next(public_) + 1);
  }
  template <class A, class B, class C>
  void enforce(A const& a, B const& b, C const& c) {
    if (closed_) throw builder_closed("circuit: a row is made after the end");
    append(a_, a);
    append(b_, b);
    append(c_, c);
  }
  static no_scope enter(char const*) noexcept { return {}; }
  static no_scope enter(char const*, std::size_t) noexcept { return {}; }

  [[nodiscard]] std::size_t rows() const noexcept { return a_.rows(); }
  [[nodiscard]] circuit_size made() const noexcept { return {rows(), std::size_t{1} + public_ + private_, public_}; }
  [[nodiscard]] std::uint32_t public_inputs() const noexcept { return public_; }

  // Codes of variables become columns, now that the number of public inputs is known. The recorder is used up: who still holds it gets builder_closed.
  [[nodiscard]] LUCID_COLD shape<F> finish() {
    closed_ = true;
    stored_matrix<F> matrices[] = {a_.finish(), b_.finish(), c_.finish()};
    for (auto& m : matrices) m.rename_columns([this](std::uint32_t code) { return column_of(variable::from_code(code)); });
    return shape<F>{std::make_shared<stored_matrices<F> const>(std::size_t{1} + public_ + private_, public_, true, dictionary_.release(),
                                                               std::move(matrices[0]), std::move(matrices[1]), std::move(matrices[2]))};
  }

 private:
  std::uint32_t next(std::uint32_t& counter) const {
    if (closed_) throw builder_closed("circuit: a variable is made after the end");
    if (counter == variable::limit - 1) throw argument_error("circuit: 2^31 variables of one kind");
    return counter++;
  }
  [[nodiscard]] std::uint32_t column_of(variable v) const {
    if (v.is_private() ? v.index() >= private_ : v.index() > public_) [[unlikely]]
      throw foreign_variable("circuit: a row has a variable that this builder never made; checker says which row");
    return v.column(public_);
  }
  template <class X>
  void append(sparse_matrix_builder<F>& rows, X const& x) {
    combination lc{terms_};
    add_terms(lc, x);
    rows.append_row(dictionary_, terms_);
  }

  memory_source from_;
  coefficient_dictionary<F> dictionary_;
  sparse_matrix_builder<F> a_, b_, c_;
  growing_buffer<matrix_term<F>> terms_;
  std::uint32_t public_ = 0;
  std::uint32_t private_ = 0;
  bool closed_ = false;
};

// The shape of a circuit, a callable that takes any constraint system. Its values are not looked at. In the policy's memory, which must outlive it.
// Throws argument_error past 2^31 variables.
template <class F, class Circuit>
[[nodiscard]] shape<F> shape_of(execution_policy auto const& exec, Circuit const& circuit) {
  auto const span = exec.open("circuit/shape");
  shape_recorder<F> recorder{exec};
  circuit(recorder);
  exec.count("elements", recorder.rows());
  return recorder.finish();
}

}  // namespace lucid::inline v0
