#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/census.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/gadget/sha256.hpp>

using namespace lucid;
using F = bn254::scalar;

namespace {

struct hash_of_64_bytes {
  void operator()(constraint_system auto& cs) const {
    std::array<boolean, 512> message;
    {
      auto const scope = cs.enter("message");
      for (auto& bit : message) bit = witness_boolean(cs, false);
    }
    pack_into_inputs(cs, sha256(cs, std::span<boolean const>{message}));
  }
};

struct small {
  void operator()(constraint_system auto& cs) const {
    auto const x = input_number(cs, F{2});
    auto const outer = cs.enter("outer; with a mark");
    for (std::size_t i = 0; i < 3; ++i) {
      auto const turn = cs.enter("turn", i);
      auto const y = squared(cs, x + F{i} * one);
      // y + y − 2y + x · 1 = x
      cs.enforce(y + y - F{2} * y + x, one, x);
    }
    (void)squared(cs, x);
  }
};

}  // namespace

TEST_CASE("census: SHA-256 of 64 bytes") {
  auto const apart = census_of<F>(hash_of_64_bytes{}, loop_indices::apart);
  auto const shape = shape_of<F>(cpu::seq, hash_of_64_bytes{});
  CHECK(apart.total().rows == 512 + 44'874 + 2);
  CHECK(apart.total().rows == shape.constraints());
  CHECK(apart.total().private_variables == shape.variables() - 1 - shape.public_inputs());
  CHECK(apart.total().public_inputs == 2);
  CHECK(apart.total().nonzeros == shape.a().terms() + shape.b().terms() + shape.c().terms());
  CHECK(apart.of("message") == census_counts{512, 512, 0, 3 * 512});
  CHECK(apart.of("sha256").rows == 44'874);
  // The first block has a constant state, the second a constant message.
  CHECK(apart.of("sha256/block[0]").rows == 25'840);
  CHECK(apart.of("sha256/block[1]").rows == 44'874 - 25'840);
  // Each of the schedule's words has two σ of 64 − k rows, and a sum of four words in 34 bits.
  CHECK(apart.of("sha256/block[0]/schedule[20]").rows == (64 - 3) + (64 - 10) + 34);
  CHECK(apart.of("sha256/block[2]") == census_counts{});
  CHECK(apart.of("pack_into_inputs").public_inputs == 2);

  auto const folded = census_of<F>(hash_of_64_bytes{});
  CHECK(folded.total() == apart.total());
  CHECK(folded.scopes() == 6);
  CHECK(folded.of("sha256/block[*]").rows == 44'874);
  CHECK(folded.of("sha256/block[*]/round[*]").rows + folded.of("sha256/block[*]/schedule[*]").rows < 44'874);
}

TEST_CASE("census: the tree") {
  CHECK(census_of<F>(small{}).text() ==
        "      rows       %   private  public  non-zeros\n"
        "         7  100.0%         4       1         25  circuit\n"
        "         7  100.0%         4       0         25    outer; with a mark\n"
        "         6   85.7%         3       0         22      turn[*]\n");
  CHECK(census_of<F>(small{}, loop_indices::apart).text({.depth = 2, .at_least_percent = 50}) ==
        "      rows       %   private  public  non-zeros\n"
        "         7  100.0%         4       1         25  circuit\n"
        "         7  100.0%         4       0         25    outer; with a mark\n"
        "         6   85.7%         3       0         22      3 smaller\n");
  CHECK(census_of<F>(small{}).text({.depth = 0}) ==
        "      rows       %   private  public  non-zeros\n"
        "         7  100.0%         4       1         25  circuit\n");
  CHECK(census_of<F>([](auto&) {}).text() ==
        "      rows       %   private  public  non-zeros\n"
        "         0    0.0%         0       0          0  circuit\n");
}

TEST_CASE("census: stacks for a flame graph") {
  CHECK(census_of<F>(small{}, loop_indices::apart).flame_graph() ==
        "circuit;outer_ with a mark 1\n"
        "circuit;outer_ with a mark;turn[0] 2\n"
        "circuit;outer_ with a mark;turn[1] 2\n"
        "circuit;outer_ with a mark;turn[2] 2\n");
  CHECK(census_of<F>(small{}).flame_graph([](census_counts const& c) { return c.public_inputs; }) == "circuit 1\n");
}
