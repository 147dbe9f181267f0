#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <laws/ntt.hpp>
#include <lucid/backend/gpu/ntt_passes.hpp>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/backend/gpu/radix2_ntt.cuh>
#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/field/power.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/tally.hpp>
#include <lucid/poly/naive_dft.hpp>
#include <support/cuda_machine.hpp>
#include <support/small_fields.hpp>
#if !defined(LUCID_FAKE_CUDA)
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/radix2_ntt.hpp>
#endif

using namespace lucid;

namespace {

using poly::domain;
using poly::naive_dft;
using poly::naive_inverse_dft;

template <class F>
using on_device = buffer<F, memory_space::device>;

// A device of one stream, with what a test asks of it: transforms of host vectors there.
class bench {
 public:
  memory::device_pool pool;
  gpu::stream const stream;
  policy<gpu::on_stream> const exec = gpu::on(stream).with(pool);

  template <class F, class Transform>
  [[nodiscard]] std::vector<F> transformed(std::vector<F> const& x, Transform&& transform) const {
    auto v = clone_to<memory_space::device, F>(exec, view<F const>{x});
    transform(v.all());
    return back(v);
  }
  template <class F>
  [[nodiscard]] std::vector<F> back(on_device<F> const& v) const {
    std::vector<F> x(v.size());
    gpu::copy(stream, v.all(), view<F>{x});
    stream.synchronize();
    return x;
  }
};

// Tiles of that many elements: small ones make many passes of small vectors.
template <class F>
poly::ntt_plan<F, gpu::backend> prepared(bench const& device, domain<F> const& points, unsigned tile_log2) {
  auto tables = implementation<radix2_ntt, gpu::backend>::prepare(device.exec, points);
  tables.tile_log2 = tile_log2;
  return {points, std::move(tables)};
}

template <class F>
void is_the_dft(bench const& device, domain<F> const& points, unsigned tile_log2, F const& shift, std::vector<F> const& x) {
  CAPTURE(points.log2_size());
  CAPTURE(tile_log2);
  auto const plan = prepared(device, points, tile_log2);
  auto const& exec = device.exec;
  auto const coefficients = naive_inverse_dft(points, x);
  CHECK((device.transformed(x, [&](auto v) { plan.forward(exec, v); }) == naive_dft(points, x)));
  CHECK((device.transformed(x, [&](auto v) { plan.inverse(exec, v); }) == coefficients));
  CHECK((device.transformed(x, [&](auto v) { plan.coset_forward(exec, v, shift); }) == naive_dft(points, x, shift)));
  CHECK((device.transformed(x, [&](auto v) { plan.inverse_then_coset(exec, v, shift); }) == naive_dft(points, coefficients, shift)));
  if (!shift.is_zero()) {
    auto scaled = naive_inverse_dft(points, x, shift);
    for (F& c : scaled) c *= F{3};
    CHECK((device.transformed(x, [&](auto v) { plan.coset_inverse(exec, v, shift, F{3}); }) == scaled));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("gpu radix2_ntt: all transforms agree with the definition", F, bn254::scalar, bls12_381::scalar) {
  lucid_test::machine const fresh;
  bench const device;
  for (unsigned k = 0; k <= 7; ++k) {
    domain<F> const points{k, two_adic<typename F::spec>::root};
    auto const x = laws::random_vector<F>(points.size(), 10 + k);
    for (unsigned const tile_log2 : {3u, 4u, 9u}) is_the_dft(device, points, tile_log2, points.root_of_twice(), x);
    is_the_dft(device, points, 3, F{7}, x);
    if (k <= 3) is_the_dft(device, points, 9, F::zero(), x);
  }
}

// At the full size there is no ω_2n, and no table of a coset.
TEST_CASE_TEMPLATE("gpu radix2_ntt: small fields, every domain", Spec, lucid_test::field_17, lucid_test::field_97) {
  using F = prime_field<Spec>;
  lucid_test::machine const fresh;
  bench const device;
  for (unsigned k = 0; k <= domain<F>::max_log2_size; ++k) {
    domain<F> const points{k, two_adic<Spec>::root};
    auto const x = laws::random_vector<F>(points.size(), k);
    for (limb_t const shift : {0u, 1u, 5u}) is_the_dft(device, points, 3, F{shift}, x);
  }
}

// Residues at the ends of their range, in every place.
TEST_CASE_TEMPLATE("gpu radix2_ntt: extreme values", F, bn254::scalar, bls12_381::scalar) {
  lucid_test::machine const fresh;
  bench const device;
  auto largest = F::modulus();
  subtract_from(largest, decltype(largest){1});
  F const extremes[] = {F::zero(), F::from_montgomery(decltype(largest){1}), F::from_montgomery(largest)};
  domain<F> const points{5, two_adic<typename F::spec>::root};
  for (F const& even : extremes) {
    for (F const& odd : extremes) {
      std::vector<F> x;
      for (std::size_t i = 0; i < points.size(); ++i) x.push_back(i % 2 == 0 ? even : odd);
      is_the_dft(device, points, 4, points.root_of_twice(), x);
    }
  }
}

// Sizes of several passes of whole tiles, against values of the polynomial one by one.
TEST_CASE("gpu radix2_ntt: larger sizes, each inverse undoes its transform") {
  using F = bls12_381::scalar;
  lucid_test::machine const fresh;
  bench const device;
  auto const& exec = device.exec;
  for (unsigned k = 8; k <= 12; ++k) {
    CAPTURE(k);
    domain<F> const points{k, two_adic<F::spec>::root};
    F const shift = k % 2 == 0 ? points.root_of_twice() : F{11};
    auto const x = laws::random_vector<F>(points.size(), k);
    auto const plan = prepared(device, points, k % 2 == 0 ? 9 : 5);
    auto const values = device.transformed(x, [&](auto v) { plan.forward(exec, v); });
    auto const moved = device.transformed(x, [&](auto v) { plan.coset_forward(exec, v, shift); });
    for (std::size_t const i : {std::size_t{0}, std::size_t{1}, points.size() / 2, points.size() / 3, points.size() - 1}) {
      F const at = power(points.root(), limb_t{i});
      CHECK(values[i] == poly::evaluate<F>(x, at));
      CHECK(moved[i] == poly::evaluate<F>(x, shift * at));
    }
    CHECK((device.transformed(values, [&](auto v) { plan.inverse(exec, v); }) == x));
    CHECK((device.transformed(moved, [&](auto v) { plan.coset_inverse(exec, v, shift); }) == x));
    CHECK((device.transformed(values, [&](auto v) { plan.inverse_then_coset(exec, v, shift); }) == moved));
  }
}

TEST_CASE("gpu radix2_ntt: vectors side by side are transformed as one after another") {
  using F = bn254::scalar;
  lucid_test::machine const fresh;
  bench const device;
  auto const& exec = device.exec;
  domain<F> const points{6, two_adic<F::spec>::root};
  F const shift = points.root_of_twice();
  auto const plan = prepared(device, points, 4);
  std::vector<on_device<F>> together;
  std::vector<std::vector<F>> alone;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    auto const x = laws::random_vector<F>(points.size(), seed);
    together.push_back(clone_to<memory_space::device, F>(exec, view<F const>{x}));
    alone.push_back(device.transformed(x, [&](auto v) { plan.inverse_then_coset(exec, v, shift); }));
  }
  plan.inverse_then_coset(exec, {together[0], together[1], together[2], together[3], together[4]}, shift);
  plan.inverse_then_coset(exec, {together[5]}, shift);
  plan.inverse_then_coset(exec, {}, shift);
  for (std::size_t i = 0; i < together.size(); ++i) CHECK((device.back(together[i]) == alone[i]));
  on_device<F> const none;
  CHECK_THROWS_AS(plan.inverse_then_coset(exec, {together[0], together[1].all().from(1)}, shift), argument_error);
}

TEST_CASE("gpu radix2_ntt: passes do every level once, in tiles that fit") {
  bool good = true;
  for (unsigned tile_log2 = 3; tile_log2 <= 9; ++tile_log2) {
    for (unsigned k = 0; k <= 47; ++k) {
      gpu::detail::ntt_passes const passes{k, tile_log2};
      unsigned done = 0;
      for (unsigned i = 0; i < passes.count; ++i) {
        auto const pass = passes.at(i);
        done += pass.levels;
        good = good && pass.stride_log2 == k - done && pass.columns_log2 <= pass.stride_log2 && pass.tile_log2() <= tile_log2;
        good = good && (pass.levels >= 2 || k == 1) && (pass.stride_log2 != 0) == (i + 1 < passes.count);
      }
      good = good && done == k && passes.count == (k == 0 ? 0 : (k + tile_log2 - 1) / tile_log2);
    }
  }
  CHECK(good);
}

TEST_CASE_TEMPLATE("gpu radix2_ntt: the bytes on the device are those planned", F, bn254::scalar, prime_field<lucid_test::field_17>) {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  memory::tally counted{pool};
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(counted);
  for (unsigned const k : {0u, 1u, 4u}) {
    CAPTURE(k);
    domain<F> const points{k, two_adic<typename F::spec>::root};
    F const shift = points.has_twice() ? points.root_of_twice() : F{0};
    memory_plan memory;
    auto const planned = radix2_ntt{}.plan_tables(exec, points, memory);
    auto const x = laws::random_vector<F>(points.size(), k);
    auto v = clone_to<memory_space::device, F>(exec, view<F const>{x});
    std::size_t const elements = counted.held();
    auto const plan = radix2_ntt{}.prepare(exec, points);
    CHECK(counted.held() - elements == memory.held());
    radix2_ntt{}.plan_transform(exec, points, memory);
    counted.restart_peak();
    plan.forward(exec, v);
    plan.inverse(exec, v);
    plan.coset_forward(exec, v, shift);
    plan.inverse_then_coset(exec, v, shift);
    if (!shift.is_zero()) plan.coset_inverse(exec, v, shift);
    CHECK(counted.peak() - elements <= memory.peak());
    if (!shift.is_zero()) CHECK(counted.peak() - elements == memory.peak());
    stream.synchronize();
  }
}

TEST_CASE("gpu radix2_ntt: a wrong number of elements, a shift of zero") {
  using F = bn254::scalar;
  lucid_test::machine const fresh;
  bench const device;
  domain<F> const points{4, two_adic<F::spec>::root};
  auto const plan = radix2_ntt{}.prepare(device.exec, points);
  on_device<F> x{device.exec, 17};
  for (std::size_t const n : {0u, 8u, 17u}) CHECK_THROWS_AS(plan.forward(device.exec, x.all().subview(0, n)), argument_error);
  CHECK_THROWS_AS(plan.coset_inverse(device.exec, x.all().subview(0, 16), F::zero()), argument_error);
}

// The machine's census at the end of each turn finds what is not given back.
TEST_CASE("gpu radix2_ntt: whichever call fails, the error has a type and nothing stays allocated") {
  using F = bn254::scalar;
  domain<F> const points{5, two_adic<F::spec>::root};
  auto const x = laws::random_vector<F>(points.size(), 1);
  std::size_t failed = 0;
  for (std::size_t nth = 0;; ++nth) {
    CAPTURE(nth);
    lucid_test::machine const fresh;
    gpu::faults().fail(nth, nth % 2 == 0 ? cudaErrorMemoryAllocation : cudaErrorLaunchFailure);
    bool threw = false;
    try {
      bench const device;
      auto const plan = prepared(device, points, 3);
      auto v = clone_to<memory_space::device, F>(device.exec, view<F const>{x});
      plan.forward(device.exec, v);
      plan.inverse(device.exec, v);
      plan.coset_forward(device.exec, v, F{7});
      plan.coset_inverse(device.exec, v, F{7});
      plan.inverse_then_coset(device.exec, v, points.root_of_twice());
      CHECK((device.back(v) == naive_dft(points, naive_inverse_dft(points, x), points.root_of_twice())));
    } catch (device_error const&) {
      threw = true;
    } catch (out_of_memory const&) {
      threw = true;
    }
    if (gpu::faults().failed() == 0) break;
    failed += threw ? 1 : 0;
  }
  CHECK(failed > 25);
}

#if !defined(LUCID_FAKE_CUDA)
// Every size, the same bytes as on the host.
TEST_CASE_TEMPLATE("gpu radix2_ntt: the host's results [stress]", F, bn254::scalar, bls12_381::scalar) {
  lucid_test::machine const fresh;
  bench const device;
  for (unsigned k = 0; k <= 22; ++k) {
    CAPTURE(k);
    domain<F> const points{k, two_adic<typename F::spec>::root};
    F const shift = points.root_of_twice();
    std::vector<F> x(points.size());
    F walk = F{0x9e3779b97f4a7c15u};
    for (F& e : x) e = walk = square(walk) + F{7};
    auto const here = radix2_ntt{}.prepare(cpu::seq, points);
    auto const there = radix2_ntt{}.prepare(device.exec, points);
    auto const same = [&](auto&& transform) {
      auto expected = x;
      transform(cpu::seq, here, view<F>{expected});
      return device.transformed(x, [&](auto v) { transform(device.exec, there, v); }) == expected;
    };
    CHECK(same([](auto const& exec, auto const& plan, auto v) { plan.forward(exec, v); }));
    CHECK(same([](auto const& exec, auto const& plan, auto v) { plan.inverse(exec, v); }));
    CHECK(same([&](auto const& exec, auto const& plan, auto v) { plan.coset_forward(exec, v, shift); }));
    CHECK(same([&](auto const& exec, auto const& plan, auto v) { plan.coset_inverse(exec, v, shift, F{5}); }));
    CHECK(same([&](auto const& exec, auto const& plan, auto v) { plan.inverse_then_coset(exec, v, shift); }));
    if (k % 7 == 3) CHECK(same([](auto const& exec, auto const& plan, auto v) { plan.coset_forward(exec, v, F{7}); }));
  }
}
#endif
