#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <laws/ntt.hpp>
#include <lucid/backend/cpu/instruction_set.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/radix2_ntt.hpp>
#include <lucid/backend/cpu/sparse_product.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/poly/naive_dft.hpp>
#include <lucid/poly/radix2_ntt.hpp>
#include <lucid/qap/multiply.hpp>
#include <lucid/qap/quotient.hpp>
#include <support/small_fields.hpp>
#include <support/toy_systems.hpp>

namespace {

namespace qap = lucid::qap;
using lucid::poly::domain;
auto const& exec = lucid::cpu::seq;

template <class F>
struct values {
  std::vector<F> a, b, c;

  [[nodiscard]] qap::evaluations<F> evaluations() const {
    return {lucid::clone<F>(exec, a), lucid::clone<F>(exec, b), lucid::clone<F>(exec, c)};
  }
};

// Rows that hold: c = a·b.
template <class F>
values<F> satisfied(std::size_t n, std::uint64_t seed) {
  values<F> v{laws::random_vector<F>(n, seed), laws::random_vector<F>(n, seed + 1), {}};
  for (std::size_t i = 0; i < n; ++i) v.c.push_back(v.a[i] * v.b[i]);
  return v;
}

// (AB − C)(x) from coefficients by the definition of the transform.
template <class F>
F numerator(domain<F> const& points, values<F> const& v, F const& x) {
  auto const at = [&](std::vector<F> const& y) { return lucid::poly::evaluate<F>(lucid::poly::naive_inverse_dft(points, y), x); };
  return at(v.a) * at(v.b) - at(v.c);
}

template <class F>
lucid::buffer<F> circom(domain<F> const& points, values<F> const& v) {
  return qap::quotient<qap::circom_reduction>(exec, lucid::radix2_ntt{}, points, v.evaluations());
}
template <class F>
lucid::buffer<F> libsnark(domain<F> const& points, values<F> const& v) {
  return qap::quotient<qap::libsnark_reduction>(exec, lucid::radix2_ntt{}, points, v.evaluations());
}

// Counts what is held at once.
struct counted {
  static constexpr auto space = lucid::memory_space::host;
  std::size_t requests = 0, held = 0, peak = 0;

  void* allocate(lucid::stream_ref stream, std::size_t bytes, std::size_t alignment) {
    ++requests;
    peak = std::max(peak, held += bytes);
    return lucid::heap::allocate(stream, bytes, alignment);
  }
  void deallocate(lucid::stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    held -= bytes;
    lucid::heap::deallocate(stream, p, bytes, alignment);
  }
};

// Remembers the names of spans.
struct names {
  std::vector<std::string> opened;
  lucid::no_spans::scope open(char const* name, lucid::stream_ref) {
    opened.emplace_back(name);
    return {};
  }
  void count(char const*, std::uint64_t) {}
};

template <class F>
F value_at(lucid::buffer<F> const& coefficients, F const& x) {
  return lucid::poly::evaluate<F>(coefficients.all(), x);
}

}  // namespace

TEST_CASE_TEMPLATE("quotient: circom's scalars are values of AB - C at odd powers", F, lucid::bn254::scalar, lucid::bls12_381::scalar) {
  for (unsigned k = 0; k <= 5; ++k) {
    domain<F> const points{k, qap::circom_reduction::full_order_root<F>()};
    auto v = satisfied<F>(points.size(), k);
    for (bool const holds : {true, false}) {
      if (!holds) v.c[points.size() / 2] += F{1};  // the scalars are defined for any rows
      auto const p = circom(points, v);
      CHECK(p.size() == qap::circom_reduction::h_length(points.size()));
      F x = points.root_of_twice();
      for (std::size_t i = 0; i < p.size(); ++i, x = x * points.root()) CHECK(p[i] == numerator(points, v, x));
    }
  }
}

TEST_CASE_TEMPLATE("quotient: libsnark's scalars are coefficients of (AB - C)/t", F, lucid::bn254::scalar, lucid::bls12_381::scalar) {
  for (unsigned k = 0; k <= 6; ++k) {
    domain<F> const points{k, qap::libsnark_reduction::full_order_root<F>()};
    auto const v = satisfied<F>(points.size(), k);
    auto const h = libsnark(points, v);
    CHECK(h.size() == points.size() - 1);
    for (F const& x : {F{3}, F{123456789}, F::zero()}) CHECK(value_at(h, x) * points.vanishing(x) == numerator(points, v, x));
  }
}

// A row that does not hold leaves a remainder: no polynomial times t is AB − C.
TEST_CASE("quotient: an unsatisfied row is not divisible") {
  using F = lucid::bn254::scalar;
  for (unsigned k = 0; k <= 5; ++k) {
    domain<F> const points{k, qap::libsnark_reduction::full_order_root<F>()};
    auto v = satisfied<F>(points.size(), k);
    v.c[points.size() - 1] += F{1};
    auto const h = libsnark(points, v);
    CHECK(value_at(h, F{3}) * points.vanishing(F{3}) != numerator(points, v, F{3}));
  }
}

// P_i = h(ω_2n^(2i+1))·(−2), since t is −2 there.
TEST_CASE_TEMPLATE("quotient: the reductions agree", F, lucid::bn254::scalar, lucid::bls12_381::scalar) {
  for (unsigned k : {0u, 1u, 2u, 7u, 11u}) {
    domain<F> const points{k, qap::circom_reduction::full_order_root<F>()};
    auto const v = satisfied<F>(points.size(), k);
    auto const p = circom(points, v);
    auto const h = libsnark(points, v);
    F x = points.root_of_twice();
    for (std::size_t i = 0; i < p.size(); ++i, x = x * points.root()) {
      if (i % (p.size() / 16 + 1) == 0) CHECK(p[i] == -doubled(value_at(h, x)));
    }
  }
}

// The two H queries see the same number: Σ P_i·L_(2i+1)(τ)/δ = Σ h_j·τ^j·t(τ)/δ = (AB − C)(τ)/δ.
TEST_CASE_TEMPLATE("quotient: scalars and setup meet", F, lucid::bn254::scalar, lucid::bls12_381::scalar) {
  F const tau{31415926535};
  F const delta_inverse{2718281828};
  for (unsigned k = 0; k <= 5; ++k) {
    domain<F> const points{k, qap::circom_reduction::full_order_root<F>()};
    auto const v = satisfied<F>(points.size(), k);
    F const expected = numerator(points, v, tau) * delta_inverse;
    auto const sum = [](lucid::buffer<F> const& x, lucid::buffer<F> const& y) {
      CHECK(x.size() == y.size());
      F total;
      for (std::size_t i = 0; i < x.size(); ++i) total += x[i] * y[i];
      return total;
    };
    CHECK(sum(circom(points, v), qap::circom_reduction::h_scalars(exec, points, tau, delta_inverse)) == expected);
    CHECK(sum(libsnark(points, v), qap::libsnark_reduction::h_scalars(exec, points, tau, delta_inverse)) == expected);
  }
}

// x·x = y, x·y = z, 0·0 = z − a with x = 2, y = 4, z = a = 8: h of a lower degree than usual, which some provers took for an error.
TEST_CASE("quotient: the top coefficient of h may be zero") {
  using F = lucid::bn254::scalar;
  using lucid::matrix_name;
  lucid::shape_builder<F> rows{5, 0, 3};  // 1, x, y, z, a
  rows.add(matrix_name::a, 0, 1, F{1});
  rows.add(matrix_name::b, 0, 1, F{1});
  rows.add(matrix_name::c, 0, 2, F{1});
  rows.add(matrix_name::a, 1, 1, F{1});
  rows.add(matrix_name::b, 1, 2, F{1});
  rows.add(matrix_name::c, 1, 3, F{1});
  rows.add(matrix_name::c, 2, 3, F{1});
  rows.add(matrix_name::c, 2, 4, -F{1});
  qap::matrices<F> const matrices{rows.finish(3)};
  std::vector<F> const z{F{1}, F{2}, F{4}, F{8}, F{8}};
  domain<F> const points{2, qap::libsnark_reduction::full_order_root<F>()};
  auto rows_at = qap::multiply(exec, matrices, points, z);
  values<F> const v{{rows_at.a.begin(), rows_at.a.end()}, {rows_at.b.begin(), rows_at.b.end()}, {rows_at.c.begin(), rows_at.c.end()}};
  auto const h = libsnark(points, v);
  CHECK(value_at(h, F{5}) * points.vanishing(F{5}) == numerator(points, v, F{5}));
  auto const p = circom(points, v);
  for (std::size_t i = 0; i < 4; ++i) CHECK(p[i] == -doubled(value_at(h, points.root_of_twice() * power(points.root(), lucid::limb_t{i}))));

  auto const constants = values<F>{{F{2}, F{2}}, {F{3}, F{3}}, {F{6}, F{6}}};  // AB − C = 0
  domain<F> const two{1, qap::libsnark_reduction::full_order_root<F>()};
  CHECK(libsnark(two, constants)[0].is_zero());
  CHECK(circom(two, constants)[0].is_zero());
  CHECK(circom(two, constants)[1].is_zero());
}

// All the points that the field has: no ω_2n, so circom's form refuses, before it allocates; the other takes a coset by another element.
TEST_CASE("quotient: the largest domain of a field") {
  using F = lucid::prime_field<lucid_test::field_97>;
  domain<F> const points{5, lucid::two_adic<F::spec>::root};
  auto const v = satisfied<F>(32, 1);
  CHECK_THROWS_AS(static_cast<void>(circom(points, v)), lucid::argument_error);
  auto const h = libsnark(points, v);
  std::size_t wrong = 0;
  for (lucid::limb_t x = 0; x < 97; ++x) wrong += value_at(h, F{x}) * points.vanishing(F{x}) == numerator(points, v, F{x}) ? 0 : 1;
  CHECK(wrong == 0);
  CHECK_THROWS_AS(static_cast<void>(qap::circom_reduction::h_scalars(exec, points, F{5}, F{1})), lucid::argument_error);
}

TEST_CASE("quotient: vectors of another size than the domain") {
  using F = lucid::bn254::scalar;
  domain<F> const points{3, qap::circom_reduction::full_order_root<F>()};
  for (int which = 0; which < 3; ++which) {
    auto v = satisfied<F>(8, 1);
    (which == 0 ? v.a : which == 1 ? v.b : v.c).pop_back();
    CHECK_THROWS_AS(static_cast<void>(circom(points, v)), lucid::argument_error);
    CHECK_THROWS_AS(static_cast<void>(libsnark(points, v)), lucid::argument_error);
  }
}

TEST_CASE("quotient: what it holds at once") {
  using F = lucid::bn254::scalar;
  domain<F> const points{12, qap::circom_reduction::full_order_root<F>()};
  std::size_t const n = points.size() * sizeof(F);
  // A tile of elements; in lanes one of eight columns in digits of 52 bits, which at this size is most of the vector.
  std::size_t const scratch = lucid::cpu::selected_instruction_set() == lucid::cpu::instruction_set::ifma ? n : n / 8;
  auto const v = satisfied<F>(points.size(), 1);
  counted memory;
  auto const counting = exec.with(memory);
  auto const evaluations = [&] {
    return qap::evaluations<F>{lucid::clone<F>(counting, v.a), lucid::clone<F>(counting, v.b), lucid::clone<F>(counting, v.c)};
  };
  {
    auto const p = qap::quotient<qap::circom_reduction>(counting, lucid::radix2_ntt{}, points, evaluations());
    CHECK(memory.held == n);
    CHECK(memory.peak <= 3 * n + 3 * n / 2 + scratch);  // three vectors, the tables, scratch
  }
  CHECK(memory.held == 0);
  memory.peak = 0;
  {
    auto const h = qap::quotient<qap::libsnark_reduction>(counting, lucid::radix2_ntt{}, points, evaluations());
    CHECK(memory.held == n - sizeof(F));
    CHECK(memory.peak <= 3 * n + 3 * n / 2 + scratch);
  }
  CHECK(memory.held == 0);
}

TEST_CASE("quotient: refused before anything is allocated") {
  using F = lucid::prime_field<lucid_test::field_97>;
  domain<F> const points{5, lucid::two_adic<F::spec>::root};
  auto const v = satisfied<F>(32, 1);
  counted memory;
  CHECK_THROWS_AS(static_cast<void>(qap::quotient<qap::circom_reduction>(exec.with(memory), lucid::radix2_ntt{}, points, v.evaluations())),
                  lucid::argument_error);
  CHECK(memory.requests == 0);
}

TEST_CASE("quotient: every group of transforms is a span") {
  using F = lucid::bn254::scalar;
  domain<F> const points{3, qap::circom_reduction::full_order_root<F>()};
  names sink;
  static_cast<void>(qap::quotient<qap::libsnark_reduction>(exec.with(sink), lucid::radix2_ntt{}, points, satisfied<F>(8, 1).evaluations()));
  std::vector<std::string> const expected{"qap/quotient",
                                          "poly/ntt/prepare",
                                          "qap/quotient/a",
                                          "poly/ntt/inverse_then_coset",
                                          "qap/quotient/b",
                                          "poly/ntt/inverse_then_coset",
                                          "qap/quotient/product",
                                          "qap/quotient/c",
                                          "poly/ntt/inverse_then_coset",
                                          "qap/quotient/difference",
                                          "qap/quotient/h",
                                          "poly/ntt/coset_inverse",
                                          "poly/ntt/release",
                                          "qap/quotient/copy"};
  CHECK(sink.opened == expected);
}
