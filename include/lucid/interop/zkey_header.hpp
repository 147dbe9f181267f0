// The head of a Groth16 .zkey: which curve, how many of what. Read without the key, for dispatch and for showing; checked against the
// lengths of the sections, so that no count in it can ask for more memory than the file has bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/interop/byte_reader.hpp>
#include <lucid/interop/curve_dispatch.hpp>
#include <lucid/interop/iden3_container.hpp>

namespace lucid::inline v0::iden3 {

// Types of the sections of a .zkey.
namespace zkey_section {
inline constexpr std::uint32_t protocol = 1, header = 2, ic = 3, coefficients = 4, a = 5, b1 = 6, b2 = 7, c = 8, h = 9, contributions = 10;
}  // namespace zkey_section

struct zkey_header {
  file_prime q, r;
  std::uint32_t variables = 0;      // with the constant one
  std::uint32_t public_inputs = 0;  // without it
  std::uint32_t domain_size = 0;
  std::uint32_t coefficients = 0;                   // terms of A and B, the input rows included
  std::optional<std::uint32_t> contributions = {};  // to the second phase; nothing when the section is missing (converted keys)

  [[nodiscard]] std::uint64_t g1_bytes() const noexcept { return 2 * std::uint64_t{q.bytes}; }
  [[nodiscard]] std::uint64_t g2_bytes() const noexcept { return 4 * std::uint64_t{q.bytes}; }
  [[nodiscard]] std::uint64_t coefficient_bytes() const noexcept { return 12 + std::uint64_t{r.bytes}; }
};

namespace detail {

inline void expect_protocol(container const& file) {
  byte_reader in = file.section(zkey_section::protocol, "protocol");
  std::uint64_t const at = in.offset();
  std::uint32_t const protocol = in.u32("the protocol");
  in.expect_end();
  constexpr std::uint32_t groth16 = 1, plonk = 2, fflonk = 10;
  if (protocol == groth16) return;
  char const* const name = protocol == plonk ? " (PLONK)" : protocol == fflonk ? " (fflonk)" : "";
  in.fail_at(at, "protocol " + std::to_string(protocol) + name + " is not supported; 1 (Groth16) is");
}

// A section must hold exactly count elements.
inline void expect_length(container const& file, std::uint32_t type, char const* name, std::uint64_t count, std::uint64_t size) {
  byte_reader in = file.section(type, name);
  in.take(count, size, "points");
  in.expect_end();
}

}  // namespace detail

// Throws decode_error: not a Groth16 key, counts that contradict each other or the sections' lengths.
[[nodiscard]] inline zkey_header read_zkey_header(container const& file) {
  detail::expect_protocol(file);
  byte_reader in = file.section(zkey_section::header, "header");
  zkey_header header;
  header.q = read_prime(in, "the prime q");
  header.r = read_prime(in, "the prime r");
  std::uint64_t const counts_at = in.offset();
  header.variables = in.u32("the number of variables");
  header.public_inputs = in.u32("the number of public inputs");
  header.domain_size = in.u32("the domain size");
  in.take(3 * header.g1_bytes() + 3 * header.g2_bytes(), "alpha, beta, gamma, delta");
  in.expect_end();
  if (header.public_inputs >= header.variables) {
    in.fail_at(counts_at, std::to_string(header.public_inputs) + " public inputs and the constant one among " +
                              std::to_string(header.variables) + " variables");
  }
  std::uint64_t const domain_at = counts_at + 8;
  if (header.domain_size == 0 || (header.domain_size & (header.domain_size - 1)) != 0) {
    in.fail_at(domain_at, "the domain size " + std::to_string(header.domain_size) + " is not a power of two");
  }
  if (header.domain_size <= header.public_inputs) {
    in.fail_at(domain_at, "the domain size " + std::to_string(header.domain_size) + " leaves no room for " +
                              std::to_string(header.public_inputs) + " public inputs");
  }

  std::uint64_t const inputs = std::uint64_t{header.public_inputs} + 1;
  detail::expect_length(file, zkey_section::ic, "IC", inputs, header.g1_bytes());
  detail::expect_length(file, zkey_section::a, "A", header.variables, header.g1_bytes());
  detail::expect_length(file, zkey_section::b1, "B1", header.variables, header.g1_bytes());
  detail::expect_length(file, zkey_section::b2, "B2", header.variables, header.g2_bytes());
  detail::expect_length(file, zkey_section::c, "C", header.variables - inputs, header.g1_bytes());
  detail::expect_length(file, zkey_section::h, "H", header.domain_size, header.g1_bytes());

  byte_reader terms = file.section(zkey_section::coefficients, "coefficients");
  header.coefficients = terms.u32("the number of coefficients");
  terms.take(header.coefficients, header.coefficient_bytes(), "coefficients");
  terms.expect_end();

  if (file.has(zkey_section::contributions)) {
    byte_reader tail = file.section(zkey_section::contributions, "contributions");
    constexpr std::uint64_t hash_bytes = 64;
    tail.take(hash_bytes, "the circuit hash");
    header.contributions = tail.u32("the number of contributions");
  }
  return header;
}

}  // namespace lucid::inline v0::iden3
