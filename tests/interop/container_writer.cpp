#include <lucid/interop/container_writer.hpp>

#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include <lucid/curve/bn254.hpp>
#include <lucid/interop/curve_dispatch.hpp>
#include <support/iden3_file.hpp>
#include <support/scratch_folder.hpp>

namespace iden3 = lucid::iden3;

TEST_CASE("container_writer: what it writes is what the format says, and what the reader reads") {
  support::scratch_folder const folder;
  {
    lucid::atomic_file out{folder / "x"};
    iden3::container_writer file{out, iden3::wtns_kind, 2};
    file.section(7, 4 + 32 + 8);
    file.prime(lucid::bn254::scalar::modulus());
    file.u64(0x0123456789abcdef);
    file.section(1, 4);
    file.count(0xffff'ffff);
    file.finish();
    out.commit();
  }
  auto const text = support::read_text(folder / "x");
  auto const data = std::as_bytes(std::span{text});
  auto parsed = support::iden3_file::parse(data);
  CHECK(parsed.magic == "wtns");
  CHECK(parsed.version == 2);
  REQUIRE(parsed.sections.size() == 2);
  CHECK(parsed.sections[0].type == 7);
  CHECK(support::number_at<std::uint64_t>(parsed.sections[0].content, 36) == 0x0123456789abcdef);
  CHECK(support::to_hex(parsed.sections[1].content) == "ffffffff");
  CHECK(parsed.build() == support::to_bytes(data));

  iden3::container const file{{data.data(), data.size()}, "x", iden3::wtns_kind};
  auto in = file.section(7, "prime");
  CHECK(iden3::read_prime(in, "r").is_modulus_of<lucid::bn254::scalar>());
}

TEST_CASE("container_writer: a count that four bytes cannot hold is an argument_error") {
  support::scratch_folder const folder;
  lucid::atomic_file out{folder / "x"};
  iden3::container_writer file{out, iden3::wtns_kind, 1};
  file.section(1, 4);
  CHECK_THROWS_AS(file.count(std::uint64_t{1} << 32), lucid::argument_error);
}
