// A·z and B·z, with C·z where it is asked for: of chains of SHA-256 (S), of rows like those of compiled circuits (R: two or three terms, most coefficients ±1, columns
// near the row with a few far away), and of chains of Poseidon (P: rows of up to 9 terms, full coefficients). Beside it the layout that this library had before: starts of 8 bytes,
// columns and codes of 4, every coefficient but ±1 a product.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <circuits/sha256_chain.hpp>
#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/gadget/poseidon.hpp>
#include <lucid/poly/coset.hpp>
#include <lucid/qap/multiply.hpp>
#if LUCID_BENCH_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

namespace {

using F = lucid::bls12_381::scalar;

struct poseidon_chain {
  std::size_t rows;
  void operator()(lucid::constraint_system auto& cs) const {
    auto const parameters = lucid::filecoin_poseidon<F>(8);
    std::array<lucid::number<F>, 8> children;
    for (auto& child : children) child = lucid::witness_number(cs, F::one());
    for (std::size_t n = 0; n < rows / 390; ++n) children[n % 8] = lucid::poseidon(cs, parameters, children);
  }
};

lucid::shape<F> random_rows(std::size_t rows) {
  lucid::shape_builder<F> builder{rows, 1, rows};
  std::uint64_t random = 1;
  auto const draw = [&](std::size_t below) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>((random >> 33) % below);
  };
  for (std::size_t row = 0; row < rows; ++row) {
    for (auto const name : {lucid::matrix_name::a, lucid::matrix_name::b}) {
      std::size_t const terms = 2 + draw(2);
      for (std::size_t t = 0; t < terms; ++t) {
        std::size_t const column = draw(4) == 0 ? draw(rows) : (row + draw(16)) % rows;
        std::size_t const kind = draw(8);
        builder.add(name, row, column, kind < 4 ? F::one() : kind < 7 ? -F::one() : F{3 + draw(30)});
      }
    }
    builder.add(lucid::matrix_name::c, row, row, F::one());
  }
  return builder.finish(rows);
}

// Made once, for benchmarks that share it.
lucid::shape<F> const& circuit(char which, unsigned k) {
  static std::map<std::pair<char, unsigned>, lucid::shape<F>> made;
  auto found = made.find({which, k});
  if (found == made.end()) {
    std::size_t const rows = std::size_t{1} << k;
    auto const& exec = lucid::cpu::seq;
    auto shape = which == 'S'   ? lucid::shape_of<F>(exec, circuits::sha256_chain::of_rows(rows))
                 : which == 'P' ? lucid::shape_of<F>(exec, poseidon_chain{rows})
                                : random_rows(rows - 2);
    found = made.emplace(std::pair{which, k}, std::move(shape)).first;
  }
  return found->second;
}

std::vector<F> some_vector(std::size_t n) {
  std::vector<F> z(n);
  lucid::poly::fill_progression<F>(lucid::cpu::seq, z, F::one(), F{5} * F{1234567891011});
  return z;
}

struct plain_rows {
  std::vector<std::uint64_t> start{0};
  std::vector<std::uint32_t> column, code;

  explicit plain_rows(lucid::sparse_matrix<F> const& m) {
    m.for_each_row(0, m.rows(), [&](std::size_t, lucid::row_terms const& row) {
      for (auto const term : row) column.push_back(term.column), code.push_back(term.code);
      start.push_back(column.size());
    });
  }
};

void count(benchmark::State& state, lucid::shape<F> const& shape, std::uint64_t terms) {
  auto const per = [&](std::uint64_t n) {
    return benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(n) * 1e-9,
                              benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  };
  state.counters["ns_per_row"] = per(shape.constraints());
  state.counters["ns_per_nonzero"] = per(terms);
  std::uint64_t const all = shape.a().terms() + shape.b().terms() + shape.c().terms();
  state.counters["bytes_per_nonzero"] = static_cast<double>(shape.bytes()) / static_cast<double>(all);
}

template <class Exec>
void compact(benchmark::State& state, Exec const& exec, char which, int matrices) {
  auto const& shape = circuit(which, static_cast<unsigned>(state.range(0)));
  auto const z = some_vector(shape.variables());
  lucid::buffer<F> y{exec, shape.constraints()};
  lucid::sparse_matrix<F> const all[] = {shape.a(), shape.b(), shape.c()};
  std::uint64_t terms = 0;
  for (int m = 0; m < matrices; ++m) terms += all[m].terms();
  for (auto _ : state) {
    for (int m = 0; m < matrices; ++m) {
      lucid::qap::sparse_product{}(exec, lucid::qap::coded_rows<F>{all[m], shape.dictionary()}, lucid::view<F const>{z}, y.all());
    }
    benchmark::DoNotOptimize(y.data());
  }
  count(state, shape, terms);
}

void plain(benchmark::State& state, char which, int matrices) {
  auto const& shape = circuit(which, static_cast<unsigned>(state.range(0)));
  auto const z = some_vector(shape.variables());
  auto const& exec = lucid::cpu::seq;
  lucid::buffer<F> y{exec, shape.constraints()};
  std::vector<plain_rows> all;
  std::uint64_t terms = 0;
  for (auto const* m : {&shape.a(), &shape.b(), &shape.c()}) {
    if (static_cast<int>(all.size()) < matrices) terms += m->terms(), all.emplace_back(*m);
  }
  for (auto _ : state) {
    for (auto const& m : all) {
      lucid::qap::sparse_product{}(exec, lucid::qap::term_lists<F>{m.start, m.column, m.code, shape.dictionary()}, lucid::view<F const>{z},
                                   y.all());
    }
    benchmark::DoNotOptimize(y.data());
  }
  count(state, shape, terms);
}

template <class Exec>
void multiply(benchmark::State& state, Exec const& exec) {
  auto const k = static_cast<unsigned>(state.range(0));
  lucid::qap::matrices<F> const matrices{circuit('S', k)};
  lucid::poly::domain<F> const points{k, lucid::two_adic<F::spec>::root};
  auto const z = some_vector(matrices.variables());
  for (auto _ : state) benchmark::DoNotOptimize(lucid::qap::multiply(exec, matrices, points, z));
  count(state, matrices.shape(), matrices.shape().a().terms() + matrices.shape().b().terms());
}

// On one thread the processor's time counts, on all of them the clock's.
template <class Function>
void add(std::string const& name, Function const& function) {
  for (bool const large : {false, true}) {
    auto* const b = benchmark::RegisterBenchmark(("product/" + name + (large ? "/large" : "")).c_str(), function);
    b->Arg(large ? 18 : 16)->Unit(benchmark::kMillisecond);
    if (large) b->Arg(20);
    if (name.ends_with("/par")) b->UseRealTime();
  }
}

bool const registered = [] {
  for (char const which : {'S', 'R', 'P'}) {
    for (int const matrices : {2, 3}) {
      std::string const name = std::string{which} + (matrices == 2 ? "/AB" : "/ABC");
      add(name, [=](benchmark::State& state) { compact(state, lucid::cpu::seq, which, matrices); });
      add(name + "/plain", [=](benchmark::State& state) { plain(state, which, matrices); });
    }
  }
  add("S/multiply", [](benchmark::State& state) { multiply(state, lucid::cpu::seq); });
#if LUCID_BENCH_HAS_TBB
  add("S/AB/par", [](benchmark::State& state) { compact(state, lucid::cpu::par, 'S', 2); });
  add("S/multiply/par", [](benchmark::State& state) { multiply(state, lucid::cpu::par); });
#endif
  return true;
}();

}  // namespace

BENCHMARK_MAIN();
