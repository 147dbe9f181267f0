#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/radix2_ntt.hpp>
#include <lucid/backend/cpu/sparse_product.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/field/inverse.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/memory/tally.hpp>
#include <lucid/poly/radix2_ntt.hpp>
#include <lucid/qap/evaluate_at.hpp>
#include <lucid/qap/folded_reduction.hpp>
#include <lucid/qap/matrices.hpp>
#include <lucid/qap/multiply.hpp>
#include <support/small_fields.hpp>
#include <support/toy_systems.hpp>

// Whole proofs with such keys: tests/groth16/prove.cpp.

namespace {

namespace qap = lucid::qap;
using lucid::poly::domain;
auto const& exec = lucid::cpu::seq;

using F = lucid::bn254::scalar;

// Counts transforms, each of which is an inverse one and one to a coset.
struct transforms {
  std::size_t pairs = 0;
  lucid::no_spans::scope open(char const* name, lucid::stream_ref) {
    pairs += std::string{name} == "poly/ntt/inverse_then_coset" ? 1 : 0;
    return {};
  }
  void count(char const*, std::uint64_t) {}
};

F sum_of_products(lucid::view<F const> x, lucid::view<F const> y) {
  REQUIRE(x.size() == y.size());
  F sum;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

// Σ scalars·H, as a key of the reduction has H over the exponent.
template <class Reduction>
F in_the_exponent(domain<F> const& points, qap::matrices<F> const& m, std::vector<F> const& z, F const& tau, F const& delta_inverse) {
  auto const scalars = qap::quotient<Reduction>(exec, lucid::radix2_ntt{}, points, qap::multiply(exec, m, points, z, Reduction::c));
  auto const h = Reduction::h_scalars(exec, points, tau, delta_inverse);
  return sum_of_products(scalars, h);
}

}  // namespace

// The oracle is the base reduction: the part of C that its scalars have is Σ z_k·D_k here.
TEST_CASE_TEMPLATE("folded_reduction: H and what L has of C are together the H of the base", Base, qap::circom_reduction,
                   qap::libsnark_reduction) {
  using folded = qap::folded_reduction<Base>;
  F const tau{31415926535}, delta_inverse{2718281828};
  for (unsigned k = 1; k <= 8; ++k) {
    for (bool const full : {true, false}) {
      std::size_t const unused = full ? 0 : (std::size_t{1} << k) / 2 - 1;  // as empty as a domain of this size can be
      auto const system = lucid_test::random_system<F>((std::size_t{1} << k) - unused - (k < 3 ? 1 : 3), k < 3 ? 0 : 2, k);
      qap::matrices<F> const m{system.circuit};
      domain<F> const points{k, folded::template full_order_root<F>()};
      F const c = sum_of_products(system.z, qap::evaluate_at(exec, m, points, tau).c);
      F const h = in_the_exponent<folded>(points, m, system.z, tau, delta_inverse);
      CHECK(h + c * folded::c_factor(points, tau) * delta_inverse == in_the_exponent<Base>(points, m, system.z, tau, delta_inverse));
    }
  }
}

TEST_CASE("folded_reduction: rows with values of C are refused, and rows without are refused by others") {
  using folded = qap::folded_reduction<qap::circom_reduction>;
  auto const system = lucid_test::random_system<F>(5, 1, 3);
  qap::matrices<F> const m{system.circuit};
  domain<F> const points{3, folded::full_order_root<F>()};
  auto const rows = [&](qap::c_part c) { return qap::multiply(exec, m, points, system.z, c); };
  CHECK(rows(qap::c_part::in_key).c.empty());
  lucid::radix2_ntt const ntt;
  CHECK_THROWS_AS(static_cast<void>(qap::quotient<folded>(exec, ntt, points, rows(qap::c_part::in_rows))), lucid::argument_error);
  CHECK_THROWS_AS(static_cast<void>(qap::quotient<qap::circom_reduction>(exec, ntt, points, rows(qap::c_part::in_key))),
                  lucid::argument_error);
  CHECK_THROWS_AS(static_cast<void>(qap::quotient<qap::libsnark_reduction>(exec, ntt, points, rows(qap::c_part::in_key))),
                  lucid::argument_error);
}

TEST_CASE("folded_reduction: a field without a root of twice the order") {
  using small = lucid::prime_field<lucid_test::field_97>;
  using folded = qap::folded_reduction<qap::libsnark_reduction>;
  domain<small> const points{5, lucid::two_adic<small::spec>::root};
  qap::evaluations<small> rows{lucid::buffer<small>{exec, 32}, lucid::buffer<small>{exec, 32}, {}};
  CHECK_THROWS_AS(static_cast<void>(qap::quotient<folded>(exec, lucid::radix2_ntt{}, points, std::move(rows))), lucid::argument_error);
  CHECK_THROWS_AS(static_cast<void>(folded::h_scalars(exec, points, small{5}, small{1})), lucid::argument_error);
}

TEST_CASE("folded_reduction: four transforms, and as much memory as is planned") {
  using folded = qap::folded_reduction<qap::circom_reduction>;
  auto const system = lucid_test::random_system<F>(4000, 2, 3);
  qap::matrices<F> const m{system.circuit};
  domain<F> const points{12, folded::full_order_root<F>()};
  lucid::heap upstream;
  lucid::memory::tally<lucid::heap> memory{upstream};
  transforms seen;
  auto const counted = exec.with(memory).with(seen);
  auto const scalars = qap::quotient<folded>(counted, lucid::radix2_ntt{}, points, qap::multiply(counted, m, points, system.z, folded::c));
  CHECK(seen.pairs == 2);
  CHECK(memory.held() == points.size() * sizeof(F));

  lucid::memory_plan plan;
  auto planned = qap::plan_multiply<F>(exec, plan, points.size(), m.shape().dictionary().size(), folded::c);
  auto const kept = folded::plan(exec, lucid::radix2_ntt{}, points, plan, std::move(planned));
  CHECK(plan.held() == memory.held());
  CHECK(plan.peak() == memory.peak());
}
