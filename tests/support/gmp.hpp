// GMP's integers as values, and the way to and from ours: the oracle of integer and field. Include only where LUCID_TEST_HAS_GMP.
#pragma once

#include <gmp.h>

#include <cstddef>
#include <string>
#include <utility>

#include <lucid/integer/big_uint.hpp>

namespace lucid_test {

class gmp_integer {
 public:
  gmp_integer() { mpz_init(value_); }
  explicit gmp_integer(unsigned long small) { mpz_init_set_ui(value_, small); }
  template <std::size_t N>
  explicit gmp_integer(lucid::big_uint<N> const& x) {
    mpz_init(value_);
    mpz_import(value_, N, -1, sizeof(lucid::limb_t), 0, 0, x.limb);
  }
  gmp_integer(gmp_integer const& other) { mpz_init_set(value_, other.value_); }
  gmp_integer(gmp_integer&& other) noexcept {
    mpz_init(value_);
    mpz_swap(value_, other.value_);
  }
  gmp_integer& operator=(gmp_integer other) noexcept {
    mpz_swap(value_, other.value_);
    return *this;
  }
  ~gmp_integer() { mpz_clear(value_); }

  [[nodiscard]] mpz_ptr get() { return value_; }
  [[nodiscard]] mpz_srcptr get() const { return value_; }

  // The low N limbs of a value that is not negative.
  template <std::size_t N>
  [[nodiscard]] lucid::big_uint<N> low() const {
    lucid::big_uint<N> x;
    for (std::size_t i = 0; i < N; ++i) x[i] = mpz_getlimbn(value_, static_cast<mp_size_t>(i));
    return x;
  }
  [[nodiscard]] std::string text(int base = 10) const {
    std::string digits(mpz_sizeinbase(value_, base) + 2, '\0');
    mpz_get_str(digits.data(), base, value_);
    digits.resize(digits.find('\0'));
    return digits;
  }

  friend bool operator==(gmp_integer const& a, gmp_integer const& b) { return mpz_cmp(a.value_, b.value_) == 0; }
  friend bool operator<(gmp_integer const& a, gmp_integer const& b) { return mpz_cmp(a.value_, b.value_) < 0; }
  friend gmp_integer operator+(gmp_integer a, gmp_integer const& b) { return mpz_add(a.value_, a.value_, b.value_), a; }
  friend gmp_integer operator-(gmp_integer a, gmp_integer const& b) { return mpz_sub(a.value_, a.value_, b.value_), a; }
  friend gmp_integer operator*(gmp_integer a, gmp_integer const& b) { return mpz_mul(a.value_, a.value_, b.value_), a; }
  // Towards minus infinity, so that a remainder by a positive number is never negative.
  friend gmp_integer operator/(gmp_integer a, gmp_integer const& b) { return mpz_fdiv_q(a.value_, a.value_, b.value_), a; }
  friend gmp_integer operator%(gmp_integer a, gmp_integer const& b) { return mpz_mod(a.value_, a.value_, b.value_), a; }
  friend gmp_integer operator<<(gmp_integer a, std::size_t count) { return mpz_mul_2exp(a.value_, a.value_, count), a; }
  friend gmp_integer operator>>(gmp_integer a, std::size_t count) { return mpz_fdiv_q_2exp(a.value_, a.value_, count), a; }

 private:
  static_assert(GMP_NUMB_BITS == 64, "limbs are exchanged one by one");
  mpz_t value_;
};

}  // namespace lucid_test
