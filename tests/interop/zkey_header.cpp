#include <lucid/interop/zkey_header.hpp>

#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include <support/zkey_parts.hpp>

namespace iden3 = lucid::iden3;
using lucid::decode_error;
using support::bn254_key;
using support::bytes;
using support::iden3_file;

namespace {

iden3::zkey_header read(bytes const& data) { return iden3::read_zkey_header(iden3::container{data, "k.zkey", iden3::zkey_kind}); }

std::string refusal(iden3_file const& file) {
  auto const data = file.build();
  try {
    static_cast<void>(read(data));
  } catch (decode_error const& e) {
    return e.what();
  }
  FAIL("was accepted");
  return {};
}

bool contains(std::string const& text, char const* part) { return text.find(part) != std::string::npos; }

iden3_file multiplier() { return support::zkey_file("circom/bn254/multiplier"); }

}  // namespace

TEST_CASE("zkey_header: the counts of published keys") {
  auto header = read(support::read_data("circom/bn254/multiplier/circuit.zkey"));
  CHECK(header.variables == 4);
  CHECK(header.public_inputs == 1);
  CHECK(header.domain_size == 4);
  CHECK(header.coefficients == 4);
  CHECK(header.contributions == 1);
  header = read(support::read_data("real-world/unirep-epochKeyLite/circuit.zkey"));
  CHECK(header.variables == 505);
  CHECK(header.public_inputs == 3);
  CHECK(header.domain_size == 512);
  header = read(support::read_data("circom/bls12-381/many_public/circuit.zkey"));
  CHECK(header.q.bytes == 48);
  CHECK(header.variables == 194);
  CHECK(header.public_inputs == 192);
  CHECK(header.domain_size == 512);
  CHECK(read(support::read_data("ptau/bn254/multiplier.zkey")).contributions == 0);
}

TEST_CASE("zkey_header: other protocols are named") {
  auto file = multiplier();
  support::put_number(file.content(1), 0, 2u);
  CHECK(contains(refusal(file), "protocol 2 (PLONK) is not supported; 1 (Groth16) is"));
  support::put_number(file.content(1), 0, 10u);
  CHECK(contains(refusal(file), "protocol 10 (fflonk) is not supported"));
  support::put_number(file.content(1), 0, 3u);
  CHECK(contains(refusal(file), "protocol 3 is not supported"));
  file.content(1).clear();
  CHECK(contains(refusal(file), "section 1 (protocol)"));
}

TEST_CASE("zkey_header: every count is held against the length of its section") {
  for (std::uint32_t const count : {0u, 1u, 2u, 3u, 5u, 8u, 1u << 27, 1u << 28, 1u << 29, 0x8000'0000u, 0xffff'fffeu, 0xffff'ffffu}) {
    CAPTURE(count);
    for (std::size_t const at : {bn254_key.variables, bn254_key.public_inputs, bn254_key.domain}) {
      auto file = multiplier();
      if (support::number_at<std::uint32_t>(file.content(2), at) == count) continue;
      support::put_number(file.content(2), at, count);
      CAPTURE(at);
      CHECK(contains(refusal(file), "k.zkey: section"));
    }
    auto file = multiplier();
    support::put_number(file.content(4), 0, count);
    CHECK(contains(refusal(file), "section 4 (coefficients)"));
  }
  auto file = multiplier();
  support::put_number(file.content(2), bn254_key.domain, 6u);
  CHECK(contains(refusal(file), "6 is not a power of two"));
  file = multiplier();
  support::put_number(file.content(2), bn254_key.public_inputs, 4u);
  CHECK(contains(refusal(file), "4 public inputs and the constant one among 4 variables"));
}

TEST_CASE("zkey_header: a section that is missing, too short or too long is named; without contributions a key is complete") {
  for (std::uint32_t const type : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u}) {
    CAPTURE(type);
    auto const name = "section " + std::to_string(type);
    auto file = multiplier();
    file.remove(type);
    CHECK(contains(refusal(file), (name + " (").c_str()));
    CHECK(contains(refusal(file), "the section is missing"));
    file = multiplier();
    file.content(type).pop_back();
    CHECK(contains(refusal(file), name.c_str()));
    file = multiplier();
    file.content(type).push_back(std::byte{0});
    CHECK(contains(refusal(file), name.c_str()));
  }
  auto file = multiplier();
  file.remove(10);
  CHECK_FALSE(read(file.build()).contributions.has_value());
}

TEST_CASE("zkey_header: sizes of the primes") {
  for (std::uint32_t const size : {0u, 8u, 31u, 40u, 0x8000'0000u, 0xffff'fff4u, 0xffff'ffffu}) {
    CAPTURE(size);
    for (std::size_t const at : {std::size_t{0}, bn254_key.r - 4}) {
      auto file = multiplier();
      support::put_number(file.content(2), at, size);
      CHECK(contains(refusal(file), "k.zkey: section"));
    }
  }
}
