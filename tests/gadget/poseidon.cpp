#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/gadget/poseidon.hpp>
#include <support/poseidon_circuits.hpp>
#include <support/poseidon_vectors.hpp>

using namespace lucid;
using support::digest_of;

namespace {

struct cost {
  std::size_t rows, variables, terms;
  bool operator==(cost const&) const = default;
};
template <class F>
cost cost_of(poseidon_parameters<F> const& parameters) {
  auto const shape = shape_of<F>(cpu::seq, digest_of<F>{&parameters});
  return {shape.constraints(), shape.variables() - 1 - parameters.arity(), shape.a().terms() + shape.b().terms() + shape.c().terms()};
}
constexpr std::size_t rows_of(std::size_t t, std::size_t full, std::size_t partial) { return 3 * (t * full + partial - 1); }

}  // namespace

TEST_CASE("poseidon: 3 rows and 3 variables an S-box, and few terms") {
  using F = bn254::scalar;
  CHECK(cost_of(circomlib_poseidon<F>(1)) == cost{rows_of(2, 8, 56), 213, 954});
  CHECK(cost_of(circomlib_poseidon<F>(2)) == cost{240, 240, 1'317});
  CHECK(cost_of(circomlib_poseidon<F>(8)) == cost{402, 402, 4'083});
  CHECK(cost_of(circomlib_poseidon<F>(11)) == cost{465, 465, 5'520});
  using G = bls12_381::scalar;
  CHECK(cost_of(filecoin_poseidon<G>(2)) == cost{234, 234, 1'281});
  CHECK(cost_of(filecoin_poseidon<G>(4)) == cost{285, 285, 2'049});
  CHECK(cost_of(filecoin_poseidon<G>(8)) == cost{384, 384, 3'831});
  CHECK(cost_of(filecoin_poseidon<G>(11)) == cost{456, 456, 5'358});
}

TEST_CASE("poseidon: the variables of A and of B are two thirds of all") {
  using F = bls12_381::scalar;
  auto const parameters = filecoin_poseidon<F>(8);
  auto const shape = shape_of<F>(cpu::seq, digest_of<F>{&parameters});
  for (auto const* m : {&shape.a(), &shape.b()}) {
    std::vector<bool> used(shape.variables());
    m->for_each_term([&](std::size_t, std::uint32_t column, std::uint32_t) { used[column] = true; });
    // All inputs and the one; of 3 variables an S-box two, and none of the last round's x⁵.
    CHECK(static_cast<std::size_t>(std::count(used.begin(), used.end(), true)) == 1 + 8 + 2 * 128 - 9);
  }
}

TEST_CASE("poseidon: constants have a constant digest") {
  using F = bls12_381::scalar;
  auto const parameters = filecoin_poseidon<F>(2);
  F const digest = support::filecoin_digests<F>("standard")[0];
  auto const rows = [&](bool constant) {
    return shape_of<F>(cpu::seq,
                       [&](auto& cs) {
                         auto const last = constant ? number<F>::constant(F{1}) : witness_number(cs, F{1});
                         std::array const inputs = {number<F>::constant(F{0}), last};
                         auto const result = poseidon(cs, parameters, inputs);
                         CHECK(result.is_constant() == constant);
                         if (constant) CHECK(result.value() == digest);
                       })
        .constraints();
  };
  CHECK(rows(true) == 0);
  CHECK(rows(false) == 234);  // one of two saves nothing
}
