// The vectors of arch/ifma.hpp do what their model does, operation by operation; and transforms in them. Only where the machine has the instructions.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>

#include <lucid/backend/cpu/instruction_set.hpp>
#include <lucid/config/target.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/arch/ifma.hpp>
#include <lucid/field/lanes52.hpp>
#include <support/field_samples.hpp>
#include <support/ifma_model.hpp>

#if defined(LUCID_HAS_IFMA)
namespace {

using lucid::arch::ifma::vector;
using lucid_test::ifma_model;

struct words {
  alignas(64) std::uint64_t in[3][8];
  alignas(64) std::uint64_t rows[8][8];  // what eight pointers lead to
  alignas(64) std::uint64_t out[16][8];
  std::uint64_t copies[8][8];
  std::uint8_t bytes[8];
};

// Every operation once.
template <class V>
LUCID_LANES void all_operations(words& w) {
  V const a = V::load(w.in[0]), b = V::load(w.in[1]), c = V::load(w.in[2]);
  (a + b).store(w.out[0]);
  (a - b).store(w.out[1]);
  (a & b).store(w.out[2]);
  (a | b).store(w.out[3]);
  (a ^ b).store(w.out[4]);
  a.template shifted_left<12>().store(w.out[5]);
  a.template shifted_right<52>().store(w.out[6]);
  a.template signed_shifted_right<52>().store(w.out[7]);
  multiply_add_low(a, b, c).store(w.out[8]);
  multiply_add_high(a, b, c).store(w.out[9]);
  V::mask_of_bit(w.bytes, 0).store(w.out[10]);
  V::mask_of_bit(w.bytes, 1).store(w.out[11]);
  V::all(w.in[0][3]).store(w.out[12]);
  V::zero().store(w.out[13]);
  w.out[14][0] = a.zeros();
  w.out[14][1] = (a & b).zeros();
  std::uint64_t const* from[8];
  std::uint64_t* to[8];
  for (std::size_t i = 0; i < 8; ++i) from[i] = w.rows[i * 3 % 8];
  for (std::size_t i = 0; i < 8; ++i) to[i] = w.copies[i * 5 % 8];
  V x[6];
  V::load_four(from, 1, x);
  V::load_two(from, 5, x + 4);
  V::store_four(x, 2, to);
  V::store_two(x + 4, 0, to);
  (x[0] + x[1] + x[1] - x[2] + x[3] + x[4] + x[5] + x[5]).store(w.out[15]);
}
LUCID_IFMA_ENTRY void with_instructions(words& w) { all_operations<vector>(w); }
LUCID_NOINLINE void with_model(words& w) { all_operations<ifma_model>(w); }

template <class F>
LUCID_IFMA_ENTRY void arithmetic(F const* a, F const* b, F (*out)[8]) {
  using L = lucid::lanes<F, lucid::isa::radix52<vector>>;
  L const x = L::load(a), y = L::load(b);
  (x + y).store(out[0]);
  (x - y).store(out[1]);
  (x * y).store(out[2]);
  square(x).store(out[3]);
}

bool machine_has_it() {
  bool const has = lucid::cpu::best_instruction_set() == lucid::cpu::instruction_set::ifma;
  if (!has) MESSAGE("skipped: this machine has no AVX-512 IFMA");
  return has;
}

}  // namespace

TEST_CASE("ifma: every operation is that of its model") {
  if (!machine_has_it()) return;
  std::mt19937_64 engine{52};
  bool same = true;
  for (int attempt = 0; attempt < 1000; ++attempt) {
    words ours{};
    for (auto* p = &ours.in[0][0]; p != &ours.in[0][0] + 24; ++p)
      *p = engine() >> (engine() % 64) & (engine() % 4 == 0 ? 0 : ~std::uint64_t{0});
    for (auto& row : ours.rows) {
      for (auto& word : row) word = engine();
    }
    for (auto& byte : ours.bytes) byte = static_cast<std::uint8_t>(engine());
    words theirs = ours;
    with_instructions(ours);
    with_model(theirs);
    same = same && std::memcmp(&ours, &theirs, sizeof(words)) == 0;
  }
  CHECK(same);
}

TEST_CASE_TEMPLATE("ifma: lanes agree with the elements that they hold", F, lucid::bn254::base, lucid::bls12_381::scalar,
                   lucid::bls12_381::base) {
  if (!machine_has_it()) return;
  auto const elements = lucid_test::samples<F>(200);
  bool same = true;
  for (std::size_t i = 0; i + 8 <= elements.size(); i += 3) {
    for (std::size_t j = 0; j + 8 <= elements.size(); j += 5) {
      F out[4][8];
      arithmetic<F>(&elements[i], &elements[j], out);
      for (std::size_t k = 0; k < 8; ++k) {
        F const& a = elements[i + k];
        F const& b = elements[j + k];
        same = same && out[0][k] == a + b && out[1][k] == a - b && out[2][k] == a * b && out[3][k] == square(a);
      }
    }
  }
  CHECK(same);
}
#endif
