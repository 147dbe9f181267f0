// Proofs over and over under each memory policy: what they cost in pages, what they hold, what they leave behind, and that a forked child can make them.
#include <doctest/doctest.h>

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <lucid/backend/cpu.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <lucid/memory.hpp>
#include <support/child_process.hpp>
#include <support/sanitizers.hpp>
#include <support/toy_systems.hpp>
#include <support/watchful_memory.hpp>

using namespace lucid;
using namespace std::chrono_literals;
using curve = bn254::curve;
using scalar = curve::scalar;

namespace {

struct sample {
  lucid_test::toy_system<scalar> system = lucid_test::random_system<scalar>(40, 2, 5);
  seeded_entropy entropy{1};
  decltype(groth16::single_party_setup<curve>(cpu::seq, system.circuit, entropy)) keys =
      groth16::single_party_setup<curve>(cpu::seq, system.circuit, entropy);
};
sample const& small() {
  static sample const made;
  return made;
}

// A proof whose every buffer is the policy's; true where it verifies.
bool proves(auto const& exec, groth16::self_verification self_verify = groth16::self_verification::off) {
  os_entropy entropy;
  auto const proof = groth16::prove(exec, small().keys.proving, small().system.assigned(exec), entropy, {.self_verify = self_verify});
  auto const inputs = small().system.inputs();
  return self_verify == groth16::self_verification::off ||
         groth16::verify<curve>(small().keys.verifying, proof, view<scalar const>{inputs});
}

// Every block in pages of its own, as large buffers are: without reuse each proof faults them in and unmaps them.
struct pages {
  static constexpr memory_space space = memory_space::host;

  static void* allocate(stream_ref, std::size_t bytes, std::size_t) {
    void* const p = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw out_of_memory("pages: none to be had");
    return p;
  }
  static void deallocate(stream_ref, void* p, std::size_t bytes, std::size_t) noexcept { ::munmap(p, bytes); }
};

std::size_t resident_pages() {
  std::size_t size = 0, resident = 0;
  if (std::FILE* const f = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(f, "%zu %zu", &size, &resident) != 2) resident = 0;
    std::fclose(f);
  }
  return resident;
}
double page_faults() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_minflt);
}

// What a flat line may rise, in MiB. AddressSanitizer holds back what the heap gets, 256 MiB of it.
#if defined(__SANITIZE_ADDRESS__)
constexpr double flat = 300;
#else
constexpr double flat = 4;
#endif

struct course {
  double faults_per_proof;
  double growth;  // of the resident set, in MiB
};

// What `proofs` proofs cost after a few to warm up.
template <class Settle>
course prove_in_a_row(memory_resource auto& policy, int proofs, Settle const& settle) {
  auto const exec = cpu::seq.with(policy);
  for (int i = 0; i < 4; ++i) REQUIRE(proves(exec));
  settle();
  std::size_t const resident = resident_pages();
  double const faults = page_faults();
  for (int i = 0; i < proofs; ++i) REQUIRE(proves(exec));
  settle();
  double const grown = static_cast<double>(resident_pages()) - static_cast<double>(resident);
  return {(page_faults() - faults) / proofs, grown * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1048576.0};
}

void rows_of_proofs(int proofs) {
  pages source;
  auto const nothing = [] {};

  course const immediate = prove_in_a_row(source, proofs, nothing);
  CHECK(immediate.growth < flat);
  CHECK(immediate.faults_per_proof > 20);

  memory::huge_page huge;
  CHECK(prove_in_a_row(huge, proofs, nothing).growth < flat);

  memory::deferred_release deferred{source, {.limit = std::size_t{4} << 20, .from = 1}};
  CHECK(prove_in_a_row(deferred, proofs, [&] { deferred.flush(); }).growth < flat);
  CHECK(deferred.deferred() > 0);
  CHECK(deferred.queued() == 0);

  memory::recycling recycled{source};
  course const kept = prove_in_a_row(recycled, proofs, nothing);
  CHECK(kept.growth < flat);
  CHECK(kept.faults_per_proof < 0.1 * immediate.faults_per_proof);

  memory::arena batch{source};
  CHECK(prove_in_a_row(batch, proofs / 4, [&] { batch.flush(); }).growth < flat);
}

// Looks for patterns in what is given back.
class searching {
 public:
  static constexpr memory_space space = memory_space::host;
  using pattern = std::array<char, 32>;

  explicit searching(std::vector<pattern> wanted) : wanted_(std::move(wanted)) {}
  static void* allocate(stream_ref s, std::size_t bytes, std::size_t alignment) { return heap::allocate(s, bytes, alignment); }
  void deallocate(stream_ref s, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    std::string_view const block{static_cast<char const*>(p), bytes};
    for (auto const& w : wanted_) found_ += block.find(std::string_view{w.data(), w.size()}) != block.npos;
    heap::deallocate(s, p, bytes, alignment);
  }
  [[nodiscard]] std::size_t found() const noexcept { return found_; }

 private:
  std::vector<pattern> wanted_;
  std::atomic<std::size_t> found_ = 0;
};

}  // namespace

TEST_CASE("memory policies: proofs in a row fault no pages once memory is recycled, and no policy grows") { rows_of_proofs(12); }
TEST_CASE("memory policies: two hundred proofs in a row [heavy]") { rows_of_proofs(200); }

TEST_CASE("memory policies: with deferred release a proof has at most one working set and the limit out") {
  lucid_test::watchful_memory source;
  REQUIRE(proves(cpu::seq.with(source)));
  std::size_t const working_set = source.peak();
  for (std::size_t const limit : {working_set / 8, working_set, 4 * working_set}) {
    lucid_test::watchful_memory slow{200us};
    {
      memory::deferred_release deferred{slow, {.limit = limit, .from = 1}};
      for (int i = 0; i < 8; ++i) REQUIRE(proves(cpu::seq.with(deferred)));
      CHECK(deferred.peak_queued() <= limit);
    }
    CHECK(slow.peak() <= working_set + limit);
    CHECK(slow.held() == 0);
    CHECK(slow.faults() == 0);
  }
}

TEST_CASE("memory policies: a witness is not to be found in what is given back, where wiping stands above") {
  auto const& system = small().system;
  // As they lie in memory, and as integers.
  std::vector<searching::pattern> secrets;
  for (std::size_t i = 1 + system.circuit.public_inputs(); i < system.z.size(); ++i) {
    searching::pattern bytes;
    static_assert(sizeof(scalar) == sizeof bytes);
    std::memcpy(bytes.data(), &system.z[i], sizeof bytes);
    secrets.push_back(bytes);
    auto const integer = system.z[i].to_integer();
    static_assert(sizeof integer == sizeof bytes);
    std::memcpy(bytes.data(), &integer, sizeof bytes);
    secrets.push_back(bytes);
  }
  {
    searching upstream{secrets};
    REQUIRE(proves(cpu::seq.with(upstream)));
    CHECK(upstream.found() > 0);  // the search can find
  }
  searching upstream{secrets};
  memory::deferred_release deferred{upstream, {.limit = std::size_t{1} << 30, .from = 1}};
  memory::wiping wiped{deferred};
  REQUIRE(proves(cpu::seq.with(wiped)));
  deferred.flush();
  CHECK(deferred.deferred() > 0);
  CHECK(upstream.found() == 0);
}

TEST_CASE("memory policies: several provers share one policy") {
  lucid_test::watchful_memory source{20us};
  memory::recycling recycled{source, {.limit = 100'000}};
  memory::deferred_release deferred{recycled, {.limit = 200'000, .from = 1000}};
  memory::tally top{deferred};
  auto const exec = cpu::seq.with(top);
  std::atomic<int> good = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 3; ++i) good += proves(exec, groth16::self_verification::on) ? 1 : 0;
    });
  }
  for (auto& t : threads) t.join();
  CHECK(good == 12);
  CHECK(top.held() == 0);
  deferred.flush();
  recycled.flush();
  CHECK(source.held() == 0);
  CHECK(source.faults() == 0);
}

#if !defined(__SANITIZE_THREAD__)
TEST_CASE("memory policies: a child forked with releases queued proves on the CPU") {
  lucid_test::watchful_memory source{100us};
  memory::deferred_release deferred{source, {.limit = std::size_t{1} << 30, .from = 1}};
  auto const exec = cpu::seq.with(deferred);
  for (int i = 0; i < 3; ++i) {
    REQUIRE(proves(exec));
    CHECK(lucid_test::in_child([&] {
            bool const proved = proves(exec, groth16::self_verification::on);
            deferred.flush();
            ::_exit(proved && source.held() == 0 && source.faults() == 0 ? 0 : 1);
          }) == 0);
  }
  deferred.flush();
  CHECK(source.held() == 0);
}
#endif
