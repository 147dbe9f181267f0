// One variant of synthesis on one circuit, for run.sh: what is to be counted is the function `counted`, the rest is set-up.
//   synthesis VARIANT S|M BLOCKS portable|rows     prints the circuit's rows
// `rows` are the field products with two carry chains, which Valgrind runs but does not announce; `portable` are those in C++ alone.
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/qap/sparse_product.hpp>

#include "circuits/mixed.hpp"
#include "circuits/sha256_chain.hpp"
#include "old_style/circuits.hpp"

namespace {

using F = lucid::bls12_381::scalar;
constexpr auto const& exec = lucid::cpu::seq;

// What `counted` calls, by a pointer so that nothing of it is inlined elsewhere.
struct work {
  void (*run)(void const*);
  void const* data;
};

}  // namespace

extern "C" LUCID_NOINLINE void counted(work const* w) { w->run(w->data); }

namespace {

template <class Work>
void count(Work const& f) {
  work const w{[](void const* data) { (*static_cast<Work const*>(data))(); }, &f};
  counted(&w);
}

volatile std::size_t result = 0;

template <old_style::style Style, class Circuit>
void old(Circuit const& circuit) {
  count([&] {
    old_style::proving_assignment<F, Style> cs;
    old_style::synthesize(cs, circuit);
    result = cs.dense();
  });
}

template <class Circuit>
bool run(std::string_view variant, Circuit const& circuit) {
  if (variant == "baseline") return old<old_style::temporaries>(circuit), true;
  if (variant == "append") return old<old_style::append>(circuit), true;
  if (variant == "append_recycle") return old<old_style::append_recycle>(circuit), true;
  if (variant == "append_recycle_prefetch") return old<old_style::append_recycle_prefetch>(circuit), true;
  if (variant == "synthesize") {
    auto const size = lucid::size_of<F>(circuit);
    count([&] { result = lucid::synthesize<F>(exec, circuit, size).a.size(); });
    return true;
  }
  auto const shape = lucid::shape_of<F>(exec, circuit);
  if (variant == "assign") {
    count([&] { result = lucid::assign(exec, shape, circuit).variables(); });
    return true;
  }
  if (variant == "product") {
    auto const z = lucid::assign(exec, shape, circuit);
    lucid::buffer<F> out{exec, shape.constraints()};
    count([&] {
      for (auto const* m : {&shape.a(), &shape.b(), &shape.c()}) {
        lucid::qap::sparse_product{}(exec, lucid::qap::coded_rows<F>{*m, shape.dictionary()}, z.all(), out.all());
      }
    });
    return true;
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  std::string_view const circuit = argv[2];
  auto const blocks = static_cast<std::size_t>(std::atoi(argv[3]));
#if defined(LUCID_HAS_X86_64_ROWS)
  lucid::arch::x86_64::has_two_carry_chains = std::string_view{argv[4]} == "rows";
#endif
  std::size_t const rows = circuit == "S" ? circuits::sha256_chain{blocks}.rows() : circuits::mixed{blocks}.rows();
  std::printf("%zu\n", rows);
  return (circuit == "S" ? run(argv[1], circuits::sha256_chain{blocks}) : run(argv[1], circuits::mixed{blocks})) ? 0 : 2;
}
