#include <doctest/doctest.h>

#include <vector>

#include <lucid/backend/cpu.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <lucid/msm/naive_msm.hpp>
#include <support/toy_systems.hpp>

using namespace lucid;
using curve = bn254::curve;
using scalar = curve::scalar;
using g1 = affine<curve::g1>;
using g2 = affine<curve::g2>;

namespace {

struct proved {
  groth16::verifying_key<curve> key;
  groth16::proof<curve> proof;
  std::vector<scalar> inputs;

  [[nodiscard]] bool accepts(groth16::proof<curve> const& p) const { return groth16::verify<curve>(key, p, view<scalar const>{inputs}); }
};

proved const& example() {
  static proved const made = [] {
    auto const system = lucid_test::random_system<scalar>(7, 3, 21);
    seeded_entropy entropy{5};
    auto keys = groth16::single_party_setup<curve>(cpu::seq, system.circuit, entropy);
    auto proof = groth16::prove(cpu::seq, keys.proving, system.assigned(cpu::seq), entropy);
    return proved{std::move(keys.verifying), proof, system.inputs()};
  }();
  return made;
}

}  // namespace

TEST_CASE("verify: the wrong number of public inputs is an argument error, through every count") {
  auto const& [key, proof, inputs] = example();
  for (std::size_t const n : {std::size_t{0}, inputs.size() - 1, inputs.size() + 1, 2 * inputs.size()}) {
    std::vector<scalar> wrong(n, scalar::zero());
    std::copy_n(inputs.begin(), std::min(n, inputs.size()), wrong.begin());
    CHECK_THROWS_WITH_AS(static_cast<void>(groth16::verify<curve>(key, proof, view<scalar const>{wrong})),
                         doctest::Contains("public inputs"), argument_error);
  }
}

TEST_CASE("verify: any exchanged or negated element is refused") {
  auto const& made = example();
  auto const& p = made.proof;
  CHECK(made.accepts(p));
  CHECK_FALSE(made.accepts({-p.a, p.b, p.c}));
  CHECK_FALSE(made.accepts({p.a, -p.b, p.c}));
  CHECK_FALSE(made.accepts({p.a, p.b, -p.c}));
  CHECK_FALSE(made.accepts({p.c, p.b, p.a}));
  CHECK_FALSE(made.accepts({g1::generator(), g2::generator(), g1::generator()}));
}

TEST_CASE("verify: the known transforms of a valid proof stay valid; statements are told apart by inputs, not by bytes") {
  auto const& made = example();
  auto const& p = made.proof;
  CHECK(made.accepts({-p.a, -p.b, p.c}));
  scalar const s{123456789};
  CHECK(made.accepts({multiply_vartime(p.a, s).to_affine(), multiply_vartime(p.b, inverse(s)).to_affine(), p.c}));
  scalar const t{77};  // (A, B + t·δ, C + t·A)
  CHECK(made.accepts({p.a, (multiply_vartime(made.key.delta_g2, t) + p.b).to_affine(), (multiply_vartime(p.a, t) + p.c).to_affine()}));
}

TEST_CASE("verify: infinity in a proof, in every combination, is refused without a crash") {
  auto const& made = example();
  for (unsigned which = 1; which < 8; ++which) {
    auto p = made.proof;
    if (which & 1u) p.a = g1::infinity();
    if (which & 2u) p.b = g2::infinity();
    if (which & 4u) p.c = g1::infinity();
    CHECK_FALSE(made.accepts(p));
  }
}

TEST_CASE("verify: points off their curve or off their group are refused") {
  auto const& made = example();
  auto p = made.proof;
  p.a.x += curve::base::one();
  CHECK_FALSE(made.accepts(p));
  p = made.proof;
  p.c = {curve::base{1}, curve::base{3}};
  CHECK_FALSE(made.accepts(p));
  p = made.proof;
  // On the twist, outside the subgroup: x = 1.
  p.b = {curve::fq2{curve::base{1}, curve::base{0}},
         curve::fq2{curve::base::from_integer(hex<4>("0x2869111d5381f072f8e2728fdb825a51aadd70e52c9830e9ab4b871c0531f1bb")),
                    curve::base::from_integer(hex<4>("0x0d1271953ed9ea0836846e70a1934187998c7f790cb4d7511b7f8da82de048a4"))}};
  REQUIRE(p.b.is_on_curve());
  CHECK_FALSE(made.accepts(p));
}

TEST_CASE("verify: a key whose second phase was never run is refused, because this forged proof passes under it") {
  auto key = example().key;
  key.delta_g2 = key.gamma_g2;
  auto const inputs = std::vector<scalar>{scalar{1}, scalar{2}, scalar{3}};  // a statement that nobody proved
  groth16::proof<curve> const forged{key.alpha_g1, key.beta_g2, (-groth16::input_sum<curve>(key, view<scalar const>{inputs})).to_affine()};
  CHECK(groth16::is_unfinished(key));
  CHECK_THROWS_WITH_AS(static_cast<void>(groth16::verify<curve>(key, forged, view<scalar const>{inputs})), doctest::Contains("unfinished"),
                       key_error);
  CHECK(groth16::verify<curve>(key, forged, view<scalar const>{inputs}, groth16::key_policy::accept_unfinished));

  key = example().key;
  key.delta_g2 = g2::generator();
  CHECK_THROWS_AS(static_cast<void>(groth16::verify<curve>(key, forged, view<scalar const>{inputs})), key_error);
}

TEST_CASE("verify: alpha, beta, gamma or delta at infinity is refused whatever the policy") {
  auto const& made = example();
  auto const refuses = [&](auto const& damage) {
    auto key = made.key;
    damage(key);
    for (auto const policy : {groth16::key_policy::refuse_unfinished, groth16::key_policy::accept_unfinished}) {
      CHECK_THROWS_AS(static_cast<void>(groth16::verify<curve>(key, made.proof, view<scalar const>{made.inputs}, policy)), key_error);
    }
  };
  refuses([](auto& key) { key.alpha_g1 = g1::infinity(); });
  refuses([](auto& key) { key.beta_g2 = g2::infinity(); });
  refuses([](auto& key) { key.gamma_g2 = g2::infinity(); });
  refuses([](auto& key) { key.delta_g2 = g2::infinity(); });
  refuses([](auto& key) { key.ic.clear(); });
}

TEST_CASE("verify: all of IC at infinity is a well-defined answer") {
  auto key = example().key;
  for (auto& point : key.ic) point = g1::infinity();
  CHECK_FALSE(groth16::verify<curve>(key, example().proof, view<scalar const>{example().inputs}));
}

TEST_CASE("verify: the sum of 0 to 40 inputs, of few bits and of many, is that of double-and-add") {
  auto const bits = [](std::size_t i) { return i % 4 == 3 ? 250u : static_cast<unsigned>(i % 4) * 20; };
  for (std::size_t const n : {0u, 1u, 2u, 15u, 16u, 17u, 40u}) {
    CAPTURE(n);
    groth16::verifying_key<curve> key;
    std::vector<scalar> inputs(n);
    seeded_entropy entropy{n};
    key.ic.push_back(g1::generator());
    jacobian<curve::g1> expected = key.ic[0];
    for (std::size_t i = 0; i < n; ++i) {
      auto const random = random_element<scalar>(entropy);
      key.ic.push_back(i % 7 == 5 ? g1::infinity() : multiply_vartime(g1::generator(), random).to_affine());
      inputs[i] = scalar::from_integer(shifted_right(random.to_integer(), 254 - bits(i)));
      expected += naive_msm{}(std::vector<g1>{key.ic.back()}, std::vector<scalar>{inputs[i]});
    }
    CHECK(groth16::input_sum<curve>(key, view<scalar const>{inputs}) == expected);
  }
}
