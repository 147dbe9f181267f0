// What a row of a circuit costs each builder, on the SHA-256 of 64 bytes; and the style that this library does not use, for comparison: a linear combination
// of its own, on the heap, for each sum of each row (bellman's, before helpers that add in place). Heap calls are counted with the rows.
#include <benchmark/benchmark.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/gadget/packing.hpp>
#include <lucid/gadget/sha256.hpp>

namespace {

std::atomic<std::size_t> heap_calls{0};

void* counted(std::size_t bytes, std::size_t alignment) noexcept {
  heap_calls.fetch_add(1, std::memory_order_relaxed);
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

}  // namespace

// Not inlined: g++ would take free() for a mistake.
LUCID_NOINLINE void* operator new(std::size_t n) {
  if (void* const p = counted(n, alignof(std::max_align_t))) return p;
  throw std::bad_alloc{};
}
LUCID_NOINLINE void* operator new(std::size_t n, std::align_val_t a, std::nothrow_t const&) noexcept {
  return counted(n, static_cast<std::size_t>(a));
}
LUCID_NOINLINE void operator delete(void* p) noexcept { std::free(p); }
LUCID_NOINLINE void operator delete(void* p, std::size_t) noexcept { std::free(p); }
LUCID_NOINLINE void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }

namespace {

using F = lucid::bls12_381::scalar;

struct preimage {
  std::array<std::uint8_t, 64> secret{};
  void operator()(lucid::constraint_system auto& cs) const {
    auto const message = lucid::witness_bytes(cs, secret);
    auto const digest = lucid::sha256(cs, std::span<lucid::boolean const>{message});
    lucid::pack_into_inputs(cs, digest);
  }
};

preimage example() {
  preimage circuit;
  for (std::size_t i = 0; i < circuit.secret.size(); ++i) circuit.secret[i] = static_cast<std::uint8_t>(37 * i + 11);
  return circuit;
}

// Three fresh lists of terms a row, evaluated term by term when the row is made.
class temporary_builder {
 public:
  using field = F;
  struct combination {
    using field = F;
    std::vector<std::pair<lucid::variable, F>> terms;
    void add(lucid::variable v, F const& k) { terms.emplace_back(v, k); }
    void add(F const& k) { add(lucid::variable::one(), k); }
  };
  class accumulator : public combination {
   public:
    explicit accumulator(temporary_builder&) {}
    void clear() { terms = {}; }
    template <class Combination, class K>
    void add_to(Combination& lc, K const& k) const {
      for (auto const& [v, coefficient] : terms) lc.add(v, k * coefficient);
    }
    template <class Combination, class K>
    void subtract_from(Combination& lc, K const& k) const {
      add_to(lc, -k);
    }
  };

  template <class Value>
  lucid::variable witness(Value&& value) {
    private_.push_back(value());
    return lucid::variable::private_at(static_cast<std::uint32_t>(private_.size() - 1));
  }
  template <class Value>
  lucid::variable input(Value&& value) {
    public_.push_back(value());
    return lucid::variable::public_at(static_cast<std::uint32_t>(public_.size() - 1));
  }
  template <class A, class B, class C>
  void enforce(A const& a, B const& b, C const& c) {
    rows_a.push_back(evaluated(a));
    rows_b.push_back(evaluated(b));
    rows_c.push_back(evaluated(c));
  }
  static lucid::no_scope enter(char const*) noexcept { return {}; }
  static lucid::no_scope enter(char const*, std::size_t) noexcept { return {}; }

  std::vector<F> rows_a, rows_b, rows_c;

 private:
  template <class X>
  F evaluated(X const& x) const {
    combination lc;
    lucid::add_terms(lc, x);
    F sum{};
    for (auto const& [v, k] : lc.terms) {
      F const& value = (v.is_private() ? private_ : public_)[v.index()];
      sum += k.is_one() ? value : k * value;
    }
    return sum;
  }

  std::vector<F> public_{F::one()}, private_;
};

template <class Work>
void measured(benchmark::State& state, Work const& work) {
  auto const rows = lucid::shape_of<F>(lucid::cpu::seq, preimage{}).constraints();
  std::size_t const before = heap_calls;
  for (auto _ : state) work();
  state.SetItemsProcessed(static_cast<std::int64_t>(rows) * static_cast<std::int64_t>(state.iterations()));
  state.counters["heap_calls_per_row"] =
      static_cast<double>(heap_calls - before) / static_cast<double>(rows) / static_cast<double>(state.iterations());
}

void shape(benchmark::State& state) {
  measured(state, [] { benchmark::DoNotOptimize(lucid::shape_of<F>(lucid::cpu::seq, preimage{})); });
}
void assign(benchmark::State& state) {
  auto const known = lucid::shape_of<F>(lucid::cpu::seq, preimage{});
  auto const circuit = example();
  measured(state, [&] { benchmark::DoNotOptimize(lucid::assign(lucid::cpu::seq, known, circuit).all().data()); });
}
void synthesize(benchmark::State& state) {
  auto const circuit = example();
  measured(state, [&] { benchmark::DoNotOptimize(lucid::synthesize<F>(lucid::cpu::seq, circuit).a.data()); });
}
void synthesize_of_expected_size(benchmark::State& state) {
  auto const known = lucid::shape_of<F>(lucid::cpu::seq, preimage{});
  lucid::expected_size const expected{known.constraints(), known.variables(), known.public_inputs()};
  auto const circuit = example();
  measured(state, [&] { benchmark::DoNotOptimize(lucid::synthesize<F>(lucid::cpu::seq, circuit, expected).a.data()); });
}
void temporary_combinations(benchmark::State& state) {
  auto const circuit = example();
  measured(state, [&] {
    temporary_builder builder;
    circuit(builder);
    benchmark::DoNotOptimize(builder.rows_a.data());
  });
}

}  // namespace

BENCHMARK(shape)->Name("circuit/shape")->Unit(benchmark::kMillisecond);
BENCHMARK(assign)->Name("circuit/assign")->Unit(benchmark::kMillisecond);
BENCHMARK(synthesize)->Name("circuit/synthesize")->Unit(benchmark::kMillisecond);
BENCHMARK(synthesize_of_expected_size)->Name("circuit/synthesize/expected_size")->Unit(benchmark::kMillisecond);
BENCHMARK(temporary_combinations)->Name("circuit/synthesize/temporary_combinations")->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
