#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <lucid/circuit/scope_tree.hpp>

using lucid::scope_tree;

TEST_CASE("scope_tree: paths, and the same node for the same scope") {
  scope_tree tree;
  CHECK(tree.path(tree.current()).empty());
  std::uint32_t first = 0;
  {
    auto const outer = tree.enter("sha256");
    auto const inner = tree.enter("block", 3);
    first = tree.current();
    CHECK(tree.path(first) == "sha256/block[3]");
    CHECK(tree.path(first, ';') == "sha256;block[3]");
    CHECK(tree.path(tree.parent(first)) == "sha256");
    auto const any = tree.enter("round", scope_tree::any_index);
    CHECK(tree.path(tree.current()) == "sha256/block[3]/round[*]");
  }
  CHECK(tree.current() == 0);
  std::string const same_text = "sha256";  // another address
  auto const outer = tree.enter(same_text.c_str());
  auto const inner = tree.enter("block", 3);
  CHECK(tree.current() == first);
  CHECK(tree.size() == 4);
}

TEST_CASE("scope_tree: many scopes") {
  scope_tree tree;
  for (int repeat = 0; repeat < 2; ++repeat) {
    for (std::size_t i = 0; i < 1000; ++i) {
      auto const a = tree.enter("a", i);
      auto const b = tree.enter("b", i % 7);
      CHECK(tree.path(tree.current()) == "a[" + std::to_string(i) + "]/b[" + std::to_string(i % 7) + "]");
    }
  }
  CHECK(tree.size() == 2001);
}

TEST_CASE("scope_tree: while an exception passes the scope is kept for its handler") {
  scope_tree tree;
  {
    auto const outer = tree.enter("outer");
    try {
      auto const inner = tree.enter("inner");
      throw std::runtime_error("");
    } catch (std::runtime_error const&) {
      CHECK(tree.path(tree.current()) == "outer/inner");
    }
  }
  CHECK(tree.current() == 0);
}
