#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <laws/gadget.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/gadget/poseidon.hpp>
#include <support/poseidon_circuits.hpp>
#include <support/poseidon_vectors.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using support::counted_from;
using support::digest_by;
using support::digest_of;
using support::toy_poseidon;

namespace {

template <class F>
struct permutation_of {
  poseidon_parameters<F> const* parameters;
  limb_t first = 0;
  bool constant = false;  // the first element
  void operator()(constraint_system auto& cs) const {
    std::array<number<F>, 40> state;
    for (std::size_t i = 0; i < parameters->width(); ++i) {
      state[i] = constant && i == 0 ? number<F>::constant(F{77}) : witness_number(cs, F{first + i});
    }
    poseidon_permutation(cs, *parameters, std::span{state}.first(parameters->width()));
  }
};

}  // namespace

TEST_CASE("poseidon: the circuit's digest is the published one") {
  using F = bls12_381::scalar;
  auto const parameters = filecoin_poseidon<F>(8);
  digest_of<F> const circuit{&parameters};
  auto const z = assign(cpu::seq, shape_of<F>(cpu::seq, circuit), circuit);
  // The last t variables are the digest, element 1, among x⁵ of the others.
  CHECK(z.all()[z.variables() - 9 + 1] == support::filecoin_digests<F>("standard")[2]);
}

TEST_CASE("poseidon: neither a digest's nor a permutation's variables are loose") {
  using F = bls12_381::scalar;
  auto const parameters = filecoin_poseidon<F>(4);
  laws::gadget<F>(digest_of<F>{&parameters, 5}, digest_of<F>{&parameters, 1'000});
  laws::gadget<F>(permutation_of<F>{&parameters, 5}, permutation_of<F>{&parameters, 1'000});
  laws::gadget<F>(permutation_of<F>{&parameters, 5, true}, permutation_of<F>{&parameters, 1'000, true});
}

TEST_CASE("poseidon: permuted numbers have the values of the permutation") {
  using F = bls12_381::scalar;
  auto const parameters = filecoin_poseidon<F>(4);
  for (bool const constant : {false, true}) {
    std::vector<F> expected = counted_from<F>(9, 5);
    if (constant) expected[0] = F{77};
    auto fast = expected;
    poseidon_permutation_naive<F>(parameters, expected);
    poseidon_permutation<F>(parameters, fast);
    CHECK(fast == expected);
    auto const shape = shape_of<F>(cpu::seq, permutation_of<F>{&parameters, 0, constant});
    CHECK(shape.constraints() == (constant ? 285 : 288));
    auto const z = assign(cpu::seq, shape, permutation_of<F>{&parameters, 9, constant});
    for (std::size_t i = 0; i < 5; ++i) CHECK(z.all()[z.variables() - 5 + i] == expected[i]);
  }
}

TEST_CASE("poseidon: on whole small fields each input has one witness, and it is the digest's") {
  using f17 = prime_field<lucid_test::field_17>;
  for (auto const& [width, partial] : {std::pair<std::size_t, std::size_t>{2, 3}, {3, 1}, {3, 4}}) {
    auto const parameters = toy_poseidon<f17>(width, partial);
    auto const shape = shape_of<f17>(cpu::seq, digest_of<f17>{&parameters});
    CHECK(shape.constraints() == 3 * (4 * width + partial - 1));
    auto const found = laws::solutions(shape);
    CHECK(found.size() == (width == 2 ? 17 : 17 * 17));
    std::size_t wrong = 0;
    for (auto const& z : found) {
      // The last t variables are the digest, element 1, among x⁵ of the others.
      auto const digest = z[z.size() - width + 1];
      wrong += digest == digest_by<f17>(parameters, std::span{z}.subspan(1, width - 1)) ? 0 : 1;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("poseidon: on a whole small field a state has one permuted state") {
  using f17 = prime_field<lucid_test::field_17>;
  auto const parameters = toy_poseidon<f17>(2, 3);
  for (bool const constant : {false, true}) {
    auto const found = laws::solutions(shape_of<f17>(cpu::seq, permutation_of<f17>{&parameters, 0, constant}));
    CHECK(found.size() == (constant ? 17 : 17 * 17));
    std::size_t wrong = 0;
    for (auto const& z : found) {
      std::array<f17, 2> state = {constant ? f17{77} : z[1], z[constant ? 1 : 2]};
      poseidon_permutation_naive<f17>(parameters, state);
      wrong += z[z.size() - 2] == state[0] && z[z.size() - 1] == state[1] ? 0 : 1;
    }
    CHECK(wrong == 0);
  }
}
