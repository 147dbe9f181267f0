// The description: what it accepts and refuses. Its multiples are tested where they are made, in tests/backend.
#include <doctest/doctest.h>

#include <lucid/backend/cpu/fixed_base.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/msm/fixed_base.hpp>
#include <vector>

namespace {

using namespace lucid;
using G = bn254::g1;

static_assert(runs_on<fixed_base, std::remove_const_t<decltype(cpu::seq)>>);

TEST_CASE("fixed_base: vectors, buffers and views serve as scalars, and the result is an owner") {
  std::vector<bn254::scalar> const scalars{bn254::scalar{0}, bn254::scalar{1}, bn254::scalar{2}};
  view<bn254::scalar const> const seen{scalars};
  auto const owned = clone(cpu::seq, seen);
  auto const generator = affine<G>::generator();
  buffer<affine<G>> const multiples = fixed_base{}(cpu::seq, generator, scalars);
  REQUIRE(multiples.size() == 3);
  CHECK(multiples[0].is_infinity());
  CHECK(multiples[1] == generator);
  CHECK(multiples[2] == doubled(jacobian<G>{generator}).to_affine());
  CHECK(fixed_base{}(cpu::seq, generator, seen)[2] == multiples[2]);
  CHECK(fixed_base{}(cpu::seq, generator, owned)[2] == multiples[2]);
  CHECK(fixed_base{}(cpu::seq, generator, view<bn254::scalar const>{}).empty());
}

TEST_CASE("fixed_base: windows out of range are argument errors") {
  std::vector<bn254::scalar> const scalars{bn254::scalar{1}};
  auto const generator = affine<G>::generator();
  CHECK_THROWS_AS(static_cast<void>(fixed_base{.window = max_window + 1}(cpu::seq, generator, scalars)), argument_error);
  CHECK_THROWS_AS(static_cast<void>(fixed_base{.window = ~0u}(cpu::seq, generator, scalars)), argument_error);
}

}  // namespace
