// .ptau: the powers of τ of a public first phase, prepared for the second: the Lagrange bases of every domain up to 2^power. Read as
// stretches of points; nothing is decoded before it is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/interop/curve_dispatch.hpp>
#include <lucid/interop/iden3_container.hpp>
#include <lucid/interop/iden3_points.hpp>

namespace lucid::inline v0::iden3 {

struct ptau_header {
  file_prime q;
  std::uint32_t power = 0;           // 2^power rows at most
  std::uint32_t ceremony_power = 0;  // before it was cut down
};

// Section 1. Throws decode_error.
[[nodiscard]] inline ptau_header read_ptau_header(container const& file) {
  byte_reader in = file.section(1, "header");
  ptau_header header;
  header.q = read_prime(in, "the prime q");
  std::uint64_t const at = in.offset();
  header.power = in.u32("the power");
  header.ceremony_power = in.u32("the ceremony's power");
  in.expect_end();
  constexpr std::uint32_t most = 40;  // 2^40 points: petabytes
  if (header.power > most) in.fail_at(at, "a power of 2^" + std::to_string(header.power) + " is not credible");
  return header;
}

// The file of one curve. The bytes must outlive it.
template <class Curve>
class ptau {
 public:
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;

  // Throws decode_error: not a .ptau, another curve. The sections are looked at when they are asked for.
  ptau(view<std::byte const> bytes, std::string const& source) : file_(bytes, source, ptau_kind), header_(read_ptau_header(file_)) {
    expect_modulus<typename Curve::base>(header_.q, source, "the prime q");
  }

  [[nodiscard]] ptau_header const& header() const noexcept { return header_; }
  [[nodiscard]] std::string const& source() const noexcept { return file_.source(); }

  // [τ^i]₁ for i < 2^(power+1) − 1, [α·τ^i]₁ and [β·τ^i]₁ for i < 2^power, [β]₂.
  [[nodiscard]] point_section<g1> tau_g1() const { return powers<g1>(2, "tau in G1", 2 * largest() - 1); }
  [[nodiscard]] point_section<g1> alpha_tau_g1() const { return powers<g1>(4, "alpha tau in G1", largest()); }
  [[nodiscard]] point_section<g1> beta_tau_g1() const { return powers<g1>(5, "beta tau in G1", largest()); }
  [[nodiscard]] point_section<g2> beta_g2() const { return powers<g2>(6, "beta in G2", 1); }

  // [L_i(τ)]₁ and so on for the Lagrange basis of the domain of size 2^k, k ≤ power; in G1 without a factor also k = power + 1.
  // Throws decode_error where the file was not prepared for the second phase.
  [[nodiscard]] point_section<g1> lagrange_g1(unsigned k) const { return lagrange<g1>(12, "Lagrange tau in G1", k, header_.power + 1); }
  [[nodiscard]] point_section<g2> lagrange_g2(unsigned k) const { return lagrange<g2>(13, "Lagrange tau in G2", k, header_.power); }
  [[nodiscard]] point_section<g1> alpha_lagrange_g1(unsigned k) const {
    return lagrange<g1>(14, "Lagrange alpha tau in G1", k, header_.power);
  }
  [[nodiscard]] point_section<g1> beta_lagrange_g1(unsigned k) const {
    return lagrange<g1>(15, "Lagrange beta tau in G1", k, header_.power);
  }

 private:
  [[nodiscard]] std::uint64_t largest() const noexcept { return std::uint64_t{1} << header_.power; }

  template <class G>
  [[nodiscard]] point_section<G> powers(std::uint32_t type, char const* name, std::uint64_t count) const {
    byte_reader in = file_.section(type, name);
    point_section<G> points{in, count, "points"};
    in.expect_end();
    return points;
  }

  // The bases of 2^0, 2^1, … 2^last stand one after the other: that of 2^k begins at point 2^k − 1.
  template <class G>
  [[nodiscard]] point_section<G> lagrange(std::uint32_t type, char const* name, unsigned k, unsigned last) const {
    if (!file_.has(type)) {
      throw decode_error(source(), "section " + std::to_string(type) + " (" + name + ')', 0,
                         "the section is missing: the file is not prepared for the second phase (snarkjs powersoftau prepare phase2)");
    }
    LUCID_EXPECTS(k <= last);
    byte_reader in = file_.section(type, name);
    std::uint64_t const size = std::uint64_t{1} << k;
    in.take(size - 1, point_size<G>, "points");
    point_section<G> points{in, size, "points"};
    in.take((std::uint64_t{2} << last) - 2 * size, point_size<G>, "points");
    in.expect_end();
    return points;
  }

  container file_;
  ptau_header header_;
};

}  // namespace lucid::inline v0::iden3
