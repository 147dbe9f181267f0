// Readers take what is large from the policy: the heap is asked for as much by a large file as by a small one.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16/setup.hpp>
#include <lucid/interop/r1cs.hpp>
#include <lucid/interop/shape_file.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey.hpp>
#include <lucid/interop/zkey_writer.hpp>
#include <support/chain_circuit.hpp>
#include <support/heap_calls.hpp>
#include <support/refusing_memory.hpp>
#include <support/scratch_folder.hpp>

namespace {

using namespace lucid;
using curve = bn254::curve;
using F = curve::scalar;
using lucid_test::heap_bytes;
using lucid_test::refusing_memory;

constexpr char const* readers[] = {"r1cs", "wtns", "zkey", "shape", "file"};

std::array<std::size_t, std::size(readers)> bytes_beside_the_policy(std::size_t rows) {
  support::scratch_folder const folder;
  lucid_test::chain_circuit const circuit{rows};
  auto const made = shape_of<F>(cpu::seq, circuit);
  seeded_entropy entropy{1};
  auto const written = [&](char const* name, auto const& write) {
    atomic_file out{folder / name};
    write(out);
    out.commit();
    return mapped_file{folder / name};
  };
  auto const r1cs = written("c.r1cs", [&](auto& out) { iden3::write_r1cs(cpu::seq, out, made); });
  auto const wtns = written("c.wtns", [&](auto& out) { iden3::write_wtns<F>(cpu::seq, out, assign(cpu::seq, made, circuit).all()); });
  auto const zkey = written(
      "c.zkey", [&](auto& out) { iden3::write_zkey(cpu::seq, out, groth16::single_party_setup<curve>(cpu::seq, made, entropy).proving); });
  auto const shape = written("c.shape", [&](auto& out) { save_shape(cpu::seq, out, made); });
  refusing_memory memory;
  auto const exec = cpu::seq.with(memory);
  std::array<std::size_t, std::size(readers)> const beside{
      heap_bytes([&] { static_cast<void>(iden3::read_r1cs<F>(exec, r1cs.bytes(), "c")); }),
      heap_bytes([&] { static_cast<void>(iden3::read_wtns<F>(exec, wtns.bytes(), "c", 1)); }),
      heap_bytes([&] { static_cast<void>(iden3::read_zkey<curve>(exec, zkey.bytes(), "c")); }),
      heap_bytes([&] { static_cast<void>(load_shape<F>(exec, shape.path())); }),
      heap_bytes([&] { static_cast<void>(read_file(exec, wtns.path())); })};
  CHECK(memory.held() == 0);
  CHECK(memory.calls() > 20);
  return beside;
}

TEST_CASE("policy memory: no reader asks the heap for more when the file is larger") {
  static_cast<void>(bytes_beside_the_policy(10));  // what is made once a process
  auto const small = bytes_beside_the_policy(300), large = bytes_beside_the_policy(1500);
  for (std::size_t i = 0; i < small.size(); ++i) {
    INFO(readers[i], ": ", small[i], " bytes from the heap for 300 rows, ", large[i], " for 1500");
    CHECK(large[i] < small[i] + 1200);  // a byte a row
  }
}

}  // namespace
