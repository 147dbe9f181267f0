#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <laws/gadget.hpp>
#include <lucid/backend/cpu/policy.hpp>
#if LUCID_TEST_HAS_TBB
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <lucid/backend/cpu/par.hpp>
#endif
#include <lucid/circuit/independent.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/select.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using F = prime_field<lucid_test::field_97>;

namespace {

// Each part squares, adds what was made outside, and hands out a number and a bit. Parts of `uneven` circuits differ in length.
struct parts {
  std::uint64_t secret = 0;
  std::size_t count = 9;
  bool nested = false;
  bool size_is_known = false;

  void operator()(constraint_system auto& cs) const {
    auto const outer = witness_number(cs, F{secret});
    std::vector<std::pair<number<F>, boolean>> made(count);
    auto const work = [&](auto& part, std::size_t i) {
      auto const scope = part.enter("part", i);
      auto x = witness_number(part, F{secret + i});
      for (int turn = 0; turn < 3; ++turn) x = squared(part, x + outer);
      std::array<number<F>, 3> inner;
      if (nested) {
        independent(part, inner.size(), [&](auto& child, std::size_t j) { inner[j] = multiply(child, x + F{j} * one, outer); });
      }
      auto const y = number_of(part, x + inner[0] + inner[1] + inner[2]);
      made[i] = {y, is_zero(part, x)};
    };
    if (size_is_known) {
      independent(cs, count, circuit_size{6, 7, 0}, work);
    } else {
      independent(cs, count, work);
    }
    number<F> sum = outer;
    for (auto const& [x, bit] : made) sum = multiply(cs, sum + x, one + bit);
    expose(cs, sum);
  }
};

struct uneven {
  std::uint64_t secret = 0;
  std::vector<circuit_size> sizes;

  template <class CS>
  static void part(CS& cs, std::size_t i, number<F> const& outer, number<F>& result) {
    result = outer;
    for (std::size_t turn = 0; turn < i % 4; ++turn) result = squared(cs, result + F{i} * one);
  }
  void operator()(constraint_system auto& cs) const {
    auto const outer = witness_number(cs, F{secret});
    std::vector<number<F>> made(sizes.size());
    independent(cs, std::span<circuit_size const>{sizes}, [&](auto& inner, std::size_t i) { part(inner, i, outer, made[i]); });
    for (auto const& x : made) expose(cs, x + outer);
  }
};

std::vector<circuit_size> uneven_sizes(std::size_t n) {
  std::vector<number<F>> made(n);
  number<F> const outer{variable::private_at(0), F{}};
  return independent_sizes<F>(n, [&](auto& cs, std::size_t i) { uneven::part(cs, i, outer, made[i]); });
}

// f(policy) for every way of threading at hand.
template <class Work>
void on_all_policies(Work const& work) {
  work(cpu::seq);
#if LUCID_TEST_HAS_TBB
  tbb::global_control const allowed{tbb::global_control::max_allowed_parallelism, 7};
  for (int threads : {1, 2, 7}) {
    tbb::task_arena arena{threads};
    work(cpu::par_in(arena));
  }
#endif
}

// Rows and values are those of one part after another, byte for byte.
template <class Circuit>
void same_everywhere(Circuit const& circuit) {
  auto const shape = laws::builders_agree<F>(circuit);
  auto const expected = synthesize<F>(cpu::seq, circuit);
  on_all_policies([&](auto const& exec) {
    auto const z = assign(exec, shape, circuit);
    CHECK(laws::same_values<F>(z.all(), expected.z.all()));
    for (circuit_size const size : {circuit_size{}, size_of<F>(circuit)}) {
      auto const rows = synthesize<F>(exec, circuit, size);
      CHECK(laws::same_values<F>(rows.a.all(), expected.a.all()));
      CHECK(laws::same_values<F>(rows.b.all(), expected.b.all()));
      CHECK(laws::same_values<F>(rows.c.all(), expected.c.all()));
      CHECK(laws::same_values<F>(rows.z.all(), expected.z.all()));
    }
  });
}

// The text of the error of that type which every builder and policy throws; the texts of the threads may differ from `in_order`.
template <class Error, class Circuit>
void refused_everywhere(Circuit const& circuit, std::string const& in_order, std::string const& at_once) {
  auto const says = [](auto const& work) {
    try {
      work();
    } catch (Error const& e) {
      return std::string{e.what()};
    }
    return std::string{"nothing"};
  };
  CHECK(says([&] { (void)synthesize<F>(cpu::seq, circuit); }) == in_order);
  CHECK(says([&] { (void)checker<F>{circuit}; }).substr(0, in_order.size()) == in_order);
#if LUCID_TEST_HAS_TBB
  tbb::global_control const allowed{tbb::global_control::max_allowed_parallelism, 7};
  tbb::task_arena arena{7};
  for (int repeat = 0; repeat < 20; ++repeat) CHECK(says([&] { (void)synthesize<F>(cpu::par_in(arena), circuit); }) == at_once);
#else
  (void)at_once;
#endif
}

}  // namespace

TEST_CASE("independent: rows and values are the same for every number of threads") {
  same_everywhere(parts{5});
  same_everywhere(parts{6, 1});
  same_everywhere(parts{7, 0});
  same_everywhere(parts{8, 2});
  same_everywhere(parts{9, 1000});
  same_everywhere(parts{10, 300, true});
  same_everywhere(parts{11, 1000, false, true});
}

TEST_CASE("independent: parts of different sizes") {
  auto const sizes = uneven_sizes(30);
  CHECK(sizes[7] == circuit_size{3, 3, 0});
  CHECK(sizes[8] == circuit_size{});
  same_everywhere(uneven{5, sizes});
}

namespace {

// Parts that square 300 numbers each, enough for tasks of their own, but for what is wrong with one of them, or with every tenth.
struct faulty {
  std::size_t odd_part = ~std::size_t{0};
  std::size_t squares_of_odd = 300;
  std::size_t input_in = ~std::size_t{0};
  bool throws = false;

  void operator()(constraint_system auto& cs) const {
    auto const x = witness_number(cs, F{3});
    independent(cs, 40, [&](auto& part, std::size_t i) {
      for (std::size_t j = 0; j < (i == odd_part ? squares_of_odd : 300); ++j) (void)squared(part, F{i} * x);
      if (i == input_in) (void)input_number(part, F{1});
      if (throws && i % 10 == 7) {
        (void)witness_number(part, [i]() -> F { throw missing_value("part " + std::to_string(i)); });
      }
    });
  }
};

}  // namespace

TEST_CASE("independent: a part of another size is refused and named") {
  std::string const small = "circuit: independent part 5 makes 299 private variables and 299 rows, not 300 and 300";
  refused_everywhere<shape_mismatch>(faulty{5, 299}, small, small);
  refused_everywhere<shape_mismatch>(faulty{7, 301},
                                     "circuit: independent part 7 makes 301 private variables and 301 rows, not 300 and 300",
                                     "circuit: independent part 7 makes more variables or rows than its size says");
  auto wrong = uneven_sizes(5);
  wrong[2] = {};
  refused_everywhere<shape_mismatch>(uneven{5, wrong}, "circuit: independent part 2 makes 2 private variables and 2 rows, not 0 and 0",
                                     "circuit: independent part 2 makes more variables or rows than its size says");
}

TEST_CASE("independent: assign holds parts to the shape's room") {
  auto const shape = shape_of<F>(cpu::seq, parts{1, 4});
  on_all_policies([&](auto const& exec) {
    CHECK_THROWS_AS((void)assign(exec, shape, parts{1, 40}), shape_mismatch);
    CHECK_THROWS_AS((void)assign(exec, shape, parts{1, 3}), shape_mismatch);
    CHECK_NOTHROW((void)assign(exec, shape, parts{1, 4}));
  });
}

TEST_CASE("independent: no public inputs in a part") {
  std::string const text =
      "circuit: independent part 1 declares a public input; declare it outside and hand it in, or hand the value out and expose it there";
  refused_everywhere<argument_error>(faulty{.input_in = 1}, text, text);
}

#if LUCID_TEST_HAS_TBB
namespace {

// Takes the wrong builder.
struct confused {
  int what = 0;
  void operator()(constraint_system auto& cs) const {
    independent(cs, 40, [&](auto& part, std::size_t i) {
      if (what == 0) (void)witness_number(cs, F{i});
      if (what == 1) (void)input_number(cs, F{i});
      if (what == 2) cs.enforce(one, one, one);
      (void)witness_number(part, F{i});
    });
  }
};

}  // namespace

TEST_CASE("independent: a part that makes something with the builder around it is refused, not a race") {
  tbb::task_arena arena{2};
  auto const exec = cpu::par_in(arena);
  for (int const what : {0, 1, 2}) {
    CHECK_THROWS_WITH_AS((void)synthesize<F>(exec, confused{what}), doctest::Contains("the builder around independent parts"),
                         argument_error);
  }
  auto const room_for_more = shape_of<F>(cpu::seq, [](auto& cs) {
    for (int i = 0; i < 100; ++i) {
      (void)witness_number(cs, F{0});
      (void)input_number(cs, F{0});
    }
  });
  // Also where the wrong builder is asked for parts that make nothing.
  auto const parts_of_the_whole = [](auto& cs) {
    independent(cs, 40, [&cs](auto& part, std::size_t i) {
      independent(cs, 2, circuit_size{}, [](auto&, std::size_t) {});
      (void)witness_number(part, F{i});
    });
  };
  CHECK_THROWS_AS((void)synthesize<F>(exec, parts_of_the_whole), argument_error);
  CHECK_THROWS_AS((void)assign(exec, room_for_more, parts_of_the_whole), argument_error);
  for (int const what : {0, 1}) {
    CHECK_THROWS_WITH_AS((void)assign(exec, room_for_more, confused{what}), doctest::Contains("the builder around independent parts"),
                         argument_error);
  }
}

TEST_CASE("independent: sizes whose sum would wrap are refused before anything is made") {
  tbb::task_arena arena{2};
  auto const exec = cpu::par_in(arena);
  std::size_t const half = std::size_t{1} << 63;
  for (circuit_size const each : {circuit_size{half, 0, 0}, circuit_size{0, half, 0}, circuit_size{0, ~std::size_t{0}, 0}}) {
    auto const parts_of_a_size = [each](auto& cs) {
      independent(cs, 2, each, [](auto& part, std::size_t i) { (void)witness_number(part, F{i}); });
    };
    CHECK_THROWS_AS((void)synthesize<F>(exec, parts_of_a_size), argument_error);
    auto const parts_of_sizes = [each](auto& cs) {
      std::array<circuit_size, 2> const sizes{each, each};
      independent(cs, std::span<circuit_size const>{sizes}, [](auto& part, std::size_t i) { (void)witness_number(part, F{i}); });
    };
    CHECK_THROWS_AS((void)synthesize<F>(exec, parts_of_sizes), argument_error);
  }
}
#endif

TEST_CASE("independent: of several parts that throw the first is heard") {
  refused_everywhere<missing_value>(faulty{.throws = true}, "part 7", "part 7");
}
