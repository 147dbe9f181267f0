// Whole proofs on a device: the host's bytes for the same seed, many at once, under every limit of memory, and after any call of the runtime has failed.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <lucid/backend/cpu.hpp>
#include <lucid/backend/gpu.cuh>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#if defined(__CUDACC__)
#include <lucid/interop/mapped_file.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey.hpp>
#endif
#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/limit.hpp>
#include <lucid/memory/pinned.cuh>
#include <lucid/memory/tally.hpp>
#include <lucid/qap/folded_reduction.hpp>
#include <support/circom_sets.hpp>
#include <support/cuda_machine.hpp>
#include <support/sanitizers.hpp>
#include <support/toy_systems.hpp>

using namespace lucid;

namespace {

using curve = bn254::curve;
using F = curve::scalar;
using proof = groth16::proof<curve>;
constexpr memory_space device = memory_space::device;

// A circuit, its keys, values and the host's proof, made once.
struct statement {
  lucid_test::toy_system<F> system;
  groth16::key_pair<curve, qap::circom_reduction> keys;
  assignment<F> z;
  proof expected;

  explicit statement(lucid_test::toy_system<F> s)
      : system(std::move(s)), keys(make_keys(system)), z(system.assigned(cpu::seq)), expected(proved(cpu::seq, keys.proving, z)) {}

  template <class Exec, class Key, class Values>
  static proof proved(Exec const& exec, Key const& key, Values&& values) {
    seeded_entropy entropy{42};
    return groth16::prove(exec, key, std::forward<Values>(values), entropy);
  }
  static groth16::key_pair<curve, qap::circom_reduction> make_keys(lucid_test::toy_system<F> const& s) {
    seeded_entropy setup{1};
    return groth16::single_party_setup<curve, qap::circom_reduction>(cpu::seq, s.circuit, setup);
  }
};

constexpr std::size_t small_rows = lucid_test::on_a_card ? 3000 : 40;

statement const& small() {
  static statement const s{lucid_test::random_system<F>(small_rows, 3, 5)};
  return s;
}

}  // namespace

TEST_CASE("prove on a device: the same bytes as on the host, from a key that stays, from one that does not, and from rows") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  memory::pinned pinned;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  for (auto const& s :
       {std::make_unique<statement>(lucid_test::multiplier<F>()), std::make_unique<statement>(lucid_test::no_constraints<F>(2)),
        std::make_unique<statement>(lucid_test::random_system<F>(150, 3, 7))}) {
    auto const key = groth16::prepare(exec, s->keys.proving);
    static_assert(std::remove_cvref_t<decltype(key.a)>::space == device);
    CHECK(s->proved(exec, key, s->z) == s->expected);
    CHECK(s->proved(exec, key, s->z) == s->expected);
    CHECK(s->proved(exec, s->keys.proving, s->z) == s->expected);

    // Values that the device reads by itself.
    buffer<F, memory_space::pinned> values{exec.with(pinned), s->z.variables()};
    std::copy(s->z.all().begin(), s->z.all().end(), values.begin());
    CHECK(s->proved(exec, key, assignment<F>{s->z.public_inputs(), std::move(values)}) == s->expected);

    auto const& circuit = s->system.circuit;
    std::size_t const rows = circuit.constraints();
    evaluated_rows<F> evaluated{buffer<F>{exec, rows}, buffer<F>{exec, rows}, buffer<F>{exec, rows}, s->system.assigned(cpu::seq)};
    for (std::size_t i = 0; i < rows; ++i) {
      evaluated.a[i] = circuit.a().row_value(i, circuit.dictionary(), s->system.z);
      evaluated.b[i] = circuit.b().row_value(i, circuit.dictionary(), s->system.z);
      evaluated.c[i] = evaluated.a[i] * evaluated.b[i];
    }
    CHECK(s->proved(exec, key, std::move(evaluated)) == s->expected);
  }
  CHECK(pool.held() == 0);
}

TEST_CASE("prove on a device: C in the key") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  auto const& s = small();
  seeded_entropy setup{1};
  auto const keys = groth16::single_party_setup<curve, qap::folded_reduction<qap::circom_reduction>>(cpu::seq, s.system.circuit, setup);
  auto const key = groth16::prepare(exec, keys.proving);
  CHECK(s.proved(exec, key, s.z) == s.expected);  // that of the key whose C is in the rows
  auto const plan = groth16::plan(exec, keys.proving);
  CHECK(plan.key == pool.held());
  CHECK(pool.peak() <= plan.key + plan.peak());
}

TEST_CASE("prove on a device: a witness that does not satisfy the circuit and a key that does not fit it are refused as on the host") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  auto const& s = small();
  auto const key = groth16::prepare(exec, s.keys.proving);
  auto wrong = s.system.z;
  wrong.back() += F{1};
  assignment<F> const bad{cpu::seq, s.z.public_inputs(), view<F const>{wrong}};
  std::string const reason = "witness: constraint " + std::to_string(small_rows - 1) + " is not satisfied";
  CHECK_THROWS_WITH_AS(static_cast<void>(s.proved(exec, key, bad)), reason.c_str(), unsatisfied_error);
  assignment<F> const shorter{cpu::seq, s.z.public_inputs(), view<F const>{wrong}.subview(0, wrong.size() - 1)};
  CHECK_THROWS_AS(static_cast<void>(s.proved(exec, key, shorter)), argument_error);
  auto keys = statement::make_keys(s.system);
  keys.proving.l = buffer<affine<curve::g1>>{cpu::seq, 1};
  keys.proving.l[0] = affine<curve::g1>::generator();
  CHECK_THROWS_AS(static_cast<void>(groth16::prepare(exec, keys.proving)), key_error);
  CHECK(s.proved(exec, key, s.z) == s.expected);
}

TEST_CASE("prove on a device: one key serves many threads, each with two streams") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const first;
  // Made before the key: compute-sanitizer does not know that a stream made after the host has waited comes after what was waited for.
  gpu::stream const streams[16];
  auto const& s = small();
  auto const key = groth16::prepare(gpu::on(first).with(pool), s.keys.proving);
  int const proofs = lucid_test::on_a_card ? 50 : 2;
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < proofs; ++i) right += s.proved(gpu::on(streams[2 * t + i % 2]).with(pool), key, s.z) == s.expected;
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(right == 8 * proofs);
}

TEST_CASE("prove on a device: any limit of its memory either serves or is refused with both numbers, and the plan knows which") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const& s = small();
  auto const exec = gpu::on(stream);
  auto const plan = groth16::plan(exec.with(pool), s.keys.proving);
  {
    memory::tally<memory::device_pool> tally{pool};
    auto const key = groth16::prepare(exec.with(tally), s.keys.proving);
    CHECK(plan.key == tally.held());
    CHECK(s.proved(exec.with(tally), key, s.z) == s.expected);
    CHECK(tally.peak() <= plan.key + plan.peak());
  }
  std::size_t const most = plan.key + plan.peak();
  int served = 0, refused = 0;
  for (std::size_t step = 0; step <= 12; ++step) {
    memory::limit<memory::device_pool> limit{pool, most * step / 10};
    try {
      auto const key = groth16::prepare(exec.with(limit), s.keys.proving);
      CHECK(s.proved(exec.with(limit), key, s.z) == s.expected);
      ++served;
    } catch (out_of_memory const& e) {
      CHECK(step < 10);
      CHECK(std::string{e.what()}.find(std::to_string(limit.most())) != std::string::npos);
      ++refused;
    }
    CHECK(limit.held() == 0);
  }
  CHECK(served >= 3);
  CHECK(refused >= 2);
  CHECK_THROWS_AS(plan.require_fits(plan.peak() - 1), out_of_memory);
}

#if defined(LUCID_CUDA_FAULTS)
TEST_CASE(
    "prove on a device: whichever call of the runtime fails, the error is typed, nothing stays allocated, and a later proof is right") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  auto const& s = small();
  auto const key_and_proof = [&] {
    auto const key = groth16::prepare(exec, s.keys.proving);
    return s.proved(exec, key, s.z);
  };
  gpu::faults().clear();
  CHECK(key_and_proof() == s.expected);
  std::size_t const calls = gpu::faults().calls();
#if defined(__SANITIZE_ADDRESS__)
  constexpr std::size_t step = 5;  // tools cost a factor
#else
  constexpr std::size_t step = 1;
#endif
  std::size_t thrown = 0, wrong = 0, kept = 0;
  for (std::size_t n = 0; n < calls; n += step) {
    gpu::faults().clear();
    gpu::faults().fail(n, n % 2 == 0 ? cudaErrorMemoryAllocation : cudaErrorLaunchOutOfResources);
    try {
      wrong += !(key_and_proof() == s.expected);
    } catch (out_of_memory const&) {
      ++thrown;
    } catch (launch_error const&) {
      ++thrown;
    }
    kept += pool.held() != 0;
    if (n % 16 != 0 && n + step < calls) continue;
    gpu::faults().clear();
    try {
      wrong += !(key_and_proof() == s.expected);
    } catch (out_of_memory const&) {  // a release failed: the pool's next request says so, once
      wrong += !(key_and_proof() == s.expected);
    } catch (launch_error const&) {
      wrong += !(key_and_proof() == s.expected);
    }
  }
  INFO(calls);
  CHECK(wrong == 0);
  CHECK(kept == 0);
  CHECK(thrown >= calls / step / 2);
}
#endif

TEST_CASE("prove on a device: a hundred proofs of one key leave its memory as it was [stress]") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  auto const& s = small();
  auto const key = groth16::prepare(exec, s.keys.proving);
  for (int i = 0; i < 3; ++i) CHECK(s.proved(exec, key, s.z) == s.expected);
  std::size_t const held = pool.held(), free = gpu::api::mem_get_info().free;
  int right = 0;
  int const proofs = lucid_test::on_a_card ? 100 : 3;
  for (int i = 0; i < proofs; ++i) right += s.proved(exec, key, s.z) == s.expected;
  CHECK(right == proofs);
  CHECK(pool.held() == held);
  if (lucid_test::on_a_card) CHECK(gpu::api::mem_get_info().free == free);
}

#if defined(__CUDACC__)
TEST_CASE("prove on a device: keys and witnesses from files of circom") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  for (std::string const& set : support::circom_sets("bn254")) {
    CAPTURE(set);
    std::string const folder = std::string{LUCID_TEST_DATA} + "/" + set + "/";
    mapped_file const key_file{folder + "circuit.zkey"}, witness_file{folder + "witness.wtns"};
    auto const given = iden3::read_zkey<curve>(cpu::seq, key_file.bytes(), "circuit.zkey");
    auto const z = iden3::read_wtns<F>(cpu::seq, witness_file.bytes(), "witness.wtns", given.public_inputs());
    auto const key = groth16::prepare(exec, given);
    CHECK(statement::proved(exec, key, z) == statement::proved(cpu::seq, given, z));
  }
}
#endif
