// .wtns: the values of all wires of a circom circuit. Plain little-endian integers in the file, Montgomery form in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include <lucid/circuit/assignment.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/codec.hpp>
#include <lucid/interop/container_writer.hpp>
#include <lucid/interop/curve_dispatch.hpp>
#include <lucid/interop/iden3_container.hpp>

namespace lucid::inline v0::iden3 {

struct wtns_header {
  file_prime prime;
  std::uint32_t values = 0;
};

// Section 1. Throws decode_error.
[[nodiscard]] inline wtns_header read_wtns_header(container const& file) {
  byte_reader in = file.section(1, "header");
  wtns_header header;
  header.prime = read_prime(in, "the field's prime");
  header.values = in.u32("the number of values");
  in.expect_end();
  return header;
}

// All values, the constant one first. Throws decode_error: a value that is not below the modulus, no values, a first value that is not one.
// Parallel.
template <class F, class Exec>
[[nodiscard]] buffer<F> read_wtns_values(Exec const& exec, view<std::byte const> bytes, std::string const& source) {
  auto const span = exec.open("interop/read wtns");
  exec.count("bytes", bytes.size());
  container const file{bytes, source, wtns_kind};
  wtns_header const header = read_wtns_header(file);
  expect_modulus<F>(header.prime, source, "the field's prime");
  byte_reader in = file.section(2, "values");
  std::uint64_t const offset = in.offset();
  auto const values = in.take(header.values, F::bytes, "values");
  in.expect_end();
  if (header.values == 0) in.fail("there are no values; the first is always one");

  exec.count("elements", header.values);
  buffer<F> z{exec, header.values};
  constexpr std::size_t grain = 4096;
  for_ranges(exec, z.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      auto const value = decode_plain<F>(values.subspan(i * F::bytes, F::bytes), byte_order::little);
      if (!value) in.fail_at(offset + i * F::bytes, "value " + std::to_string(i) + " is not below the modulus");
      z[i] = *value;
    }
  });
  if (!z[0].is_one()) in.fail_at(offset, "value 0 is not one");
  return z;
}

// The same as an assignment. Throws also argument_error when there are not more values than public inputs.
template <class F, class Exec>
[[nodiscard]] assignment<F> read_wtns(Exec const& exec, view<std::byte const> bytes, std::string const& source, std::size_t public_inputs) {
  auto values = read_wtns_values<F>(exec, bytes, source);
  if (public_inputs >= values.size()) {
    throw argument_error(source + ": " + std::to_string(values.size()) + " values are too few for " + std::to_string(public_inputs) +
                         " public inputs");
  }
  return {public_inputs, std::move(values)};
}

// Does not commit. Throws argument_error for more than 2^32 − 1 values, and io_error.
template <class F>
void write_wtns(execution_policy auto const& exec, atomic_file& out, view<F const> z) {
  auto const span = exec.open("interop/write wtns");
  container_writer file{out, wtns_kind, 2};
  file.section(1, 4 + F::bytes + 4);
  file.prime(F::modulus());
  file.count(z.size());
  file.section(2, std::uint64_t{z.size()} * F::bytes);
  for (F const& value : z) {
    std::byte digits[F::bytes];
    encode_plain(value, digits, byte_order::little);
    file.bytes(digits);
  }
  file.finish();
  exec.count("elements", z.size());
  exec.count("bytes", file.size());
}

}  // namespace lucid::inline v0::iden3
