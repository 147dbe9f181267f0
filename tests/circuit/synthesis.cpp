#include <doctest/doctest.h>

#include <cstddef>
#include <cstdlib>
#include <new>

#include <laws/gadget.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/bits.hpp>
#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/select.hpp>
#include <lucid/circuit/synthesis.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>

// Counts every heap call of this program. Not inlined: g++ would take free() for a mistake.
namespace {
std::size_t heap_calls = 0;

void* counted(std::size_t bytes, std::size_t alignment) noexcept {
  ++heap_calls;
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
void* counted_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const p = counted(bytes, alignment);
  if (p == nullptr) throw std::bad_alloc{};
  return p;
}
}  // namespace

LUCID_NOINLINE void* operator new(std::size_t n) { return counted_or_throw(n, alignof(std::max_align_t)); }
LUCID_NOINLINE void* operator new(std::size_t n, std::nothrow_t const&) noexcept { return counted(n, alignof(std::max_align_t)); }
LUCID_NOINLINE void* operator new(std::size_t n, std::align_val_t a) { return counted_or_throw(n, static_cast<std::size_t>(a)); }
LUCID_NOINLINE void* operator new(std::size_t n, std::align_val_t a, std::nothrow_t const&) noexcept {
  return counted(n, static_cast<std::size_t>(a));
}
LUCID_NOINLINE void operator delete(void* p) noexcept { std::free(p); }
LUCID_NOINLINE void operator delete(void* p, std::size_t) noexcept { std::free(p); }
LUCID_NOINLINE void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
LUCID_NOINLINE void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

using namespace lucid;

namespace {

// Every kind of row: bits, negations, constants, numbers, sums by a function, names.
template <class F>
struct mixture {
  std::size_t times = 1;
  std::uint64_t secret = 0;

  void operator()(constraint_system auto& cs) const {
    for (std::size_t i = 0; i < times; ++i) {
      auto const scope = cs.enter("mixture", i);
      auto const a = witness_boolean(cs, ((secret >> (i % 64)) & 1) != 0);
      auto const b = witness_boolean(cs, ((secret >> ((i + 7) % 64)) & 1) != 0);
      auto const c = boolean_xor(cs, a, !boolean_and(cs, !a, b));
      auto const x = witness_number(cs, F{secret + i});
      auto const y = multiply(cs, x + one, x - a + F{3} * c);
      auto const bits = to_bits<2>(cs, a + b);
      expose(cs, select(cs, c, y, x) + packed_bits{bits});
      // Σ_(j<4) 2^j·y · 1 = 15·y
      cs.enforce(
          [&](auto& lc) {
            F k = F::one();
            for (int j = 0; j < 4; ++j, k = doubled(k)) y.add_to(lc, k);
          },
          one, F{15} * y);
    }
  }
};

}  // namespace

TEST_CASE_TEMPLATE("synthesize: the rows of the shape at the values of assign", F, bn254::scalar, bls12_381::scalar) {
  laws::gadget<F>(mixture<F>{5, 0x1234'5678'9abc'def0}, mixture<F>{5, 0xffff'0000'1111'2222});
}

TEST_CASE("synthesize: no rows, no public inputs, no private variables") {
  using F = bn254::scalar;
  auto const nothing = synthesize<F>(cpu::seq, [](auto&) {});
  CHECK(nothing.a.empty());
  CHECK(nothing.z.variables() == 1);
  auto const only_public = synthesize<F>(cpu::seq, [](auto& cs) { (void)input_boolean(cs, true); });
  CHECK(only_public.z.variables() == 2);
  CHECK(only_public.z.inputs()[0] == F{1});
  auto const too_much_expected = synthesize<F>(cpu::seq, [](auto& cs) { (void)witness_boolean(cs, true); }, {1000, 1000, 10});
  CHECK(too_much_expected.a.size() == 1);
  CHECK(too_much_expected.z.variables() == 2);
  CHECK(too_much_expected.z.public_inputs() == 0);
  auto const variables_without_rows = synthesize<F>(cpu::seq, [](auto& cs) { (void)witness_number(cs, F{4}); });
  CHECK(variables_without_rows.a.empty());
  CHECK(variables_without_rows.z.witness()[0] == F{4});
}

TEST_CASE("assign and synthesize: no heap call for a row or a variable") {
  using F = bn254::scalar;
  auto const calls = [](auto const& work) {
    std::size_t const before = heap_calls;
    work();
    return heap_calls - before;
  };
  auto const synthesis = [&](std::size_t times) {
    auto const shape = shape_of<F>(cpu::seq, mixture<F>{times});
    expected_size const exact{shape.constraints(), shape.variables(), shape.public_inputs()};
    return calls([&] { (void)synthesize<F>(cpu::seq, mixture<F>{times, 77}, exact); });
  };
  auto const assigned = [&](std::size_t times) {
    auto const shape = shape_of<F>(cpu::seq, mixture<F>{times});
    return calls([&] { (void)assign(cpu::seq, shape, mixture<F>{times, 77}); });
  };
  CHECK(heap_calls > 0);
  CHECK(synthesis(100) == 5);  // A, B, C, the public and the private values
  CHECK(synthesis(1000) == 5);
  CHECK(assigned(100) == 1);
  CHECK(assigned(1000) == 1);
  // Without expected sizes only the doubling of those five, and the exact results.
  CHECK(calls([&] { (void)synthesize<F>(cpu::seq, mixture<F>{1000, 77}); }) < 5 * 14);
}
