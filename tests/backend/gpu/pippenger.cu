// Sums on a device, on a card as on the runtime that is none. bls12_381: pippenger_bls12_381.cu.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/backend/gpu/pippenger.cuh>
#include <lucid/config/error.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/tally.hpp>

#include <laws/msm.hpp>
#include <support/cuda_machine.hpp>
#include <support/some_bases.hpp>
#include <support/tiny_curve.hpp>

namespace {

using namespace lucid;
using g1 = bn254::g1;
using g2 = bn254::g2;
using F = bn254::scalar;

struct device {
  device() = default;
  lucid_test::machine fresh;
  memory::device_pool pool;
  gpu::stream stream;
  auto exec() { return gpu::on(stream).with(pool); }
};

std::vector<F> some_scalars(std::size_t n, bool witness) {
  lucid_test::multiples<g1> terms{n};
  seeded_entropy entropy{n};
  witness ? laws::fill_as_a_witness(terms, entropy) : laws::fill_random(terms, entropy);
  return terms.scalars;
}

TEST_CASE("gpu pippenger: 0 to 70 terms") { laws::msm_of_few<g1>(device{}.exec()); }
TEST_CASE("gpu pippenger: windows × extremal scalars and halves") {
  device d;
  for (unsigned const window : {1u, 2u, 3u, 4u, 8u, 12u}) {
    laws::msm_of_extremal_halves<g1>(d.exec(), window, window);
    if (window % 4 == 0 || lucid_test::on_a_card) laws::msm_of_extremal_scalars<g1>(d.exec(), window, window);
  }
  laws::msm_of_extremal_halves<g2>(d.exec(), 7, 7);
}
TEST_CASE("gpu pippenger: equal, opposite and infinite bases") { laws::msm_of_special_bases<g1>(device{}.exec(), 60); }
TEST_CASE("gpu pippenger: zeros, ones, bytes, a witness") { laws::msm_of_special_scalars<g1>(device{}.exec(), 150); }

TEST_CASE("gpu pippenger: all points and scalars of a small curve, all at once") {
  using G = tiny::curve_97;
  device d;
  std::vector<affine<G>> bases;
  std::vector<G::scalar> scalars;
  for (auto const& p : tiny::all_points<G>()) {
    for (limb_t s = scalars.size() % 3; s < G::order; s += lucid_test::on_a_card ? 1 : 3) {
      bases.push_back(p);
      scalars.push_back(G::scalar{s * s});
    }
  }
  auto const expected = naive_msm{}(bases, scalars);
  for (unsigned window = 0; window <= 8; ++window) {
    for (std::size_t const at_once : {0u, 1000u}) {
      if (at_once != 0 && window % 4 != 0) continue;
      CAPTURE(window);
      CAPTURE(at_once);
      CHECK(pippenger{.window = window, .at_once = at_once}(d.exec(), bases, scalars) == expected);
    }
  }
}

TEST_CASE("gpu pippenger: terms that are on the device already, of any order") {
  device d;
  lucid_test::multiples<g1> terms{90};
  terms.scalars = some_scalars(90, true);
  auto const bases = clone_to<memory_space::device, affine<g1>>(d.exec(), view<affine<g1> const>{terms.bases});
  auto const scalars = clone_to<memory_space::device, F>(d.exec(), view<F const>{terms.scalars});
  CHECK(pippenger{}(d.exec(), bases, scalars).to_affine() == terms.sum());
  CHECK(pippenger{.at_once = 17}.sum_on_curve(d.exec(), bases, scalars).to_affine() == terms.sum());
}

// One row of all digits, rows of many lengths: however short a task is, the sum is the same.
TEST_CASE("gpu pippenger: rows that are cut into tasks") {
  device d;
  lucid_test::multiples<g1> terms{300};
  terms.scalars = some_scalars(300, true);
  for (std::size_t i = 0; i < 200; ++i) terms.scalars[i] = i % 2 == 0 ? F{3} : -F{3};
  auto const expected = terms.sum();
  for (std::uint32_t const task : {1u, 2u, 3u, 7u, 20u, 1000u}) {
    CAPTURE(task);
    gpu::prepared_scalars<short_parts<g1>> const digits{d.exec(), pippenger{.window = 5}, view<F const>{terms.scalars}, task};
    CHECK(digits.sum<g1>(d.exec(), view<affine<g1> const>{terms.bases}, view<std::uint32_t const>{}).to_affine() == expected);
  }
}

TEST_CASE("gpu pippenger: prepared scalars give the sums over any bases of both groups") {
  device d;
  for (std::size_t const n : {0u, 1u, 2u, 150u}) {
    auto const scalars = some_scalars(n, n > 2);
    pippenger const msm{.at_once = n == 150 ? std::size_t{64} : 0};
    auto const digits = msm.prepare<g1>(d.exec(), scalars);
    CHECK(digits.size() == n);
    lucid_test::multiples<g2> second{n};
    second.scalars = scalars;
    CHECK(msm.sum_prepared(d.exec(), second.bases, digits).to_affine() == second.sum());
    for (std::size_t const every : {std::size_t{1}, std::size_t{2}, n + 1}) {
      lucid_test::some_bases<g1> const some{scalars, every};
      CHECK(msm.sum_prepared(d.exec(), some.terms.bases, digits, some.places).to_affine() == some.terms.sum());
    }
  }
}

// Digits of zero are few among uniform scalars, and slots are planned for rows that may not be cut.
TEST_CASE("gpu pippenger: what is planned is what is held, but for what only a look at the digits would tell") {
  device d;
  for (std::size_t const n : {0u, 1u, 100u, 400u}) {
    for (unsigned const window : {0u, 3u}) {
      CAPTURE(n);
      CAPTURE(window);
      pippenger const msm{.window = window, .at_once = n == 400 ? std::size_t{150} : 0};
      memory_plan plan;
      msm.plan<g1>(d.exec(), n, plan);
      CHECK(plan.held() == 0);
      auto const scalars = clone_to<memory_space::device, F>(d.exec(), view<F const>{some_scalars(n, false)});
      auto const bases = clone_to<memory_space::device, affine<g1>>(d.exec(), view<affine<g1> const>{lucid_test::multiples<g1>{n}.bases});
      memory::tally held{d.pool};
      static_cast<void>(msm(d.exec().with(held), bases, scalars));
      CHECK(held.held() == 0);
      CHECK(held.peak() <= plan.peak());
      if (window != 0) CHECK(held.peak() == plan.peak());

      memory_plan of_prepared;
      auto const planned = msm.plan_prepare<g1>(d.exec(), n, of_prepared);
      memory::tally kept{d.pool};
      auto const exec = d.exec().with(kept);
      auto const digits = msm.prepare<g1>(exec, scalars);
      CHECK(kept.held() <= of_prepared.held());
      planned.plan_sum<g1>(of_prepared);
      static_cast<void>(msm.sum_prepared(exec, bases, digits));
      CHECK(kept.peak() <= of_prepared.peak());

      if (n == 100) {
        memory_plan of_these;
        msm.plan(d.exec(), bases, scalars, of_these);
        CHECK(of_these.peak() <= plan.peak());
      }
    }
  }
}

// Where memory is short the terms are cut into pieces, and where it is shorter still the sum is refused.
TEST_CASE("gpu pippenger: any limit of memory gives the sum or out_of_memory") {
  lucid_test::machine const fresh;
  lucid_test::multiples<g1> terms{1500};
  terms.scalars = some_scalars(1500, false);
  auto const expected = terms.sum();
  std::size_t sums = 0, refusals = 0;
  for (std::size_t limit = std::size_t{1} << 14; limit <= std::size_t{1} << 22; limit *= 2) {
    memory::device_pool pool{{.limit = limit}};
    gpu::stream const stream;
    try {
      CHECK(pippenger{.window = 4}(gpu::on(stream).with(pool), terms.bases, terms.scalars).to_affine() == expected);
      ++sums;
    } catch (out_of_memory const&) {
      ++refusals;
    }
  }
  CHECK(sums >= 2);
  CHECK(refusals >= 2);
}

TEST_CASE("gpu pippenger: any call of the runtime may fail, and nothing is kept") {
  lucid_test::machine const fresh;
  lucid_test::multiples<g1> terms{40};
  terms.scalars = some_scalars(40, true);
  auto const expected = terms.sum();
  auto const attempt = [&] {
    memory::device_pool pool;
    gpu::stream const stream;
    auto const sum = pippenger{.window = 6}(gpu::on(stream).with(pool), terms.bases, terms.scalars);
    CHECK(sum.to_affine() == expected);
    stream.synchronize();
  };
  gpu::faults().clear();
  attempt();
  std::size_t const calls = gpu::faults().calls();
  CHECK(calls > 30);
  for (std::size_t k = 0; k < calls; ++k) {
    gpu::faults().clear();
    gpu::faults().fail(k, cudaErrorMemoryAllocation);
    try {
      attempt();
    } catch (error const&) {}
    gpu::faults().clear();
#if defined(LUCID_FAKE_CUDA)
    gpu::api::device_synchronize();
    CHECK(fake_cuda::alive() == fake_cuda::census{});
#endif
  }
}

}  // namespace
