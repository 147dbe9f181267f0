// The scopes that a circuit has been in, "sha256/block[0]/round[3]", as a tree. While a circuit runs no text is made: a scope is its parent, the address of a
// literal, and an index; entered again it is the same node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <lucid/config/error.hpp>

namespace lucid::inline v0 {

// 24 bytes a distinct scope, and 8 of index. Node 0 is outside of all scopes; a parent comes before its children.
class scope_tree {
 public:
  static constexpr std::size_t no_index = ~std::size_t{0};
  static constexpr std::size_t any_index = no_index - 1;  // written [*]

  // Leaves the scope when it dies; but not while an exception passes, so that a handler can tell where it came from.
  class [[nodiscard]] scope {
   public:
    scope(scope_tree& tree, std::uint32_t outer) noexcept : tree_(tree), outer_(outer), exceptions_(std::uncaught_exceptions()) {}
    scope(scope const&) = delete;
    scope& operator=(scope const&) = delete;
    ~scope() {
      if (std::uncaught_exceptions() == exceptions_) tree_.current_ = outer_;
    }

   private:
    scope_tree& tree_;
    std::uint32_t outer_;
    int exceptions_;
  };

  scope_tree() : nodes_{{0, "", no_index}}, slots_(64, 0) {}

  // The name must live as long as the tree. Throws argument_error past 2^31 distinct scopes.
  scope enter(char const* name, std::size_t index = no_index) {
    std::uint32_t const outer = std::exchange(current_, child(current_, name, index));
    return scope{*this, outer};
  }
  [[nodiscard]] std::uint32_t current() const noexcept { return current_; }

  [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
  [[nodiscard]] std::uint32_t parent(std::uint32_t node) const noexcept { return nodes_[node].parent; }
  // "round[3]"; empty for node 0.
  [[nodiscard]] std::string label(std::uint32_t node) const {
    auto const& n = nodes_[node];
    if (n.index == no_index) return n.name;
    return std::string{n.name} + '[' + (n.index == any_index ? "*" : std::to_string(n.index)) + ']';
  }
  // Labels from the outermost scope on; empty for node 0.
  [[nodiscard]] std::string path(std::uint32_t node, char separator = '/') const {
    if (node == 0) return {};
    std::string const outer = path(parent(node), separator);
    return outer.empty() ? label(node) : outer + separator + label(node);
  }

 private:
  struct node {
    std::uint32_t parent;
    char const* name;
    std::size_t index;
  };

  static std::uint64_t hash(std::uint32_t parent, char const* name, std::size_t index) noexcept {
    constexpr std::uint64_t odd = 0x9e37'79b9'7f4a'7c15;  // 2^64 / golden ratio
    std::uint64_t h = (parent + index * odd) * odd;
    for (; *name != '\0'; ++name) h = (h ^ static_cast<unsigned char>(*name)) * odd;
    return h ^ (h >> 32);
  }
  // Linear probing over node numbers, 0 for an empty slot; at most half of the slots are full.
  std::uint32_t& slot(std::uint32_t parent, char const* name, std::size_t index) noexcept {
    std::size_t const mask = slots_.size() - 1;
    for (std::size_t s = hash(parent, name, index) & mask;; s = (s + 1) & mask) {
      node const& n = nodes_[slots_[s]];
      if (slots_[s] == 0 || (n.parent == parent && n.index == index && (n.name == name || std::strcmp(n.name, name) == 0)))
        return slots_[s];
    }
  }
  std::uint32_t child(std::uint32_t parent, char const* name, std::size_t index) {
    std::uint32_t const found = slot(parent, name, index);
    if (found != 0) return found;
    if (nodes_.size() >= (std::size_t{1} << 31)) throw argument_error("circuit: 2^31 scopes");
    nodes_.push_back({parent, name, index});
    if (2 * nodes_.size() > slots_.size()) {
      slots_.assign(2 * slots_.size(), 0);
      for (std::uint32_t i = 1; i < nodes_.size(); ++i) slot(nodes_[i].parent, nodes_[i].name, nodes_[i].index) = i;
    } else {
      slot(parent, name, index) = static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  std::vector<node> nodes_;
  std::vector<std::uint32_t> slots_;
  std::uint32_t current_ = 0;
};

}  // namespace lucid::inline v0
