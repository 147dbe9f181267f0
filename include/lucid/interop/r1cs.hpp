// .r1cs: the constraints of a circom circuit. Reads the header alone, the terms one by one as they stand, or a shape; writes a shape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <lucid/circuit/shape.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/codec.hpp>
#include <lucid/interop/container_writer.hpp>
#include <lucid/interop/curve_dispatch.hpp>
#include <lucid/interop/iden3_container.hpp>

namespace lucid::inline v0::iden3 {

// Wires: the constant one, public outputs, public inputs, private inputs, the rest.
struct r1cs_header {
  file_prime prime;
  std::uint32_t wires = 0;  // with the constant one
  std::uint32_t public_outputs = 0, public_inputs = 0, private_inputs = 0;
  std::uint64_t labels = 0;
  std::uint32_t constraints = 0;

  [[nodiscard]] std::uint64_t public_signals() const noexcept { return std::uint64_t{public_outputs} + public_inputs; }
};

// Section 1. Throws decode_error.
[[nodiscard]] inline r1cs_header read_r1cs_header(container const& file) {
  byte_reader in = file.section(1, "header");
  r1cs_header header;
  header.prime = read_prime(in, "the field's prime");
  std::uint64_t const counts_at = in.offset();
  header.wires = in.u32("the number of wires");
  header.public_outputs = in.u32("the number of public outputs");
  header.public_inputs = in.u32("the number of public inputs");
  header.private_inputs = in.u32("the number of private inputs");
  header.labels = in.u64("the number of labels");
  header.constraints = in.u32("the number of constraints");
  in.expect_end();
  if (header.public_signals() >= header.wires) {
    in.fail_at(counts_at, std::to_string(header.public_signals()) + " public signals and the constant one among " +
                              std::to_string(header.wires) + " wires");
  }
  return header;
}

// Calls visit(name, row, wire, coefficient, offset) for every term as it stands in the file: rows ascending, A then B then C, wires in any
// order. The coefficient is `prime.bytes` bytes of a plain integer, not yet looked at; offset is where it stands. Throws decode_error:
// counts that do not fit in the section, a wire out of range, custom gates, which Groth16 has no equation for.
template <class Visit>
void visit_r1cs_terms(container const& file, r1cs_header const& header, Visit&& visit) {
  for (std::uint32_t const section : {4u, 5u}) {
    if (!file.has(section)) continue;
    byte_reader in = file.section(section, "custom gates");
    if (in.remaining() != 0 && in.u32("the number of custom gates") != 0)
      in.fail("the circuit uses custom gates, which Groth16 cannot prove");
  }
  byte_reader in = file.section(2, "constraints");
  std::uint64_t const term_size = sizeof(std::uint32_t) + header.prime.bytes;
  constexpr std::uint64_t least = 3 * sizeof(std::uint32_t);  // three empty linear combinations
  if (header.constraints > in.remaining() / least) {
    in.fail(std::to_string(header.constraints) + " constraints do not fit in " + std::to_string(in.remaining()) + " bytes");
  }
  for (std::uint32_t row = 0; row < header.constraints; ++row) {
    for (matrix_name const name : {matrix_name::a, matrix_name::b, matrix_name::c}) {
      std::uint32_t const count = in.u32("the number of terms");
      std::uint64_t offset = in.offset();
      auto terms = in.take(count, term_size, "terms");
      for (; !terms.empty(); terms = terms.subspan(static_cast<std::size_t>(term_size)), offset += term_size) {
        std::uint32_t const wire = lucid::detail::load_little<std::uint32_t>(terms.data());
        if (wire >= header.wires) {
          in.fail_at(offset,
                     "constraint " + std::to_string(row) + " names wire " + std::to_string(wire) + " of " + std::to_string(header.wires));
        }
        visit(name, row, wire, terms.subspan(sizeof wire, header.prime.bytes), offset + sizeof wire);
      }
    }
  }
  in.expect_end();
}

// A circuit and what else its file says.
template <class F>
struct r1cs {
  r1cs_header header;
  shape<F> circuit;
  buffer<std::uint64_t> labels;  // of the wires; empty when the file has none
};

// Coefficients are decoded (canonical or refused), rows sorted by wire, repeated wires merged. Throws decode_error. One pass on the calling
// thread.
template <class F>
[[nodiscard]] r1cs<F> read_r1cs(execution_policy auto const& exec, view<std::byte const> bytes, std::string const& source) {
  auto const span = exec.open("interop/read r1cs");
  exec.count("bytes", bytes.size());
  container const file{bytes, source, r1cs_kind};
  r1cs_header header = read_r1cs_header(file);
  expect_modulus<F>(header.prime, source, "the field's prime");

  exec.count("elements", header.constraints);
  shape_builder<F> builder{exec, header.wires, static_cast<std::size_t>(header.public_signals()), header.constraints};
  visit_r1cs_terms(
      file, header,
      [&](matrix_name name, std::uint32_t row, std::uint32_t wire, std::span<std::byte const> coefficient, std::uint64_t offset) {
        auto const k = decode_plain<F>(coefficient, byte_order::little);
        if (!k)
          throw decode_error(
              source, "section 2 (constraints)", offset,
              "coefficient of wire " + std::to_string(wire) + " in constraint " + std::to_string(row) + " is not below the modulus");
        builder.add(name, row, wire, *k);
      });

  buffer<std::uint64_t> labels;
  if (file.has(3)) {
    byte_reader in = file.section(3, "labels");
    auto const all = in.take(header.wires, sizeof(std::uint64_t), "labels");
    in.expect_end();
    labels = buffer<std::uint64_t>{exec, header.wires};
    if (!labels.empty()) std::memcpy(labels.data(), all.data(), all.size());
  }
  auto const constraints = header.constraints;
  return {std::move(header), builder.finish(constraints), std::move(labels)};
}

// What a shape does not know of its wires.
struct r1cs_names {
  std::uint32_t public_outputs = 0, private_inputs = 0;
  std::optional<std::uint64_t> labels = {};      // nothing: as many as there are wires
  view<std::uint64_t const> label_of_wire = {};  // empty: wire i has label i
};

// Sections 1, 2, 3; terms by ascending wire. Does not commit. Throws argument_error for a shape without C or counts above 2^32 − 1, and
// io_error.
template <class F>
void write_r1cs(execution_policy auto const& exec, atomic_file& out, shape<F> const& circuit, r1cs_names const& names = {}) {
  auto const span = exec.open("interop/write r1cs");
  if (!circuit.has_c()) throw argument_error("r1cs: this shape has no matrix C");
  if (names.public_outputs > circuit.public_inputs()) throw argument_error("r1cs: more outputs than public signals");
  if (!names.label_of_wire.empty() && names.label_of_wire.size() != circuit.variables())
    throw argument_error("r1cs: one label a wire was expected");
  container_writer file{out, r1cs_kind, 3};
  constexpr std::uint64_t coefficient_at = sizeof(std::uint32_t);
  constexpr std::uint64_t term_size = coefficient_at + F::bytes;

  file.section(1, 4 + F::bytes + 4 * 4 + 8 + 4);
  file.prime(F::modulus());
  file.count(circuit.variables());
  file.count(names.public_outputs);
  file.count(circuit.public_inputs() - names.public_outputs);
  file.count(names.private_inputs);
  file.u64(names.labels.value_or(circuit.variables()));
  file.count(circuit.constraints());

  sparse_matrix<F> const* const matrices[] = {&circuit.a(), &circuit.b(), &circuit.c()};
  std::uint64_t terms = 0;
  for (auto const* m : matrices) terms += m->terms();
  file.section(2, 3 * 4 * std::uint64_t{circuit.constraints()} + terms * term_size);
  row_cursor cursors[] = {circuit.a().cursor(0), circuit.b().cursor(0), circuit.c().cursor(0)};
  for (std::size_t row = 0; row < circuit.constraints(); ++row) {
    for (row_cursor& rows : cursors) {
      row_terms const of_row = rows.next();
      file.count(of_row.size());
      for (coded_term const t : of_row) {
        std::byte term[term_size];
        std::memcpy(term, &t.column, coefficient_at);
        encode_plain(circuit.dictionary()[t.code], std::span{term}.template subspan<coefficient_at>(), byte_order::little);
        file.bytes(term);
      }
    }
  }

  file.section(3, 8 * std::uint64_t{circuit.variables()});
  for (std::size_t i = 0; i < circuit.variables(); ++i) file.u64(names.label_of_wire.empty() ? i : names.label_of_wire[i]);
  file.finish();
  exec.count("elements", circuit.constraints());
  exec.count("bytes", file.size());
}

}  // namespace lucid::inline v0::iden3
