#include <lucid/interop/ptau.hpp>

#include <string>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/power.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/group/scalar_mul.hpp>
#include <support/iden3_file.hpp>

namespace cpu = lucid::cpu;
namespace iden3 = lucid::iden3;
using lucid::affine;
using lucid::decode_error;
using lucid::subgroup_check;
using support::bytes;
using support::iden3_file;
using bn254 = lucid::bn254::curve;

namespace {

template <class Curve>
std::string folder() {
  return std::string{"ptau/"} + (Curve::base::limbs == 4 ? "bn254" : "bls12-381");
}

// Σ_i ω^(ij)·L_i(τ) = τ^j in the exponent: the blocks are Lagrange bases of the right domain.
template <class G>
void check_lagrange(lucid::view<affine<G> const> lagrange, lucid::view<affine<G> const> powers, unsigned k) {
  using scalar = typename G::scalar;
  auto omega = lucid::two_adic<typename scalar::spec>::root_of_least_non_residue;
  for (unsigned i = lucid::two_adic<typename scalar::spec>::order_log2; i > k; --i) omega = square(omega);
  for (std::size_t j = 0; j < (std::size_t{1} << k) && j < powers.size(); ++j) {
    lucid::jacobian<G> sum;
    for (std::size_t i = 0; i < lagrange.size(); ++i) sum += lucid::multiply_vartime(lagrange[i], lucid::power(omega, i * j));
    CHECK(sum.to_affine() == powers[j]);
  }
}

std::string refusal(bytes const& data) {
  try {
    iden3::ptau<bn254> const file{data, "p.ptau"};
    static_cast<void>(file.lagrange_g1(3).read_all(cpu::seq, subgroup_check::required));
    static_cast<void>(file.tau_g1());
    static_cast<void>(file.beta_g2());
  } catch (decode_error const& e) {
    return e.what();
  }
  FAIL("was accepted");
  return {};
}

bool contains(std::string const& text, char const* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE_TEMPLATE("ptau: powers, and Lagrange bases that belong to them", Curve, lucid::bn254::curve, lucid::bls12_381::curve) {
  auto const data = support::read_data(folder<Curve>() + "/powers.ptau");
  iden3::ptau<Curve> const file{data, "p"};
  CHECK(file.header().power == 3);
  CHECK(file.header().ceremony_power == 3);
  auto const all = [](auto const& section) { return section.read_all(cpu::seq, subgroup_check::required); };
  auto const tau = all(file.tau_g1());
  REQUIRE(tau.size() == 15);
  CHECK(tau[0] == affine<typename Curve::g1>::generator());
  CHECK(all(file.alpha_tau_g1()).size() == 8);
  CHECK(all(file.beta_g2()).size() == 1);
  check_lagrange<typename Curve::g1>(all(file.lagrange_g1(2)).all(), tau.all(), 2);
  check_lagrange<typename Curve::g1>(all(file.alpha_lagrange_g1(3)).all(), all(file.alpha_tau_g1()).all(), 3);
  check_lagrange<typename Curve::g1>(all(file.beta_lagrange_g1(1)).all(), all(file.beta_tau_g1()).all(), 1);
  check_lagrange<typename Curve::g1>(all(file.lagrange_g1(0)).all(), tau.all(), 0);
  CHECK(all(file.lagrange_g1(4)).size() == 16);
  CHECK(all(file.lagrange_g2(3)).size() == 8);
}

TEST_CASE("ptau: what is wrong is named") {
  auto const good = iden3_file::parse(support::read_data("ptau/bn254/powers.ptau"));
  auto file = good;
  file.remove(12);
  CHECK(contains(refusal(file.build()), "not prepared for the second phase"));
  for (std::uint32_t const type : {2u, 6u, 12u}) {
    file = good;
    file.content(type).pop_back();
    CHECK(contains(refusal(file.build()), ("section " + std::to_string(type)).c_str()));
    file.content(type).resize(good.sections[0].content.size());
    CHECK(contains(refusal(file.build()), "p.ptau: section"));
  }
  for (std::uint32_t const power : {0u, 1u, 2u, 4u, 28u, 29u, 40u, 41u, 0x8000'0000u, 0xffff'ffffu}) {
    CAPTURE(power);
    file = good;
    support::put_number(file.content(1), 4 + 32, power);
    if (power >= 3) CHECK(contains(refusal(file.build()), "p.ptau: section"));
  }
  file = good;
  file.content(12)[7 * 64] ^= std::byte{1};
  CHECK(contains(refusal(file.build()), "section 12 (Lagrange tau in G1)"));
  CHECK(contains(refusal(file.build()), "point 0: point is not on the curve"));
  CHECK(contains(refusal(support::read_data("ptau/bls12-381/powers.ptau")), "the prime q is "));
  CHECK(contains(refusal(support::read_data("ptau/bn254/multiplier.zkey")), "does not begin with \"ptau\""));
}

TEST_CASE("ptau: truncation at every byte is refused") {
  auto const data = support::read_data("ptau/bn254/powers.ptau");
  for (std::size_t n = 0; n < data.size(); n += n < 200 ? 1 : 37) {
    CHECK_THROWS_AS(iden3::ptau<bn254>(lucid::view<std::byte const>{data.data(), n}, "p"), decode_error);
  }
}
