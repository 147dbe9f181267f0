// The builder behind `checker`: keeps rows, values, and the scope that each was made in. Finds variables that are not its own. Judges nothing (checker.hpp).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/scope_tree.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/size.hpp>
#include <lucid/circuit/variable.hpp>
#include <lucid/config/error.hpp>

namespace lucid::inline v0 {

namespace detail {

inline constinit std::atomic<std::uint32_t> check_recorders_made{0};

}  // namespace detail

// The first variable of a recorder is not number 0 but one that no other builder reaches, and the last few recorders each have their own: a variable from
// elsewhere, which its four bytes cannot tell, is a number that was not given out here. Memory: 4 bytes a row, sizeof(F) + 4 a variable, the rows themselves.
// Throws foreign_variable when a row is made of such a one, builder_closed after finish(), argument_error past 2^26 variables of a kind.
template <class F>
class check_recorder {
 public:
  using field = F;

  // Terms keep the numbers that the circuit knows: they are looked at when they come into a row.
  struct accumulator : shape_recorder<F>::accumulator {
    explicit accumulator(check_recorder& builder) : shape_recorder<F>::accumulator(builder.rows_) {}
  };

  template <class Value>
  variable witness(Value&& value) {
    require_open(private_);
    private_.push_back({value(), scopes_.current()});
    return variable::private_at(first_ + rows_.witness(value).index());
  }
  template <class Value>
  variable input(Value&& value) {
    require_open(public_);
    public_.push_back({value(), scopes_.current()});
    return variable::public_at(first_ + rows_.input(value).index());
  }
  template <class A, class B, class C>
  void enforce(A const& a, B const& b, C const& c) {
    require_open(private_);
    auto const checked = [this](auto const& x) {
      return [this, &x](auto& terms) {
        combination lc{*this, terms};
        add_terms(lc, x);
      };
    };
    rows_.enforce(checked(a), checked(b), checked(c));
    scope_of_row_.push_back(scopes_.current());
  }
  auto enter(char const* name) { return scopes_.enter(name); }
  auto enter(char const* name, std::size_t index) { return scopes_.enter(name, index); }

  [[nodiscard]] scope_tree const& scopes() const noexcept { return scopes_; }
  [[nodiscard]] std::uint32_t scope_of_row(std::size_t row) const noexcept { return scope_of_row_[row]; }
  // The scope that a column's variable was made in; of the constant one none.
  [[nodiscard]] std::uint32_t scope_of_column(std::size_t column) const noexcept {
    return column == 0 ? 0 : column <= public_.size() ? public_[column - 1].scope : private_[column - 1 - public_.size()].scope;
  }
  [[nodiscard]] std::vector<F> values() const {
    std::vector<F> z{F::one()};
    z.reserve(made().variables);
    for (auto const& v : public_) z.push_back(v.value);
    for (auto const& v : private_) z.push_back(v.value);
    return z;
  }
  [[nodiscard]] circuit_size made() const noexcept { return {scope_of_row_.size(), 1 + public_.size() + private_.size(), public_.size()}; }
  // " (in sha256/block[0], before row 17 and w_40)": where the circuit is now, or was when an exception began.
  [[nodiscard]] std::string whereabouts() const {
    std::string const path = scopes_.path(scopes_.current());
    return " (" + (path.empty() ? "" : "in " + path + ", ") + "before row " + std::to_string(scope_of_row_.size()) + " and w_" +
           std::to_string(private_.size()) + ')';
  }
  [[nodiscard]] shape<F> finish() {
    closed_ = true;
    return rows_.finish();
  }

 private:
  struct declared {
    F value;
    std::uint32_t scope;
  };

  // Hands a row's terms on, under the numbers of rows_.
  struct combination {
    using field = F;
    check_recorder const& builder;
    typename shape_recorder<F>::combination& terms;

    void add(variable v, F const& k) { terms.add(builder.own(v), k); }
    void add(F const& k) { terms.add(k); }
  };

  [[nodiscard]] variable own(variable v) const {
    if (v.is_one()) return v;
    std::uint32_t const index = v.index() - first_;
    if (v.is_private() ? index >= private_.size() : index - 1 >= public_.size()) {
      throw foreign_variable("circuit: row " + std::to_string(scope_of_row_.size()) + " has a " + (v.is_private() ? "private" : "public") +
                             " variable that this builder never made");
    }
    return v.is_private() ? variable::private_at(index) : variable::public_at(index);
  }
  void require_open(std::vector<declared> const& kind) const {
    if (closed_) throw builder_closed("circuit: a variable or a row is made after the end");
    if (kind.size() >= most) throw argument_error("checker: more than 2^26 variables of one kind");
  }

  static constexpr std::uint32_t most = std::uint32_t{1} << 26;
  static constexpr std::uint32_t tags = 16;

  shape_recorder<F> rows_;
  scope_tree scopes_;
  std::vector<declared> public_, private_;
  std::vector<std::uint32_t> scope_of_row_;
  // 2^30 and above: a tag that goes round, and below it the numbers of one recorder, which do not reach the next tag.
  std::uint32_t first_ = (variable::limit >> 1) + (detail::check_recorders_made++ % tags) * most;
  bool closed_ = false;
};

}  // namespace lucid::inline v0
