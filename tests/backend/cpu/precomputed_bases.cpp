// Sums over tables of multiples; bls12_381: precomputed_bases_bls12_381.cpp, the tables themselves: tests/msm/precomputed_bases.cpp.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <lucid/curve/bn254.hpp>
#include <string>
#include <vector>
#if LUCID_TEST_HAS_TBB
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <lucid/backend/cpu/par.hpp>
#endif

#include <backend/cpu/precomputed_bases_on.hpp>
#include <support/counting_memory.hpp>
#include <support/tiny_curve.hpp>

namespace {

using namespace lucid;
using g1 = bn254::g1;
using lucid_test::table_agrees;
using lucid_test::table_terms;

// work(policy), one type of policy for all cases: so many threads where there are any.
void on(int threads, lucid_test::counting_memory& memory, auto const& work) {
#if LUCID_TEST_HAS_TBB
  tbb::global_control const allowed{tbb::global_control::max_allowed_parallelism, 8};  // also on a machine with fewer
  tbb::task_arena arena{threads};
  work(cpu::par_in(arena).with(memory));
#else
  static_cast<void>(threads);
  work(cpu::seq.with(memory));
#endif
}
void on(int threads, auto const& work) {
  lucid_test::counting_memory memory;
  on(threads, memory, work);
  CHECK(memory.held() == 0);
}

TEST_CASE("precomputed bases: any number of terms") {
  on(1, [](auto const& exec) {
    for (std::size_t n = 0; n <= 20; ++n) {
      CAPTURE(n);
      CHECK(table_agrees(exec, table_terms<g1>(n, n % 2 == 0), 3, 5));
    }
    for (std::size_t const n : {63u, 64u, 65u, 127u, 128u, 129u, 130u, 255u, 256u, 257u, 511u, 512u, 513u}) {
      CAPTURE(n);
      CHECK(table_agrees(exec, table_terms<g1>(n, n % 2 == 0), 2, 0));
    }
  });
}

TEST_CASE("precomputed bases: every number of terms to 513 [heavy]") {
  on(1, [](auto const& exec) {
    for (std::size_t n = 0; n <= 513; ++n) {
      CAPTURE(n);
      CHECK(table_agrees(exec, table_terms<g1>(n, n % 2 == 0), static_cast<unsigned>(n % 5 + 1), static_cast<unsigned>(n % 12)));
    }
  });
}

TEST_CASE("precomputed bases: every window × every number of copies") {
  on(1, [](auto const& exec) { lucid_test::every_number_of_copies<g1>(exec, 6, 2, 13); });
}
TEST_CASE("precomputed bases: every window × every number of copies, windows of one bit and wide ones [heavy]") {
  on(1, [](auto const& exec) {
    lucid_test::every_number_of_copies<g1>(exec, 6, 1, 1);
    lucid_test::every_number_of_copies<g1>(exec, 6, 14, 24);
    lucid_test::every_number_of_copies<bn254::g2>(exec, 6, 1, 16);
  });
}

TEST_CASE_TEMPLATE("precomputed bases: every window that divides a table's stride, and no other", G, g1, bn254::g2) {
  on(1, [](auto const& exec) {
    lucid_test::every_divisor<G>(exec, 2, 16);
    lucid_test::every_divisor<G>(exec, 3, 12);
    lucid_test::every_divisor<G>(exec, 11, 12);
  });
}

TEST_CASE("precomputed bases: extremal scalars") {
  on(1, [](auto const& exec) { lucid_test::extremal_scalars_of_tables<g1>(exec, 9); });
}

TEST_CASE("precomputed bases: zeros, ones, short scalars, all equal") {
  on(1, [](auto const& exec) { lucid_test::special_scalars_of_tables<g1>(exec); });
}

TEST_CASE("precomputed bases: a group without halves of scalars") {
  using G = tiny::curve_97;
  auto const bases = tiny::all_points<G>();
  std::vector<G::scalar> scalars;
  for (std::size_t i = 0; i < bases.size(); ++i) scalars.push_back(G::scalar{i * i + 1});
  for (unsigned window = 1; window <= 7; ++window) {
    for (unsigned copies = 1; copies <= 8; ++copies) {
      auto const table = precompute{.copies = copies, .window = window}(cpu::seq, bases);
      CHECK(pippenger{.window = window}(cpu::seq, table, scalars) == naive_msm{}(bases, scalars));
    }
  }
}

struct window_seen {
  std::uint64_t window = 0;
  struct [[maybe_unused]] scope {};
  static constexpr scope open(char const*, stream_ref) noexcept { return {}; }
  void count(char const* name, std::uint64_t n) {
    if (std::string{name} == "window") window = n;
  }
};

TEST_CASE("precomputed bases: without their copies where no divisor of the stride suits the scalars") {
  using G = tiny::curve_97;
  std::vector<affine<G>> const bases(200, tiny::all_points<G>()[5]);
  std::vector<G::scalar> scalars(200, G::scalar::zero());
  auto const table = precompute{.window = 7}(cpu::seq, bases);
  REQUIRE(table.stride() == 7);
  window_seen seen;
  auto const check = [&](bool divides) {
    CHECK(pippenger{}(cpu::seq.with(seen), table, scalars) == naive_msm{}(bases, scalars));
    CHECK((7 % seen.window == 0) == divides);
  };
  for (std::size_t i = 0; i < 10; ++i) scalars[i] = G::scalar{40 + i};
  check(false);
  for (std::size_t i = 0; i < 200; ++i) scalars[i] = G::scalar{30 + i % 40};
  check(true);
}

TEST_CASE("precomputed bases: the same sum with 1, 2 and 7 threads") {
  auto const terms = table_terms<g1>(800, false);
  auto ones = terms;
  for (auto& s : ones.scalars) s = bn254::scalar::one();
  for (int const threads : {1, 2, 7}) {
    CAPTURE(threads);
    on(threads, [&](auto const& exec) {
      CHECK(table_agrees(exec, terms, 2, 13));
      CHECK(table_agrees(exec, terms, 12, 11));
      CHECK(table_agrees(exec, ones, 4, 8));
    });
  }
}

TEST_CASE("precomputed bases: any allocation may fail, and nothing is kept") {
  auto const terms = table_terms<g1>(100, true);
  auto const work = [&](auto const& exec) {
    auto const table = precompute{.copies = 3, .window = 6}(exec, terms.bases);
    static_cast<void>(pippenger{.window = 6}(exec, table, terms.scalars));
  };
  lucid_test::counting_memory memory;
  on(2, memory, work);
  CHECK(memory.held() == 0);
  CHECK(memory.calls() > 6);
  for (std::size_t k = 0; k < memory.calls(); ++k) {
    lucid_test::counting_memory failing;
    failing.refuse_after(k);
    CHECK_THROWS_AS(on(2, failing, work), out_of_memory);
    CHECK(failing.held() == 0);
  }
}

}  // namespace
