// What a circuit spends where: rows, variables and non-zeros of each namespace, as a tree for people and as stacks for a flame graph. Looks at no value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/scope_tree.hpp>
#include <lucid/circuit/size.hpp>
#include <lucid/circuit/variable.hpp>
#include <lucid/config/error.hpp>

namespace lucid::inline v0 {

struct census_counts {
  std::size_t rows = 0;
  std::size_t private_variables = 0;
  std::size_t public_inputs = 0;
  std::size_t nonzeros = 0;  // of A, B and C together; equal columns of a row are one, zeros none

  constexpr census_counts& operator+=(census_counts const& other) noexcept {
    rows += other.rows;
    private_variables += other.private_variables;
    public_inputs += other.public_inputs;
    nonzeros += other.nonzeros;
    return *this;
  }
  friend constexpr bool operator==(census_counts const&, census_counts const&) noexcept = default;
};

enum class loop_indices : std::uint8_t { apart, folded };  // round[0], round[1], …, or one round[*]

// What to print of a census.
struct census_print {
  std::size_t depth = ~std::size_t{0};  // scopes within scopes; deeper ones are counted in theirs
  double at_least_percent = 0;          // of all rows; smaller scopes are gathered in one line
};

// The counts of each scope. Nodes are those of the tree, node 0 the whole circuit.
class census {
 public:
  census(scope_tree scopes, std::vector<census_counts> own) : scopes_(std::move(scopes)), own_(std::move(own)), all_(own_) {
    own_.resize(scopes_.size());
    all_.resize(scopes_.size());
    children_.resize(scopes_.size());
    for (std::size_t node = scopes_.size(); node-- > 1;) all_[scopes_.parent(static_cast<std::uint32_t>(node))] += all_[node];
    for (std::uint32_t node = 1; node < scopes_.size(); ++node) children_[scopes_.parent(node)].push_back(node);
  }

  [[nodiscard]] census_counts const& total() const noexcept { return all_[0]; }
  // Of a scope with all that lies in it, by its path ("sha256/block[0]"); zeros when there is no such scope.
  [[nodiscard]] census_counts of(std::string const& path) const {
    for (std::uint32_t node = 0; node < scopes_.size(); ++node) {
      if (scopes_.path(node) == path) return all_[node];
    }
    return {};
  }
  [[nodiscard]] std::size_t scopes() const noexcept { return scopes_.size() - 1; }

  // A line a scope, in the order of first entry: rows, their share of all, private variables, public inputs, non-zeros, name.
  [[nodiscard]] std::string text(census_print const& print = {}) const {
    std::string lines = "      rows       %   private  public  non-zeros\n";
    append(lines, 0, 0, print);
    return lines;
  }

  // Collapsed stacks, one "circuit;sha256;block[0] 1234" for each scope that has a share of its own: what flamegraph.pl, inferno and speedscope read.
  // count(census_counts) chooses what is measured.
  template <class Count>
  [[nodiscard]] std::string flame_graph(Count const& count) const {
    std::string lines;
    for (std::uint32_t node = 0; node < scopes_.size(); ++node) {
      std::size_t const n = count(own_[node]);
      if (n == 0) continue;
      lines += "circuit";
      append_stack(lines, node);
      lines += ' ' + std::to_string(n) + '\n';
    }
    return lines;
  }
  [[nodiscard]] std::string flame_graph() const {
    return flame_graph([](census_counts const& c) { return c.rows; });
  }

 private:
  void append_line(std::string& lines, std::size_t depth, census_counts const& counts, std::string const& name) const {
    double const percent = total().rows == 0 ? 0 : 100.0 * static_cast<double>(counts.rows) / static_cast<double>(total().rows);
    char columns[96];
    std::snprintf(columns, sizeof columns, "%10zu  %5.1f%%  %8zu  %6zu  %9zu  ", counts.rows, percent, counts.private_variables,
                  counts.public_inputs, counts.nonzeros);
    lines += columns + std::string(2 * depth, ' ') + name + '\n';
  }
  void append(std::string& lines, std::uint32_t node, std::size_t depth, census_print const& print) const {
    append_line(lines, depth, all_[node], node == 0 ? "circuit" : scopes_.label(node));
    if (depth >= print.depth) return;
    census_counts small;
    std::size_t gathered = 0;
    for (std::uint32_t const child : children_[node]) {
      if (100.0 * static_cast<double>(all_[child].rows) < print.at_least_percent * static_cast<double>(total().rows)) {
        small += all_[child];
        ++gathered;
      } else {
        append(lines, child, depth + 1, print);
      }
    }
    if (gathered != 0) append_line(lines, depth + 1, small, std::to_string(gathered) + " smaller");
  }
  // ";" and line ends of a name would be read as part of the format.
  void append_stack(std::string& line, std::uint32_t node) const {
    if (node == 0) return;
    append_stack(line, scopes_.parent(node));
    std::string label = scopes_.label(node);
    std::replace_if(
        label.begin(), label.end(), [](char c) { return c == ';' || c == '\n' || c == '\r'; }, '_');
    line += ';' + label;
  }

  scope_tree scopes_;
  std::vector<census_counts> own_, all_;
  std::vector<std::vector<std::uint32_t>> children_;
};

// The builder behind census_of. Memory: 32 bytes a scope, and one row's terms.
template <class F>
class census_recorder {
 public:
  using field = F;

  struct term {
    std::uint32_t code;
    F coefficient;
  };

  struct combination {
    using field = F;
    std::vector<term>& terms;

    void add(variable v, F const& k) { terms.push_back({v.code(), k}); }
    void add(F const& k) { add(variable::one(), k); }
  };

  class accumulator {
   public:
    using field = F;
    explicit accumulator(census_recorder&) {}

    void add(variable v, F const& k) { terms_.push_back({v.code(), k}); }
    void add(F const& k) { add(variable::one(), k); }
    void clear() noexcept { terms_.clear(); }

    template <class Combination, class K>
    void add_to(Combination& lc, K const& k) const {
      for (term const& t : terms_) lc.add(variable::from_code(t.code), k * t.coefficient);
    }
    template <class Combination, class K>
    void subtract_from(Combination& lc, K const& k) const {
      add_to(lc, -k);
    }

   private:
    std::vector<term> terms_;
  };

  explicit census_recorder(loop_indices indices) : indices_(indices) {}

  template <class Value>
  variable witness(Value&& value) {
    ++here().private_variables;
    return count_.witness(value);
  }
  template <class Value>
  variable input(Value&& value) {
    ++here().public_inputs;
    return count_.input(value);
  }
  template <class A, class B, class C>
  void enforce(A const& a, B const& b, C const& c) {
    count_.enforce(a, b, c);
    std::size_t const nonzeros = nonzeros_of(a) + nonzeros_of(b) + nonzeros_of(c);
    census_counts& counts = here();
    ++counts.rows;
    counts.nonzeros += nonzeros;
  }
  auto enter(char const* name) { return scopes_.enter(name); }
  auto enter(char const* name, std::size_t index) {
    return scopes_.enter(name, indices_ == loop_indices::folded ? scope_tree::any_index : index);
  }

  [[nodiscard]] circuit_size made() const noexcept { return count_.made(); }
  // The recorder is used up.
  [[nodiscard]] census finish() { return {std::move(scopes_), std::move(counts_)}; }

 private:
  [[nodiscard]] census_counts& here() {
    if (scopes_.current() >= counts_.size()) counts_.resize(scopes_.size());
    return counts_[scopes_.current()];
  }
  template <class X>
  [[nodiscard]] std::size_t nonzeros_of(X const& x) {
    combination lc{terms_};
    add_terms(lc, x);
    std::sort(terms_.begin(), terms_.end(), [](term const& s, term const& t) { return s.code < t.code; });
    std::size_t n = 0;
    for (std::size_t i = 0; i < terms_.size();) {
      std::uint32_t const code = terms_[i].code;
      F sum = F::zero();
      for (; i < terms_.size() && terms_[i].code == code; ++i) sum += terms_[i].coefficient;
      if (!sum.is_zero()) ++n;
    }
    terms_.clear();
    return n;
  }

  counting_builder<F> count_;
  scope_tree scopes_;
  std::vector<census_counts> counts_;
  std::vector<term> terms_;
  loop_indices indices_;
};

// Walks through a circuit once. Throws argument_error past 2^31 variables of one kind or distinct scopes.
template <class F, class Circuit>
[[nodiscard]] census census_of(Circuit const& circuit, loop_indices indices = loop_indices::folded) {
  census_recorder<F> recorder{indices};
  circuit(recorder);
  return recorder.finish();
}

}  // namespace lucid::inline v0
