// Fields: elements, literals, inverses one by one and many at once, roots of unity; and a field of one's own from nothing but its modulus.
#include <cstdio>
#include <string>

#include <lucid/backend/cpu.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/batch_inverse.hpp>
#include <lucid/field/power.hpp>
#include <lucid/field/random.hpp>
#include <lucid/integer/literal.hpp>

// 2^61 − 1. Montgomery constants are derived when the program is compiled; a modulus that is even or too wide does not compile.
struct mersenne_spec {
  static constexpr std::size_t limbs = 1;
  static constexpr auto modulus = lucid::hex<limbs>("0x1fffffff'ffffffff");
};
using mersenne = lucid::prime_field<mersenne_spec>;

static_assert(mersenne{1} - mersenne{2} == mersenne::from_integer(lucid::decimal<1>("2305843009213693950")));

int main() {
  using F = lucid::bn254::scalar;
  bool right = true;
  auto const check = [&right](char const* what, bool holds) {
    std::printf("%-48s %s\n", what, holds ? "yes" : "NO");
    right = right && holds;
  };

  F const a = F{20} * inverse(F{3});
  std::printf("20/3 mod r = %s\n", lucid::to_decimal(a.to_integer()).c_str());
  check("3 · (20/3) = 20", a + a + a == F{20});
  check("a^(r-1) = 1", power(a, (-F::one()).to_integer()).is_one());
  check("values of r or more are refused", !F::from_canonical(F::modulus()).has_value());

  // The subgroup of order 2^28 that number-theoretic transforms use.
  using roots = lucid::two_adic<F::spec>;
  F w = roots::root;
  for (unsigned i = 1; i < roots::order_log2; ++i) w = square(w);
  std::printf("2^%u divides r - 1\n", roots::order_log2);
  check("the root of unity has exactly that order", w == -F::one());

  // A policy comes first and says where memory comes from and who works; an owner of n elements takes its memory from it.
  auto const exec = lucid::cpu::seq;
  lucid::os_entropy entropy;
  lucid::buffer<F> x{exec, 1000};
  for (F& e : x) e = lucid::random_nonzero<F>(entropy);
  F product = F::one();
  for (F const& e : x) product *= e;
  lucid::batch_inverse(exec, x.all());  // three products an element, one inverse in all
  for (F const& e : x) product *= e;
  check("a thousand inverses at once", product.is_one());
  return right ? 0 : 1;
}
