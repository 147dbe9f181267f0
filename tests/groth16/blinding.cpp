#include <doctest/doctest.h>

#include <cstring>
#include <new>

#include <lucid/curve/bn254.hpp>
#include <lucid/groth16/blinding.hpp>

using namespace lucid;
using curve = bn254::curve;

TEST_CASE("blinding: r and s are drawn apart, fresh each time") {
  os_entropy entropy;
  auto const first = groth16::random_blinding<curve>(entropy);
  auto const second = groth16::random_blinding<curve>(entropy);
  CHECK(first.r != first.s);
  CHECK(first.r != second.r);
  CHECK(first.s != second.s);
}

TEST_CASE("blinding: gone with the object") {
  alignas(groth16::blinding<curve>) unsigned char memory[sizeof(groth16::blinding<curve>)];
  auto* const secret = ::new (memory) groth16::blinding<curve>{curve::scalar{3}, curve::scalar{5}};
  secret->~blinding();
  unsigned char zeros[sizeof memory] = {};
  CHECK(std::memcmp(memory, zeros, sizeof memory) == 0);
}
