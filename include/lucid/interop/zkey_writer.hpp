// A proving key → .zkey, as snarkjs reads it. Sections in the order in which snarkjs sets a key up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include <lucid/circuit/shape.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/codec.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/interop/container_writer.hpp>
#include <lucid/interop/iden3_points.hpp>
#include <lucid/interop/key_rules.hpp>
#include <lucid/interop/r1cs.hpp>
#include <lucid/interop/zkey.hpp>
#include <lucid/interop/zkey_header.hpp>

namespace lucid::inline v0::iden3 {

struct zkey_write_options {
  groth16::key_policy policy = groth16::key_policy::refuse_unfinished;
  // Of the circuit, as snarkjs computes it in a setup from a .ptau; proving and verifying do not look at it.
  std::array<std::byte, 64> circuit_hash = {};
};

namespace detail {

// Calls visit(matrix, row, column, coefficient) for the terms of A and B as a shape holds them: rows ascending, A before B, columns
// ascending.
template <class F, class Visit>
void visit_shape_terms(shape<F> const& circuit, Visit&& visit) {
  row_cursor cursors[] = {circuit.a().cursor(0), circuit.b().cursor(0)};
  for (std::size_t row = 0; row < circuit.constraints(); ++row) {
    for (std::uint32_t m = 0; m < 2; ++m) {
      for (auto const [column, code] : cursors[m].next()) visit(m, row, column, circuit.dictionary()[code]);
    }
  }
}

// The terms of A and B by visit_terms, then the input rows where the shape does not hold them. Returns the file's bytes.
template <class Curve, class VisitTerms>
std::uint64_t write_zkey(atomic_file& out, zkey_proving_key<Curve> const& key, VisitTerms const& visit_terms,
                         zkey_write_options const& options) {
  using base = typename Curve::base;
  using scalar = typename Curve::scalar;
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  require_usable_from(out.path(), key.verifying, options.policy);
  if (!key.a_density.is_full() || !key.b_density.is_full()) {
    throw argument_error(out.path() + ": a .zkey has a point for every variable, and this key leaves those at infinity out");
  }
  container_writer file{out, zkey_kind, 10};

  file.section(zkey_section::protocol, 4);
  file.u32(1);

  file.section(zkey_section::header, 4 + base::bytes + 4 + scalar::bytes + 3 * 4 + 3 * point_size<g1> + 3 * point_size<g2>);
  file.prime(base::modulus());
  file.prime(scalar::modulus());
  file.count(key.variables());
  file.count(key.public_inputs());
  file.count(key.domain.size());
  auto const point = [&file](auto const& p) { file.bytes(encode_uncompressed<iden3_format>(p)); };
  point(key.verifying.alpha_g1);
  point(key.beta_g1);
  point(key.verifying.beta_g2);
  point(key.verifying.gamma_g2);
  point(key.delta_g1);
  point(key.verifying.delta_g2);

  constexpr std::size_t record_size = 12 + scalar::bytes;
  std::size_t const circuit_rows = key.matrices.shape().constraints();
  std::size_t const input_rows = key.matrices.rows() - circuit_rows;
  std::uint64_t count = input_rows;
  visit_terms([&count](auto const&...) { ++count; });
  file.section(zkey_section::coefficients, 4 + count * record_size);
  file.count(count);
  auto const record = [&](std::uint32_t matrix, std::size_t row, std::size_t column, scalar const& coefficient) {
    std::byte bytes[record_size];
    std::uint32_t const head[] = {matrix, static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)};
    std::memcpy(bytes, head, sizeof head);
    auto const twice_montgomery = scalar::from_integer(coefficient.to_montgomery()).to_montgomery();  // c·R²
    std::memcpy(bytes + sizeof head, twice_montgomery.limb, scalar::bytes);
    file.bytes(bytes);
  };
  visit_terms(record);
  for (std::size_t s = 0; s < input_rows; ++s) record(0, circuit_rows + s, s, scalar::one());

  auto const points = [&file](std::uint32_t type, auto const& section) {
    auto const bytes = std::as_bytes(std::span{section.data(), section.size()});
    file.section(type, bytes.size());
    file.bytes(bytes);
  };
  points(zkey_section::ic, key.verifying.ic);
  points(zkey_section::h, key.h);
  points(zkey_section::c, key.l);
  points(zkey_section::a, key.a);
  points(zkey_section::b1, key.b1);
  points(zkey_section::b2, key.b2);

  file.section(zkey_section::contributions, options.circuit_hash.size() + 4);
  file.bytes(options.circuit_hash);
  file.u32(0);
  file.finish();
  return file.size();
}

}  // namespace detail

// Terms in the order of the shape. Does not commit. Throws key_error for a key that must not be used, argument_error for counts above 2^32
// − 1, io_error.
template <class Curve>
void write_zkey(execution_policy auto const& exec, atomic_file& out, zkey_proving_key<Curve> const& key,
                zkey_write_options const& options = {}) {
  auto const span = exec.open("interop/write zkey");
  auto const visit_terms = [&key](auto const& visit) { detail::visit_shape_terms(key.matrices.shape(), visit); };
  exec.count("bytes", detail::write_zkey<Curve>(out, key, visit_terms, options));
}

// Terms in the order of the .r1cs that the key was made for, repeated and zero ones included, as snarkjs writes them. Throws also
// decode_error.
template <class Curve>
void write_zkey(execution_policy auto const& exec, atomic_file& out, zkey_proving_key<Curve> const& key, view<std::byte const> r1cs_bytes,
                std::string const& r1cs_source, zkey_write_options const& options = {}) {
  auto const span = exec.open("interop/write zkey");
  using scalar = typename Curve::scalar;
  container const file{r1cs_bytes, r1cs_source, r1cs_kind};
  r1cs_header const header = read_r1cs_header(file);
  expect_modulus<scalar>(header.prime, r1cs_source, "the field's prime");
  if (header.wires != key.variables() || header.public_signals() != key.public_inputs() ||
      header.constraints != key.matrices.shape().constraints()) {
    throw argument_error(r1cs_source + ": the key was made for another circuit");
  }
  auto const visit_terms = [&](auto const& visit) {
    visit_r1cs_terms(file, header,
                     [&](matrix_name name, std::uint32_t row, std::uint32_t wire, std::span<std::byte const> bytes, std::uint64_t offset) {
                       if (name == matrix_name::c) return;
                       auto const coefficient = decode_plain<scalar>(bytes, byte_order::little);
                       if (!coefficient)
                         throw decode_error(r1cs_source, "section 2 (constraints)", offset, "the coefficient is not below the modulus");
                       visit(name == matrix_name::a ? 0u : 1u, std::size_t{row}, wire, *coefficient);
                     });
  };
  exec.count("bytes", detail::write_zkey<Curve>(out, key, visit_terms, options));
}

}  // namespace lucid::inline v0::iden3
