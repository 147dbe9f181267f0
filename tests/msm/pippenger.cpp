// The description: what it accepts, what it refuses, what it is called with. Its sums are tested where they are made, in tests/backend.
#include <doctest/doctest.h>

#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/msm/pippenger.hpp>
#include <vector>

#include <support/multiples.hpp>

namespace {

using namespace lucid;
using G = bn254::g1;

struct no_backend {};
struct nowhere {
  using backend = no_backend;
  static constexpr stream_ref stream() noexcept { return {}; }
  static constexpr unsigned concurrency() noexcept { return 1; }
};
static_assert(runs_on<pippenger, std::remove_const_t<decltype(cpu::seq)>>);
static_assert(!runs_on<pippenger, policy<nowhere>>);

TEST_CASE("pippenger: vectors, buffers and views serve as arguments") {
  lucid_test::multiples<G> terms{5};
  for (std::size_t i = 0; i < 5; ++i) terms.scalars[i] = bn254::scalar{i * i};
  view<affine<G> const> const bases{terms.bases};
  view<bn254::scalar const> const scalars{terms.scalars};
  auto const owned_bases = clone(cpu::seq, bases);
  auto const owned_scalars = clone(cpu::seq, scalars);
  pippenger const msm{};
  CHECK(msm(cpu::seq, terms.bases, terms.scalars).to_affine() == terms.sum());
  CHECK(msm(cpu::seq, bases, scalars).to_affine() == terms.sum());
  CHECK(msm(cpu::seq, owned_bases, owned_scalars.all()).to_affine() == terms.sum());
  CHECK(msm(cpu::seq, view<affine<G> const>{}, view<bn254::scalar const>{}).is_infinity());
}

TEST_CASE("pippenger: sizes that differ and windows out of range are argument errors") {
  std::vector<affine<G>> const bases(3, affine<G>::generator());
  std::vector<bn254::scalar> const scalars(2), three(3, bn254::scalar{2});
  CHECK_THROWS_AS(static_cast<void>(pippenger{}(cpu::seq, bases, scalars)), argument_error);
  CHECK_THROWS_AS(static_cast<void>(pippenger{}(cpu::seq, view<affine<G> const>{}, scalars)), argument_error);
  CHECK_THROWS_AS(static_cast<void>(pippenger{.window = max_window + 1}(cpu::seq, bases, three)), argument_error);
  CHECK_THROWS_AS(static_cast<void>(pippenger{.window = 127}(cpu::seq, bases, three)), argument_error);
  CHECK_THROWS_AS(static_cast<void>(pippenger{.window = ~0u}(cpu::seq, bases, three)), argument_error);
  CHECK_THROWS_AS(static_cast<void>(pippenger{.window = max_window + 1}(cpu::seq, view<affine<G> const>{}, view<bn254::scalar const>{})),
                  argument_error);
}

}  // namespace
