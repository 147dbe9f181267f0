// Keys of bellman: the same bytes from the same secrets, the same proof from the same blinding, and whatever goes round comes back.
#include <lucid/interop/bellman_key.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/synthesis.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/groth16/prove.hpp>
#include <lucid/interop/bellman.hpp>
#include <support/bellman_sample.hpp>
#include <support/hex.hpp>
#include <support/scratch_folder.hpp>
#include <support/toy_systems.hpp>

namespace {

using namespace lucid;
using curve = bls12_381::curve;
using scalar = curve::scalar;
using key = bellman::proving_key<curve>;
using sample = lucid_test::bellman_sample<scalar>;
using support::bytes;

auto const& exec = cpu::seq;

sample known() { return {scalar{3}, scalar{11}, scalar{1000}}; }
shape<scalar> sample_shape(sample const& circuit = {}) { return shape_of<scalar>(exec, circuit); }

key own_key(shape<scalar> const& circuit) {
  qap::matrices<scalar> const matrices{circuit};
  return groth16::setup_from_trapdoor<curve, qap::libsnark_reduction>(
      exec, matrices, groth16::domain_for<qap::libsnark_reduction>(matrices), lucid_test::bellman_sample_secrets<scalar>{});
}

template <class Key>
bytes written(Key const& k) {
  support::scratch_folder const folder;
  atomic_file out{folder / "k.params"};
  bellman::write_parameters(exec, out, k);
  out.commit();
  auto const text = support::read_text(folder / "k.params");
  return support::to_bytes(std::as_bytes(std::span{text}));
}

key read(bytes const& file, shape<scalar> const& circuit, bellman::parameter_options const& options = {}) {
  return bellman::read_proving_key<curve>(exec, file, "k.params", circuit, options);
}

// The proof of known() with bellman's blinding.
groth16::proof<curve> sample_proof(key const& k) {
  auto const z = assign(exec, k.matrices.shape(), known());
  auto const prepared = groth16::prepare(exec, k);
  auto rows = qap::multiply(exec, k.matrices, k.domain, z.all());
  groth16::blinding<curve> const blind{inverse(scalar{17}), inverse(scalar{19})};
  return groth16::assemble(prepared, blind, groth16::evaluate_queries(exec, radix2_ntt{}, pippenger{}, prepared, std::move(rows), z.all()));
}

template <class Values>
bool proves(key const& k, Values&& values, view<scalar const> inputs) {
  seeded_entropy entropy{7};
  auto const proof = groth16::prove(exec, k, std::forward<Values>(values), entropy);
  return groth16::verify<curve>(k.verifying, proof, inputs) && bellman::write_proof(proof).size() == 192;
}

// A key of the other reduction is refused by the compiler.
template <class Key>
concept writable = requires(Key const& k, atomic_file& out) { bellman::write_parameters(exec, out, k); };
static_assert(writable<key> && !writable<groth16::proving_key<curve, qap::circom_reduction>>);

TEST_CASE("bellman_key: from the same secrets the file is bellman's, byte for byte") {
  CHECK(written(own_key(sample_shape())) == support::read_data("bellman/sample.params"));
}

TEST_CASE(
    "bellman_key: with bellman's key and blinding the proof is bellman's, byte for byte; so it is with a key of our own that holds "
    "infinity") {
  auto const wanted = support::read_data("bellman/sample.proof");
  auto const theirs = read(support::read_data("bellman/sample.params"), sample_shape());
  CHECK(support::to_bytes(bellman::write_proof(sample_proof(theirs))) == wanted);
  CHECK(support::to_bytes(bellman::write_proof(sample_proof(own_key(sample_shape())))) == wanted);
  CHECK(theirs.b1.size() == 4);
  CHECK(written(theirs) == support::read_data("bellman/sample.params"));
  auto parameters = bellman::read_parameters<curve>(exec, support::read_data("bellman/sample.params"), "k.params");
  auto const* const points = parameters.h.data();
  auto const in_two_steps = bellman::make_proving_key(exec, std::move(parameters), sample_shape());
  CHECK(in_two_steps.h.data() == points);
  CHECK(written(in_two_steps) == support::read_data("bellman/sample.params"));
}

TEST_CASE("bellman_key: proves by an assignment and by the rows of synthesize, which agree") {
  auto const k = read(support::read_data("bellman/sample.params"), sample_shape());
  std::array const inputs{scalar{38}, scalar{1000}, scalar{77}};
  CHECK(proves(k, assign(exec, k.matrices.shape(), known()), inputs));
  CHECK(proves(k, synthesize<scalar>(exec, known()), inputs));
  seeded_entropy once{1}, again{1};
  CHECK(groth16::prove(exec, k, assign(exec, k.matrices.shape(), known()), once) ==
        groth16::prove(exec, k, synthesize<scalar>(exec, known()), again));
}

TEST_CASE("bellman_key: any circuit's key comes back from its file") {
  for (auto const& size : {std::pair{1u, 0u}, {1u, 3u}, {4u, 2u}, {23u, 1u}, {60u, 5u}}) {
    unsigned const rows = size.first, publics = size.second;
    CAPTURE(rows);
    auto const system = lucid_test::random_system<scalar>(rows, publics, 90 + rows);
    seeded_entropy entropy{rows};
    auto const made = groth16::single_party_setup<curve, qap::libsnark_reduction>(exec, system.circuit, entropy).proving;
    // A variable that no row draws has no place in such a file.
    bool const bound = std::none_of(made.l.begin(), made.l.end(), [](auto const& p) { return p.is_infinity(); });
    if (!bound) {
      CHECK_THROWS_AS(written(made), key_error);
      continue;
    }
    auto const file = written(made);
    auto const k = read(file, system.circuit);
    CHECK(k.verifying == made.verifying);
    CHECK((k.beta_g1 == made.beta_g1 && k.delta_g1 == made.delta_g1));
    auto const same = [&](auto const& dense, qap::density const& density, auto const& wide) {
      auto const chosen = density.select(exec, wide.all());
      return std::equal(dense.begin(), dense.end(), chosen.begin(), chosen.end());
    };
    CHECK(same(k.a, k.a_density, made.a));
    CHECK(same(k.b1, k.b_density, made.b1));
    CHECK(same(k.b2, k.b_density, made.b2));
    CHECK(same(k.l, {}, made.l));
    CHECK(same(k.h, {}, made.h));
    CHECK(written(k) == file);
    auto const inputs = system.inputs();
    CHECK(proves(k, system.assigned(exec), inputs));
  }
}

TEST_CASE("bellman_key: a variable in no constraint has no place in a file") {
  auto const circuit = sample_shape({.one_too_many = true});
  CHECK_THROWS_AS(written(own_key(circuit)), key_error);
}

TEST_CASE("bellman_key: parameters of another circuit are refused by their counts, or by the proof") {
  auto const file = support::read_data("bellman/sample.params");
  auto const other = [&](auto const& change) {
    shape_builder<scalar> rows{10, 3, 64};  // the sample, in columns: 1, out, free, idle, x, y, p, w, q, d
    auto const add = [&](matrix_name m, std::size_t row, std::size_t column, std::uint64_t k = 1) { rows.add(m, row, column, scalar{k}); };
    add(matrix_name::a, 0, 4), add(matrix_name::b, 0, 5), add(matrix_name::c, 0, 6);
    add(matrix_name::a, 1, 6), add(matrix_name::a, 1, 0, 5), add(matrix_name::b, 1, 0), add(matrix_name::c, 1, 1);
    rows.add(matrix_name::a, 2, 6, -scalar{7}), add(matrix_name::a, 2, 4, 2), add(matrix_name::b, 2, 2), add(matrix_name::c, 2, 7);
    add(matrix_name::a, 3, 7), add(matrix_name::b, 3, 7), add(matrix_name::c, 3, 8);
    add(matrix_name::c, 4, 8, 2), rows.add(matrix_name::c, 4, 9, -scalar{1});
    std::size_t const count = change(add);
    return rows.finish(count);
  };
  CHECK(other([](auto const&) { return 5; }) == sample_shape());
  auto const refused = [&](shape<scalar> const& circuit) -> std::string {
    try {
      static_cast<void>(read(file, circuit));
    } catch (decode_error const& e) {
      CHECK(e.source() == "k.params");
      CHECK_THROWS_AS(static_cast<void>(bellman::make_proving_key(exec, bellman::read_parameters<curve>(exec, file, "k.params"), circuit)),
                      argument_error);
      return e.section() + " " + std::to_string(e.offset());
    }
    return "taken";
  };
  CHECK(refused(other([](auto const&) { return 5; })) == "taken");
  CHECK(refused(other([](auto const&) { return 13; })) == "H 1252");
  CHECK(refused(other([](auto const& add) { return add(matrix_name::a, 4, 5), 5; })) == "A 3276");
  CHECK(refused(other([](auto const& add) { return add(matrix_name::b, 4, 4), 5; })) == "B in G1 3952");
  CHECK(refused(lucid_test::multiplier<scalar>().circuit) == "IC 864");
  CHECK(refused(sample_shape({.one_too_many = true})) == "L 2696");

  // Equal counts, another coefficient.
  auto const near = other([](auto const& add) { return add(matrix_name::a, 3, 4), 5; });
  REQUIRE(refused(near) == "taken");
  auto const k = read(file, near);
  auto rows = synthesize<scalar>(exec, known());
  seeded_entropy entropy{3};
  CHECK_NOTHROW(
      static_cast<void>(groth16::prove(exec, k, std::move(rows), entropy)));  // the rows are the sample's, whatever the shape says
  CHECK_THROWS_AS(static_cast<void>(groth16::prove(exec, k, assign(exec, sample_shape(), known()), entropy)), unsatisfied_error);
}

// A changed bit in every point of the lists, taken on trust: most leave the curve. No sum of them crashes, and no proof with one of them passes.
TEST_CASE("bellman_key: what was taken unchecked is noticed when it proves") {
  auto file = support::read_data("bellman/sample.params");
  auto const circuit = sample_shape();
  seeded_entropy entropy{9};
  std::size_t noticed = 0, points = 0;
  for (auto const& [begin, count, size] :
       {std::array{1256u, 15u, 96u}, {2700u, 6u, 96u}, {3280u, 7u, 96u}, {3956u, 4u, 96u}, {4344u, 4u, 192u}}) {
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t const bit = 8 * (begin + i * size + 1 + 7 * points % (size - 1)) + points % 8;
      ++points;
      file[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
      auto const k = read(file, circuit, {.check = bellman::point_check::unchecked_points});
      try {
        static_cast<void>(groth16::prove(exec, k, assign(exec, circuit, known()), entropy));
      } catch (self_verification_error const&) {
        ++noticed;
      }
      file[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
    }
  }
  CHECK(points == 36);
  CHECK(noticed == points);
}

TEST_CASE("bellman_key: points that would be lost are not written") {
  auto k = own_key(sample_shape());
  CHECK(k.a[8].is_infinity());
  k.a[8] = k.a[1];
  CHECK_THROWS_AS(written(k), argument_error);
  k.a[8] = {};
  k.b2[4] = k.b2[0];
  CHECK_THROWS_AS(written(k), argument_error);
  k.b2[4] = {};
  CHECK(written(k) == support::read_data("bellman/sample.params"));
  k.b2[0] = {};
  CHECK_THROWS_AS(written(k), key_error);
  auto theirs = read(support::read_data("bellman/sample.params"), sample_shape());
  theirs.b_density = qap::density_of_a(exec, sample_shape());
  CHECK_THROWS_AS(written(theirs), argument_error);
}

}  // namespace
