#include <lucid/interop/wtns.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <support/circom_sets.hpp>
#include <support/iden3_file.hpp>
#include <support/scratch_folder.hpp>

#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

namespace cpu = lucid::cpu;
namespace iden3 = lucid::iden3;
using lucid::argument_error;
using lucid::decode_error;
using support::bytes;
using support::iden3_file;
using scalar = lucid::bn254::scalar;

namespace {

template <class F>
bytes rewritten(lucid::view<F const> z) {
  support::scratch_folder const folder;
  lucid::atomic_file out{folder / "w"};
  iden3::write_wtns(cpu::seq, out, z);
  out.commit();
  auto const text = support::read_text(folder / "w");
  return support::to_bytes(std::as_bytes(std::span{text}));
}

template <class F>
void check_sets(std::vector<std::string> const& folders) {
  for (auto const& folder : folders) {
    CAPTURE(folder);
    auto const data = support::read_data(folder + "/witness.wtns");
    auto const z = iden3::read_wtns_values<F>(cpu::seq, data, folder);
    CHECK(z[0] == F::one());
    CHECK(rewritten<F>(z) == data);
#if LUCID_TEST_HAS_TBB
    auto const in_parallel = iden3::read_wtns_values<F>(cpu::par, data, folder);
    CHECK(std::equal(z.begin(), z.end(), in_parallel.begin(), in_parallel.end()));
#endif
  }
}

bytes multiplier() { return support::read_data("circom/bn254/multiplier/witness.wtns"); }

std::string refusal(bytes const& data) {
  try {
    static_cast<void>(iden3::read_wtns_values<scalar>(cpu::seq, data, "w.wtns"));
  } catch (decode_error const& e) {
    return e.what();
  }
  FAIL("was accepted");
  return {};
}

bool contains(std::string const& text, char const* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("wtns: every set is read and written again, byte for byte") {
  auto bn254_sets = support::circom_sets("bn254");
  bn254_sets.push_back("real-world/df-whitelist");
  bn254_sets.push_back("real-world/unirep-epochKeyLite");
  check_sets<lucid::bn254::scalar>(bn254_sets);
  check_sets<lucid::bls12_381::scalar>(support::circom_sets("bls12-381"));
}

TEST_CASE("wtns: the values are those of the circuit") {
  auto const z = iden3::read_wtns<scalar>(cpu::seq, multiplier(), "w", 1);
  REQUIRE(z.variables() == 4);
  CHECK(z.inputs()[0] == scalar{33});
  CHECK(z.witness()[0] * z.witness()[1] == scalar{33});
}

TEST_CASE("wtns: sections the other way round") {
  auto file = iden3_file::parse(multiplier());
  std::swap(file.sections[0], file.sections[1]);
  auto const z = iden3::read_wtns_values<scalar>(cpu::seq, file.build(), "w");
  CHECK(rewritten<scalar>(z) == multiplier());
}

TEST_CASE("wtns: truncation at every byte is refused, a flipped bit is refused or changes one value") {
  auto const data = multiplier();
  for (std::size_t n = 0; n < data.size(); ++n) {
    bytes const cut(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(n));
    CHECK_THROWS_AS(static_cast<void>(iden3::read_wtns_values<scalar>(cpu::seq, cut, "w")), decode_error);
  }
  std::size_t accepted = 0;
  for (std::size_t bit = 0; bit < 8 * data.size(); ++bit) {
    auto flipped = data;
    flipped[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
    try {
      auto const z = iden3::read_wtns_values<scalar>(cpu::seq, flipped, "w");
      CHECK(rewritten<scalar>(z) == flipped);  // what is accepted means what it says
      ++accepted;
    } catch (decode_error const&) {}
  }
  CHECK(accepted > 3 * 250);  // the bits of three values below the modulus
  CHECK(accepted < 3 * 256);
}

TEST_CASE("wtns: what is wrong is named") {
  auto const good = multiplier();
  auto file = iden3_file::parse(good);
  constexpr std::size_t count_at = 4 + 32;

  auto modulus = file.content(1);
  auto bad = file;
  std::copy(modulus.begin() + 4, modulus.begin() + 36, bad.content(2).begin() + 2 * 32);  // value 2 = r
  CHECK(contains(refusal(bad.build()), "section 2 (values) at byte 140: value 2 is not below the modulus"));

  for (auto const first : {std::byte{0}, std::byte{2}}) {
    bad = file;
    bad.content(2)[0] = first;
    CHECK(contains(refusal(bad.build()), "value 0 is not one"));
  }

  for (std::uint32_t const count : {0u, 1u, 3u, 5u, 0x8000'0000u, 0xffff'ffffu}) {
    bad = file;
    support::put_number(bad.content(1), count_at, count);
    CAPTURE(count);
    CHECK(contains(refusal(bad.build()), "w.wtns: section 2 (values)"));
  }
  bad = file;
  support::put_number(bad.content(1), count_at, 0u);
  bad.content(2).clear();
  CHECK(contains(refusal(bad.build()), "no values"));

  bad = file;
  bad.remove(2);
  CHECK(contains(refusal(bad.build()), "section 2 (values)"));
  CHECK(contains(refusal(bad.build()), "is missing"));
  bad = file;
  bad.sections.push_back(bad.sections[1]);
  CHECK(contains(refusal(bad.build()), "occurs twice"));
  bad = file;
  bad.version = 1;
  CHECK(contains(refusal(bad.build()), "version 1 is not supported"));
  CHECK(contains(refusal(support::read_data("circom/bn254/multiplier/circuit.zkey")), "does not begin with \"wtns\""));
  CHECK(contains(refusal(support::read_data("circom/bls12-381/multiplier/witness.wtns")),
                 "expected "
                 "21888242871839275222246405745257275088548364400416034343698204186575808495617"));
}

TEST_CASE("wtns: too few values for the public inputs is an argument_error") {
  CHECK_THROWS_AS(static_cast<void>(iden3::read_wtns<scalar>(cpu::seq, multiplier(), "w", 4)), argument_error);
  CHECK_NOTHROW(static_cast<void>(iden3::read_wtns<scalar>(cpu::seq, multiplier(), "w", 3)));
}
