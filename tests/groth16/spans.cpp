// Where the time of memory is shown: each buffer is given back while the span that took it is open, or in a part beside it, never in the wrapper around that
// span, where it would be time without a name. And the parts that a trace of a proof has.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <lucid/trace/gap_report.hpp>
#include <support/chain_circuit.hpp>
#include <support/fake_clock.hpp>

namespace {

using namespace lucid;
using lucid_test::chain_circuit;
using F = bn254::scalar;

// A sink, and with `memory` a resource, of one thread: every request and release with the spans that are open then, outermost first.
class journal {
 public:
  using spans = std::vector<std::pair<std::string, int>>;  // name, and which of its openings

  class scope {
   public:
    explicit scope(journal& all) noexcept : all_(&all) {}
    scope(scope const&) = delete;
    ~scope() { all_->open_.pop_back(); }

   private:
    journal* all_;
  };
  scope open(char const* name, stream_ref) {
    names.emplace_back(name);
    open_.emplace_back(name, ++openings_);
    return scope{*this};
  }
  void count(char const* name, std::uint64_t n) { counted[std::string{open_.empty() ? "" : open_.back().first} + ": " + name] += n; }

  void* allocate(stream_ref s, std::size_t n, std::size_t a) {
    void* const p = heap::allocate(s, n, a);
    live_[p] = open_;
    shallowest = std::min(shallowest, open_.size());
    return p;
  }
  void deallocate(stream_ref s, void* p, std::size_t n, std::size_t a) noexcept {
    spans const& taken_in = live_[p];
    bool const around = open_.size() < taken_in.size() && std::equal(open_.begin(), open_.end(), taken_in.begin());
    if (around || open_.empty()) {
      std::string where = "taken in";
      for (auto const& span : taken_in) where += " > " + span.first;
      where += ", given back in";
      for (auto const& span : open_) where += " > " + span.first;
      faults.push_back(where);
    }
    shallowest = std::min(shallowest, open_.size());
    live_.erase(p);
    heap::deallocate(s, p, n, a);
  }
  [[nodiscard]] std::size_t live() const { return live_.size(); }

  struct memory {
    static constexpr memory_space space = memory_space::host;
    journal* all;
    void* allocate(stream_ref s, std::size_t n, std::size_t a) { return all->allocate(s, n, a); }
    void deallocate(stream_ref s, void* p, std::size_t n, std::size_t a) noexcept { all->deallocate(s, p, n, a); }
  };

  std::vector<std::string> names;
  std::map<std::string, std::uint64_t> counted;
  std::vector<std::string> faults;
  std::size_t shallowest = 99;  // spans open at a request or release

 private:
  spans open_;
  int openings_ = 0;
  std::map<void*, spans> live_;
};

// work(exec) returns its results, which stay; `kept` is how many buffers they are.
journal journal_of(std::size_t kept, auto const& work) {
  journal all;
  journal::memory memory{&all};
  [[maybe_unused]] auto const results = work(cpu::seq.with(memory).with(all));
  CHECK(all.live() == kept);
  for (auto const& fault : all.faults) FAIL_CHECK(fault);
  journal before_results_end = all;
  return before_results_end;
}

bool has(journal const& all, char const* name) { return std::find(all.names.begin(), all.names.end(), name) != all.names.end(); }

template <class Reduction>
void every_phase_keeps_its_time() {
  chain_circuit const circuit{100};
  auto const made = shape_of<F>(cpu::seq, circuit);
  seeded_entropy entropy{1};
  auto const keys = groth16::single_party_setup<bn254::curve, Reduction>(cpu::seq, made, entropy);
  auto const z = assign(cpu::seq, made, circuit);

  CHECK(journal_of(12, [&](auto const& exec) { return shape_of<F>(exec, circuit); }).names.front() == "circuit/shape");
  CHECK(journal_of(1, [&](auto const& exec) { return assign(exec, made, circuit); }).counted.at("circuit/assign: elements") == 103);
  CHECK(journal_of(4, [&](auto const& exec) { return synthesize<F>(exec, circuit); }).counted.at("circuit/synthesize: elements") == 102);

  auto const setup = journal_of(5, [&](auto const& exec) {
    seeded_entropy same{1};
    return groth16::single_party_setup<bn254::curve, Reduction>(exec, made, same);
  });
  CHECK(setup.shallowest > 1);  // nothing is taken or given back outside of the named parts
  for (char const* const part : {"qap/evaluate_at", "groth16/setup/a", "groth16/setup/b2", "groth16/setup/h", "groth16/setup/wipe"}) {
    CHECK_MESSAGE(has(setup, part), part);
  }

  auto const proved = journal_of(0, [&](auto const& exec) {
    seeded_entropy same{2};
    return groth16::prove(exec, keys.proving, z, same);
  });
  CHECK(proved.names.front() == "groth16/prove");
  CHECK(proved.shallowest > 1);
  for (char const* const part : {"qap/multiply",
                                 "qap/multiply/a",
                                 "qap/quotient",
                                 "poly/ntt/prepare",
                                 "poly/ntt/inverse_then_coset",
                                 "qap/quotient/a",
                                 "qap/quotient/product",
                                 "groth16/prepare witness",
                                 "groth16/msm a",
                                 "groth16/msm b1",
                                 "groth16/msm b2",
                                 "groth16/msm h",
                                 "groth16/msm l",
                                 "msm",
                                 "msm/recode",
                                 "msm/sort",
                                 "msm/accumulate",
                                 "msm/reduce",
                                 "groth16/assemble",
                                 "groth16/self-verify"}) {
    CHECK_MESSAGE(has(proved, part), part);
  }
  CHECK(proved.counted.at("msm: elements") == 3 * z.variables() + z.witness().size() + keys.proving.h.size());
  CHECK(proved.counted.at("poly/ntt/inverse_then_coset: elements") == 3 * 128);

  auto const from_rows = journal_of(0, [&](auto const& exec) {
    seeded_entropy same{2};
    return groth16::prove(exec, keys.proving, synthesize<F>(exec, circuit), same);
  });
  CHECK(has(from_rows, "qap/pad_with_inputs"));
}

TEST_CASE("spans: what a phase takes it gives back while it is watched, under the circom reduction") {
  every_phase_keeps_its_time<qap::circom_reduction>();
}
TEST_CASE("spans: what a phase takes it gives back while it is watched, under the libsnark reduction") {
  every_phase_keeps_its_time<qap::libsnark_reduction>();
}

TEST_CASE("spans: the journal sees a buffer that dies outside of its span") {
  journal all;
  journal::memory memory{&all};
  auto const exec = cpu::seq.with(memory).with(all);
  {
    auto const wrapper = exec.open("wrapper");
    buffer<int> const late = [&] {
      auto const span = exec.open("part");
      return buffer<int>{exec, 3};
    }();
  }
  CHECK(all.faults == std::vector<std::string>{"taken in > wrapper > part, given back in > wrapper"});
}

// Memory whose release takes 50 ms of a clock on which nothing else takes any.
struct slow_release {
  static constexpr memory_space space = memory_space::host;
  std::size_t releases = 0;
  void* allocate(stream_ref s, std::size_t n, std::size_t a) { return heap::allocate(s, n, a); }
  void deallocate(stream_ref s, void* p, std::size_t n, std::size_t a) noexcept {
    ++releases;
    support::fake_clock::advance(std::chrono::milliseconds{50});
    heap::deallocate(s, p, n, a);
  }
};

TEST_CASE("spans: where a release takes 50 ms, each span of a proof closes after its buffers are gone, and no release is in a gap") {
  chain_circuit const circuit{100};
  auto const made = shape_of<F>(cpu::seq, circuit);
  seeded_entropy entropy{1};
  auto const keys = groth16::single_party_setup<bn254::curve>(cpu::seq, made, entropy);
  slow_release memory;
  trace::basic_gap_report<support::fake_clock> report;
  static_cast<void>(groth16::prove(cpu::seq.with(memory).with(report), keys.proving, assign(cpu::seq, made, circuit), entropy));

  auto const root = report.snapshot();
  REQUIRE(root.parts.size() == 1);
  CHECK(memory.releases > 20);
  CHECK(root.parts.front().total == memory.releases * std::chrono::milliseconds{50});
  for (auto const& wrapper : report.gaps()) {
    INFO(wrapper.label, ": ", wrapper.time().count(), " ns in none of its parts");
    CHECK(wrapper.time().count() == 0);
  }
}

}  // namespace
