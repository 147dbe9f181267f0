// What a table holds, and what is refused; sums over tables: tests/backend/cpu/precomputed_bases.cpp.
#include <doctest/doctest.h>

#include <cstddef>
#include <lucid/backend/cpu/precomputed_bases.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bn254.hpp>
#include <string>
#include <vector>

#include <support/counting_memory.hpp>
#include <support/multiples.hpp>

namespace {

using namespace lucid;
using G = bn254::g1;
using F = bn254::scalar;

TEST_CASE("precompute: copies a stride of doublings apart, by double-and-add") {
  lucid_test::multiples<G> terms{67};  // more than share an inverse
  terms.forget_base(0);
  terms.forget_base(66);
  terms.set_base(9, F{10});
  auto const table = precompute{.copies = 3, .window = 8}(cpu::seq, terms.bases);
  CHECK(table.size() == 67);
  CHECK(table.copies() == 3);
  CHECK(table.stride() == 48);  // 127 bits: sixteen windows of eight, six to a copy
  CHECK(table.bytes() == 3 * 67 * sizeof(affine<G>));
  for (std::size_t i = 0; i < table.size(); ++i) {
    CHECK(table.bases()[i] == terms.bases[i]);
    jacobian<G> power{terms.bases[i]};
    for (unsigned j = 0; j < 3; ++j) {
      CHECK(table.all()[j * 67 + i] == power.to_affine());
      power = lucid_test::double_and_add(power, F{limb_t{1} << 48}.to_integer());
    }
  }
}

TEST_CASE("precompute: no more copies than windows, and none that would hold nothing") {
  lucid_test::multiples<G> const terms{2};
  auto const made = [&](unsigned copies, unsigned window) {
    return precompute{.copies = copies, .window = window}(cpu::seq, terms.bases).copies();
  };
  CHECK(made(1, 13) == 1);
  CHECK(made(2, 13) == 2);
  CHECK(made(6, 13) == 5);  // ten windows, two to a copy
  CHECK(made(10, 13) == 10);
  CHECK(made(1000, 13) == 10);
  CHECK(made(1000, 1) == 127);
  CHECK(precompute{}(cpu::seq, std::vector<affine<G>>{}).size() == 0);
  CHECK(precomputed_bases<G>{}.size() == 0);
  CHECK(pippenger{.window = 3}(cpu::seq, precomputed_bases<G>{}, std::vector<F>{}).is_infinity());
}

TEST_CASE("precompute: takes the bytes that it says, and those alone") {
  lucid_test::multiples<G> const terms{200};
  for (unsigned const window : {0u, 9u}) {
    lucid_test::counting_memory memory;
    auto const exec = cpu::seq.with(memory);
    precompute const four{.copies = 4, .window = window};
    auto const table = four(exec, terms.bases);
    CHECK(memory.held() == table.bytes());
    CHECK(memory.peak() == table.bytes());
    CHECK(four.bytes<G>(exec, 200) == table.bytes());
  }
}

TEST_CASE("precompute: what is refused") {
  lucid_test::multiples<G> const terms{3};
  CHECK_THROWS_AS(static_cast<void>(precompute{.copies = 0}(cpu::seq, terms.bases)), argument_error);
  CHECK_THROWS_AS(static_cast<void>(precompute{.window = max_window + 1}(cpu::seq, terms.bases)), argument_error);
  CHECK_THROWS_AS(static_cast<void>(precompute{}.bytes<G>(cpu::seq, std::size_t{1} << 31)), argument_error);
  auto const table = precompute{.copies = 2, .window = 8}(cpu::seq, terms.bases);  // stride 64
  CHECK_THROWS_WITH_AS(static_cast<void>(pippenger{.window = 9}(cpu::seq, table, terms.scalars)),
                       "msm: a window of 9 bits does not divide the 64 bits between the copies of precomputed bases", argument_error);
  CHECK_THROWS_AS(static_cast<void>(pippenger{.window = 25}(cpu::seq, table, terms.scalars)), argument_error);
  CHECK_THROWS_AS(static_cast<void>(pippenger{}(cpu::seq, table, std::vector<F>(2))), argument_error);
}

}  // namespace
