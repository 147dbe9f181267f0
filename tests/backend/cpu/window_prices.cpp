#include <doctest/doctest.h>

#include <cstddef>
#include <lucid/backend/cpu/window_prices.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/msm/scalar_parts.hpp>
#include <vector>

namespace {

using namespace lucid;
using halves = half_scalars<bn254::curve>;

TEST_CASE("window_prices: those of the instructions that are used") {
  bool const lanes = cpu::selected_instruction_set() == cpu::instruction_set::ifma;
  CHECK(&cpu::window_prices() == (lanes ? &cpu::lane_prices : &cpu::element_prices));
}

TEST_CASE("window_prices: lanes are cheaper by a half, and nearly the same windows suit them") {
  std::vector<std::size_t> widths(halves::bits + 1, 0);
  for (unsigned k = 8; k <= 30; ++k) {
    widths[halves::bits] = std::size_t{1} << k;
    unsigned const c = cpu::element_prices.choose<halves>(widths);
    double const in_lanes = cpu::lane_prices.cost<halves>(c, widths);
    CHECK(in_lanes < 0.6 * cpu::element_prices.cost<halves>(c, widths));
    CHECK(in_lanes < 1.03 * cpu::lane_prices.cost<halves>(cpu::lane_prices.choose<halves>(widths), widths));
  }
}

}  // namespace
