// What a circuit is, without values: the matrices A, B, C of its rows. `shape_of` makes it from a circuit, `shape_builder` from the terms of a file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/size.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/circuit/variable.hpp>
#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

// (A·z)_i · (B·z)_i = (C·z)_i for every row i. Columns: 0 = the constant one, then public inputs, then private variables.
template <class F>
struct constraint_matrices {
  std::size_t variables = 1;  // with the constant one
  std::size_t public_inputs = 0;
  bool has_c = true;  // some formats leave C out
  sparse_matrix<F> a, b, c;
  coefficient_dictionary<F> dictionary;
};

// A handle to immutable matrices: cheap to copy, safe to share between threads.
template <class F>
class shape {
 public:
  using field = F;

  // Precondition: rows as sparse_matrix wants them, all columns below `variables`, public_inputs < variables, codes from the dictionary.
  explicit shape(constraint_matrices<F>&& matrices) : matrices_(std::make_shared<constraint_matrices<F> const>(std::move(matrices))) {}

  [[nodiscard]] std::size_t constraints() const noexcept { return matrices_->a.rows(); }
  [[nodiscard]] std::size_t variables() const noexcept { return matrices_->variables; }
  [[nodiscard]] std::size_t public_inputs() const noexcept { return matrices_->public_inputs; }
  [[nodiscard]] sparse_matrix<F> const& a() const noexcept { return matrices_->a; }
  [[nodiscard]] sparse_matrix<F> const& b() const noexcept { return matrices_->b; }
  [[nodiscard]] sparse_matrix<F> const& c() const noexcept { return matrices_->c; }
  [[nodiscard]] bool has_c() const noexcept { return matrices_->has_c; }
  [[nodiscard]] view<F const> dictionary() const noexcept { return matrices_->dictionary.all(); }

  // A fingerprint of everything above, the same for equal systems however their dictionaries are ordered. Not cryptographic.
  [[nodiscard]] std::uint64_t hash() const noexcept {
    constexpr std::uint64_t odd = 0x9e37'79b9'7f4a'7c15;
    std::uint64_t h = 0;
    auto const mix = [&h](std::uint64_t x) {
      h = (h ^ x) * odd;
      h ^= h >> 29;
    };
    mix(variables());
    mix(public_inputs());
    mix(has_c() ? 1 : 0);
    for (sparse_matrix<F> const* m : {&a(), &b(), &c()}) {
      for (std::uint64_t const start : m->row_start) mix(start);
      for (std::size_t t = 0; t < m->terms(); ++t) {
        mix(m->column[t]);
        auto const& k = dictionary()[m->coefficient[t]].to_montgomery();
        for (std::size_t i = 0; i < F::limbs; ++i) mix(k[i]);
      }
    }
    return h;
  }

  // The same system, term by term.
  friend bool operator==(shape const& x, shape const& y) noexcept {
    if (x.matrices_ == y.matrices_) return true;
    if (x.variables() != y.variables() || x.public_inputs() != y.public_inputs() || x.has_c() != y.has_c()) return false;
    auto const same = [&](sparse_matrix<F> const& m, sparse_matrix<F> const& n) {
      return m.row_start == n.row_start && m.column == n.column &&
             std::equal(m.coefficient.begin(), m.coefficient.end(), n.coefficient.begin(), n.coefficient.end(),
                        [&](std::uint32_t i, std::uint32_t j) { return x.dictionary()[i] == y.dictionary()[j]; });
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
  // Throws argument_error when public_inputs ≥ variables, or a limit exceeds 2^32 − 1.
  shape_builder(std::size_t variables, std::size_t public_inputs, std::size_t row_limit, bool has_c = true) : row_limit_(row_limit) {
    constexpr std::size_t most = 0xffff'ffff;
    if (public_inputs >= variables)
      throw argument_error("shape: " + std::to_string(public_inputs) + " public inputs among " + std::to_string(variables) + " variables");
    if (variables > most || row_limit > most) throw argument_error("shape: more than 2^32 - 1 variables or rows");
    result_.variables = variables;
    result_.public_inputs = public_inputs;
    result_.has_c = has_c;
  }

  // Adds k·z[column] to a row of a matrix. Throws argument_error when row or column is out of range, or there is no C.
  void add(matrix_name name, std::size_t row, std::size_t column, F const& k) {
    if (row >= row_limit_) throw argument_error("shape: row " + std::to_string(row) + " of " + std::to_string(row_limit_));
    if (column >= result_.variables)
      throw argument_error("shape: column " + std::to_string(column) + " of " + std::to_string(result_.variables));
    if (name == matrix_name::c && !result_.has_c) throw argument_error("shape: a term of C in a system without C");
    rows_seen_ = std::max(rows_seen_, row + 1);
    auto& open = open_[static_cast<std::size_t>(name)];
    sparse_matrix<F>& matrix = of(name);
    if (row < matrix.rows()) {
      open.late.push_back({static_cast<std::uint32_t>(row), {static_cast<std::uint32_t>(column), k}});
      return;
    }
    if (row > open.row) {
      close_rows(matrix, open, row);
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
    for (matrix_name const name : {matrix_name::a, matrix_name::b, matrix_name::c}) {
      auto& open = open_[static_cast<std::size_t>(name)];
      close_rows(of(name), open, constraints);
      if (!open.late.empty()) insert_late(of(name), open);
    }
    return shape<F>{std::move(result_)};
  }

 private:
  struct late_term {
    std::uint32_t row;
    matrix_term<F> term;
  };
  struct open_row {
    std::size_t row = 0;
    std::vector<matrix_term<F>> terms;
    std::vector<late_term> late;
  };

  [[nodiscard]] sparse_matrix<F>& of(matrix_name name) noexcept {
    return name == matrix_name::a ? result_.a : name == matrix_name::b ? result_.b : result_.c;
  }

  // Ends the open row and leaves the rows up to `end` empty.
  void close_rows(sparse_matrix<F>& matrix, open_row& open, std::size_t end) {
    while (matrix.rows() < end) append_row(matrix, result_.dictionary, open.terms);
  }

  // Merges the late terms into a new copy of the matrix.
  void insert_late(sparse_matrix<F>& matrix, open_row& open) {
    std::stable_sort(open.late.begin(), open.late.end(), [](late_term const& x, late_term const& y) { return x.row < y.row; });
    sparse_matrix<F> merged;
    auto next = open.late.begin();
    for (std::size_t row = 0; row < matrix.rows(); ++row) {
      for (auto const [column, code] : matrix.row(row)) open.terms.push_back({column, result_.dictionary[code]});
      for (; next != open.late.end() && next->row == row; ++next) open.terms.push_back(next->term);
      append_row(merged, result_.dictionary, open.terms);
    }
    matrix = std::move(merged);
  }

  constraint_matrices<F> result_;
  std::size_t row_limit_;
  std::size_t rows_seen_ = 0;
  open_row open_[3];
};

// The builder that keeps rows and no values: its linear combination appends terms to the row being made.
template <class F>
class shape_recorder {
 public:
  using field = F;

  struct combination {
    using field = F;
    std::vector<matrix_term<F>>& terms;

    LUCID_NOINLINE void add(variable v, F const& k) { terms.push_back({v.code(), k}); }
    void add(F const& k) { add(variable::one(), k); }
  };

  // Terms of a sum that outlives rows; clear() keeps the memory.
  class accumulator {
   public:
    using field = F;
    explicit accumulator(shape_recorder&) {}

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
    std::vector<matrix_term<F>> terms_;
  };

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
    append(matrices_.a, a);
    append(matrices_.b, b);
    append(matrices_.c, c);
  }
  static no_scope enter(char const*) noexcept { return {}; }
  static no_scope enter(char const*, std::size_t) noexcept { return {}; }

  [[nodiscard]] std::size_t rows() const noexcept { return matrices_.a.rows(); }
  [[nodiscard]] circuit_size made() const noexcept { return {rows(), std::size_t{1} + public_ + private_, public_}; }
  [[nodiscard]] std::uint32_t public_inputs() const noexcept { return public_; }

  // Codes of variables become columns, now that the number of public inputs is known. The recorder is used up: who still holds it gets builder_closed.
  [[nodiscard]] shape<F> finish() {
    for (sparse_matrix<F>* m : {&matrices_.a, &matrices_.b, &matrices_.c}) {
      for (std::uint32_t& c : m->column) c = variable::from_code(c).column(public_);
    }
    matrices_.public_inputs = public_;
    matrices_.variables = std::size_t{1} + public_ + private_;
    closed_ = true;
    return shape<F>{std::move(matrices_)};
  }

 private:
  std::uint32_t next(std::uint32_t& counter) const {
    if (closed_) throw builder_closed("circuit: a variable is made after the end");
    if (counter == variable::limit - 1) throw argument_error("circuit: 2^31 variables of one kind");
    return counter++;
  }
  template <class X>
  void append(sparse_matrix<F>& matrix, X const& x) {
    combination lc{terms_};
    add_terms(lc, x);
    append_row(matrix, matrices_.dictionary, terms_);
  }

  constraint_matrices<F> matrices_;
  std::vector<matrix_term<F>> terms_;
  std::uint32_t public_ = 0;
  std::uint32_t private_ = 0;
  bool closed_ = false;
};

// The shape of a circuit, a callable that takes any constraint system. Its values are not looked at. Throws argument_error past 2^31 variables.
template <class F, class Circuit>
[[nodiscard]] shape<F> shape_of(execution_policy auto const& exec, Circuit const& circuit) {
  auto const span = exec.open("circuit/shape");
  shape_recorder<F> recorder;
  circuit(recorder);
  return recorder.finish();
}

}  // namespace lucid::inline v0
