#include <doctest/doctest.h>

#include <array>
#include <span>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/size.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/gadget/sha256.hpp>

using namespace lucid;
using F = bn254::scalar;

TEST_CASE("size_of: SHA-256 of 64 bytes, without a value") {
  auto const circuit = [](auto& cs) {
    std::array<boolean, 512> message;
    for (auto& bit : message) bit = witness_boolean(cs, []() -> bool { throw missing_value("nobody may ask"); });
    pack_into_inputs(cs, sha256(cs, std::span<boolean const>{message}));
  };
  circuit_size const size = size_of<F>(circuit);
  CHECK(size.constraints == 512 + 44'874 + 2);
  CHECK(size.public_inputs == 2);
  auto const shape = shape_of<F>(cpu::seq, circuit);
  CHECK(size == circuit_size{shape.constraints(), shape.variables(), shape.public_inputs()});
}

TEST_CASE("circuit_size: sums, differences, multiples") {
  circuit_size const x{5, 4, 3};
  circuit_size const y{3, 2, 1};
  CHECK(x + y == circuit_size{8, 6, 4});
  CHECK(x - y == circuit_size{2, 2, 2});
  CHECK(3 * x == circuit_size{15, 12, 9});
  CHECK(size_of<F>([](auto&) {}) == circuit_size{0, 1, 0});
}
