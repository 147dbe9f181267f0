// Sizes whose sums and products wrap: a section length that moves the cursor backwards, a count times a size beyond 64 bits, 32-bit sizes of large sections
// (rmm 2451, ffiasm c321ed6, gnark 1195, icicle 636).
#include <cstdint>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/interop/byte_reader.hpp>
#include <lucid/interop/iden3_container.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey_header.hpp>
#include <support/iden3_file.hpp>

namespace iden3 = lucid::iden3;
using lucid::decode_error;

TEST_CASE("a section length that would move the reader back to an earlier section is refused") {
  auto const good = support::read_data("circom/bn254/multiplier/circuit.zkey");
  auto const first = support::number_at<std::uint64_t>(good, 16);
  std::uint64_t const second_at = 12 + 12 + first;
  for (std::uint64_t back = 0; back <= second_at + 12; ++back) {
    auto data = good;
    support::put_number(data, static_cast<std::size_t>(second_at + 4), std::uint64_t{0} - back);
    if (back == 0) continue;
    CHECK_THROWS_AS(iden3::container(data, "k", iden3::zkey_kind), decode_error);
  }
}

TEST_CASE("a prime of no bytes, or of so many that its size wraps, is refused") {
  for (std::uint32_t const n8 : {0u, 0xffff'fff4u, 0xffff'fffcu, 0x8000'0000u}) {
    auto file = support::iden3_file::parse(support::read_data("circom/bn254/multiplier/witness.wtns"));
    support::put_number(file.content(1), 0, n8);
    auto const data = file.build();
    CHECK_THROWS_AS(static_cast<void>(iden3::read_wtns_values<lucid::bn254::scalar>(lucid::cpu::seq, data, "w")), decode_error);
  }
}

TEST_CASE("counts near 2^32 and 2^64 times an element's size are refused, whatever they wrap to") {
  support::bytes const data(100);
  for (std::uint64_t const size : {std::uint64_t{32}, std::uint64_t{44}, std::uint64_t{64}, std::uint64_t{192}}) {
    for (std::uint64_t const wrapped : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}}) {
      std::uint64_t const count = (~std::uint64_t{0} / size) + wrapped;
      lucid::byte_reader in{data, "f", "s", 0};
      CHECK_THROWS_AS(in.take(count, size, "things"), decode_error);
    }
  }
}

// libff 54: a test for powers of two that was wrong above 2^32. Here sizes of domains are 32-bit fields, and 0 is none.
TEST_CASE("the domain size is tested as it stands in the file") {
  for (std::uint32_t const n : {0u, 3u, 0x8000'0001u, 0xffff'ffffu}) {
    auto file = support::iden3_file::parse(support::read_data("circom/bn254/multiplier/circuit.zkey"));
    support::put_number(file.content(2), 4 + 32 + 4 + 32 + 8, n);
    auto const data = file.build();
    CHECK_THROWS_AS(static_cast<void>(iden3::read_zkey_header(iden3::container{data, "k", iden3::zkey_kind})), decode_error);
  }
}
