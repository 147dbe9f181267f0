// Keys of a few hundred bytes made readers of others allocate up to 256 GiB (gnark CVE-2024-50354, gnark-crypto GHSA-fj2x-735w-74vq, celestia-app 6754 and
// 6788): a count was believed before the bytes behind it were seen. Here a hostile file may cost eight times its size and a megabyte.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/interop/ptau.hpp>
#include <lucid/interop/r1cs.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey.hpp>
#include <support/limited_memory.hpp>
#include <support/zkey_parts.hpp>

namespace cpu = lucid::cpu;
namespace iden3 = lucid::iden3;
using curve = lucid::bn254::curve;
using support::bytes;

namespace {

constexpr std::uint64_t hostile[] = {
    0, 1, 1u << 16, 0x8000'0000, 0xffff'ffff, std::uint64_t{1} << 32, std::uint64_t{1} << 63, ~std::uint64_t{0}};

// The file with every four and every eight bytes of its first few hundred replaced by each hostile number.
template <class Read>
void check(std::string const& name, std::size_t size, Read const& read) {
  CAPTURE(name);
  auto data = support::read_data(name);
  data.resize(std::min(data.size(), size));
  std::vector<bytes> files;
  for (std::size_t at = 4; at + 8 <= std::min<std::size_t>(data.size(), 300); ++at) {
    for (std::uint64_t const number : hostile) {
      files.push_back(data);
      support::put_number(files.back(), at, number);
      files.push_back(data);
      support::put_number(files.back(), at, static_cast<std::uint32_t>(number));
    }
  }
  auto const result = support::with_limited_memory(8 * size + (1 << 20), [&] {
    for (bytes const& file : files) {
      try {
        read(file);
      } catch (lucid::decode_error const&) {
      } catch (lucid::key_error const&) {
      } catch (lucid::argument_error const&) {}
    }
  });
  CHECK(result == support::ending::fine);
}

}  // namespace

TEST_CASE("a count in a .zkey does not decide how much is allocated") {
  for (std::size_t const size : {300u, 4096u}) {
    check("circom/bn254/multiplier/circuit.zkey", size,
          [](bytes const& file) { static_cast<void>(iden3::read_zkey<curve>(cpu::seq, file, "k")); });
  }
}

TEST_CASE("a count in a .r1cs does not decide how much is allocated") {
  check("circom/bn254/multiplier/circuit.r1cs", 300,
        [](bytes const& file) { static_cast<void>(iden3::read_r1cs<curve::scalar>(cpu::seq, file, "c")); });
}

TEST_CASE("a count in a .wtns does not decide how much is allocated") {
  check("circom/bn254/multiplier/witness.wtns", 300,
        [](bytes const& file) { static_cast<void>(iden3::read_wtns_values<curve::scalar>(cpu::seq, file, "w")); });
}

TEST_CASE("a power in a .ptau does not decide how much is allocated") {
  for (std::size_t const size : {300u, 1u << 14}) {
    check("ptau/bn254/powers.ptau", size, [](bytes const& file) {
      iden3::ptau<curve> const ptau{file, "p"};
      static_cast<void>(ptau.lagrange_g1(0).read_all(cpu::seq, lucid::subgroup_check::required));
      static_cast<void>(ptau.tau_g1().read_all(cpu::seq, lucid::subgroup_check::required));
    });
  }
}

#if SUPPORT_LIMITS_MEMORY
// The limit itself works: two megabytes are not to be had there.
TEST_CASE("a reader that believes a count would be noticed") {
  auto const result = support::with_limited_memory(1 << 20, [] {
    std::vector<char> const big(std::size_t{1} << 22);
    if (big[0] != 0) throw big[0];
  });
  CHECK(result == support::ending::out_of_memory);
}
#endif
