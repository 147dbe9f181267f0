#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <lucid/backend/cpu.hpp>
#if LUCID_TEST_HAS_TBB
#include <tbb/task_arena.h>

#include <lucid/backend/cpu/par.hpp>
#endif
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <lucid/memory/limit.hpp>
#include <lucid/memory/tally.hpp>
#include <support/chain_circuit.hpp>

namespace {

using namespace lucid;
using lucid_test::chain_circuit;
using curve = bn254::curve;
using F = curve::scalar;

// A sink that asks a tally for the most bytes that each of the parts of one wrapper has held, beyond what was held before the wrapper.
class peaks {
 public:
  explicit peaks(memory::tally<heap>& memory) noexcept : memory_(&memory) {}

  class scope {
   public:
    scope(peaks& all, char const* name) noexcept : all_(&all), name_(name) {}
    scope(scope const&) = delete;
    ~scope() {
      if (--all_->depth_ == 1) {
        std::size_t& most = all_->of[name_];
        most = std::max(most, all_->memory_->peak() - all_->base_);
      }
    }

   private:
    peaks* all_;
    char const* name_;
  };
  scope open(char const* name, stream_ref) {
    if (depth_ == 0) base_ = memory_->held();
    if (depth_++ == 1) memory_->restart_peak();
    return {*this, name};
  }
  void count(char const*, std::uint64_t) {}

  std::map<std::string, std::size_t> of;

 private:
  friend class scope;
  memory::tally<heap>* memory_;
  std::size_t base_ = 0;
  int depth_ = 0;
};

template <class Reduction>
void every_phase_takes_what_is_planned(auto const& plain, std::size_t rows) {
  heap upstream;
  memory::tally<heap> memory{upstream};
  auto const exec = plain.with(memory);
  chain_circuit const circuit{rows};
  auto const made = shape_of<F>(exec, circuit);
  CHECK(memory.held() == made.bytes());
  memory.restart_peak();
  auto const z = assign(exec, made, circuit);
  std::size_t const assigned = memory.peak() - made.bytes();
  seeded_entropy entropy{1};
  auto const keys = groth16::single_party_setup<curve, Reduction>(exec, made, entropy);

  auto const plan = groth16::plan(exec, keys.proving);
  CHECK(plan.assign == assigned);
  CHECK(plan.shape + plan.witness + plan.key == memory.held());
  auto const before = groth16::plan<curve, Reduction>(exec, made);  // without the key
  CHECK(before.total() == plan.total());
  CHECK(before.peak() == plan.peak());

  memory.restart_peak();
  std::size_t const held = memory.held();
  { auto const evaluated = synthesize<F>(exec, circuit, size_of<F>(circuit)); }
  CHECK(memory.peak() - held == plan.synthesize);

  peaks measured{memory};
  static_cast<void>(groth16::prove(exec.with(measured), keys.proving, z, entropy));
  auto const for_these = groth16::plan(exec, keys.proving, z);
  for (std::size_t i = 0; i < plan.phases.size(); ++i) {
    char const* const name = plan.phases[i].name;  // no structured binding: INFO captures
    std::size_t const bytes = plan.phases[i].bytes, these = for_these[static_cast<groth16::phase>(i)].bytes;
    INFO(name, " of ", rows, " rows: ", bytes, " planned, ", these, " for these values, ", measured.of[name], " measured");
    CHECK(name == groth16::name_of(static_cast<groth16::phase>(i)));
    CHECK(measured.of[name] <= these);
    CHECK(these <= bytes);
    // Digits of zero are not foreseen.
    CHECK(measured.of[name] * 100 >= these * (i < 2 ? 100 : rows < 100 ? 90 : 98));
  }
  CHECK(plan[groth16::phase::multiply].bytes == measured.of["qap/multiply"]);
  CHECK(for_these[groth16::phase::msm_l].bytes == for_these.phases.back().bytes);
}

TEST_CASE("plan: every phase holds the bytes that are planned, on one thread") {
  for (std::size_t const rows : {5u, 700u}) every_phase_takes_what_is_planned<qap::circom_reduction>(cpu::seq, rows);
  every_phase_takes_what_is_planned<qap::libsnark_reduction>(cpu::seq, 1500);
}

#if LUCID_TEST_HAS_TBB
TEST_CASE("plan: every phase holds the bytes that are planned, on several threads") {
  for (int const threads : {2, 3}) {
    tbb::task_arena arena{threads};
    every_phase_takes_what_is_planned<qap::circom_reduction>(cpu::par_in(arena), 1300);
  }
}
#endif

TEST_CASE("plan: refuses what cannot fit, with both numbers") {
  auto const made = shape_of<F>(cpu::seq, chain_circuit{100});
  auto const plan = groth16::plan<curve>(cpu::seq, made);
  plan.require_fits(plan.peak());
  auto const refusal = [&](auto const& room) -> std::string {
    try {
      plan.require_fits(room);
    } catch (out_of_memory const& e) {
      return e.what();
    }
    return "";
  };
  std::string const text = refusal(plan.peak() - 1);
  CHECK(text.find(std::to_string(plan.peak())) != std::string::npos);
  CHECK(text.find(std::to_string(plan.peak() - 1)) != std::string::npos);
  heap upstream;
  memory::limit<heap> const narrow{upstream, 1000}, wide{upstream, plan.peak()};
  CHECK(refusal(narrow).find("1000") != std::string::npos);
  CHECK(refusal(wide).empty());
}

}  // namespace
