// Instances of Poseidon [GKRRS19] with the S-box x⁵: round constants and matrix from the paper's Grain generator, derived once into an object that the caller
// holds, and the sets that circomlib and Filecoin use. Says nothing of how a permutation is computed (poseidon.hpp), and does not judge an instance's security.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/field/concepts.hpp>
#include <lucid/gadget/poseidon_layers.hpp>
#include <lucid/integer/limb.hpp>

namespace lucid::inline v0 {

// How the matrix M is made: 1/(x_i + y_j) of elements that the generator delivers after the constants, or of x_i = i, y_j = t + j.
enum class poseidon_matrix : std::uint8_t { drawn, counted };

struct poseidon_instance {
  std::size_t width = 0;        // t: elements of the state
  std::size_t full_rounds = 8;  // R_F
  std::size_t partial_rounds = 0;
  unsigned s_box_bits = 0;  // what stands for the S-box in the generator's seed: the paper's scripts write 0 for x^α, Filecoin 1
  poseidon_matrix matrix = poseidon_matrix::drawn;
};

namespace detail {

// [GKRRS19] appendix E: an 80-bit register, b_(i+80) = b_(i+62) + b_(i+51) + b_(i+38) + b_(i+23) + b_(i+13) + b_i, whose bits are taken in pairs: 1x yields x.
class grain_generator {
 public:
  // Field bits 01 (a prime field), n: bits of an element. The first 160 bits are dropped.
  grain_generator(poseidon_instance const& instance, std::size_t n) {
    std::size_t end = 0;
    auto const append = [&](std::uint64_t value, std::size_t bits) {
      for (std::size_t i = bits; i-- > 0; ++end) {
        (end < limb_bits ? low_ : high_) |= ((value >> i) & 1) << (end % limb_bits);
      }
    };
    append(1, 2);
    append(instance.s_box_bits, 4);
    append(n, 12);
    append(instance.width, 12);
    append(instance.full_rounds, 10);
    append(instance.partial_rounds, 10);
    append((std::uint64_t{1} << 30) - 1, 30);
    for (int i = 0; i < 160; ++i) step();
  }

  // The next n bits as an integer, the first one highest.
  template <class F>
  typename F::integer draw() {
    typename F::integer x{};
    for (std::size_t i = F::bits; i-- > 0;) x.limb[i / limb_bits] |= limb_t{bit()} << (i % limb_bits);
    return x;
  }

 private:
  std::uint64_t step() {
    std::uint64_t const next = ((low_ >> 62) ^ (low_ >> 51) ^ (low_ >> 38) ^ (low_ >> 23) ^ (low_ >> 13) ^ low_) & 1;
    low_ = (low_ >> 1) | (high_ << 63);
    high_ = (high_ >> 1) | (next << 15);
    return next;
  }
  std::uint64_t bit() {
    while (step() == 0) step();
    return step();
  }

  std::uint64_t low_ = 0;  // b_i … b_(i+63)
  std::uint64_t high_ = 0;
};

}  // namespace detail

template <prime_field_element F>
class poseidon_parameters {
 public:
  using field = F;
  static constexpr std::size_t max_width = 40;

  // A hash of width − 1 elements: the state is [capacity, inputs…], the digest one element of the permuted state.
  // t·(R_F + R_P) draws and O(t³) products, milliseconds. Throws argument_error where there is no such instance: widths outside [2, max_width], full rounds odd
  // or below 4, no partial round, counts past the seed's 10 bits, a matrix with a division by zero.
  explicit poseidon_parameters(poseidon_instance const& instance, F const& capacity = F::zero(), std::size_t digest_element = 0)
      : instance_(checked(instance, digest_element)), capacity_(capacity), digest_element_(digest_element) {
    std::size_t const t = width();
    detail::grain_generator grain{instance, F::bits};
    constants_.resize(t * (full_rounds() + partial_rounds()));
    for (F& c : constants_) {
      auto x = grain.draw<F>();
      while (x >= F::modulus()) x = grain.draw<F>();
      c = F::from_integer(x);
    }
    std::vector<F> xy(2 * t);
    for (std::size_t i = 0; i < 2 * t; ++i) {
      xy[i] = instance.matrix == poseidon_matrix::drawn ? F::from_integer(grain.draw<F>()) : F{static_cast<limb_t>(i)};
    }
    matrix_.resize(t * t);
    for (std::size_t i = 0; i < t; ++i) {
      for (std::size_t j = 0; j < t; ++j) {
        F const sum = xy[i] + xy[t + j];
        if (sum.is_zero()) throw argument_error("poseidon: no Cauchy matrix of width " + std::to_string(t) + " from these elements");
        matrix_[i * t + j] = inverse(sum);
      }
    }
    layers_ = detail::poseidon_layers<F>{t, full_rounds(), partial_rounds(), constants_, matrix_, digest_element};
  }

  [[nodiscard]] std::size_t width() const noexcept { return instance_.width; }
  [[nodiscard]] std::size_t arity() const noexcept { return instance_.width - 1; }
  [[nodiscard]] std::size_t full_rounds() const noexcept { return instance_.full_rounds; }
  [[nodiscard]] std::size_t partial_rounds() const noexcept { return instance_.partial_rounds; }
  [[nodiscard]] F const& capacity() const noexcept { return capacity_; }
  [[nodiscard]] std::size_t digest_element() const noexcept { return digest_element_; }
  // t a round, and M by rows.
  [[nodiscard]] std::span<F const> round_constants() const noexcept { return constants_; }
  [[nodiscard]] std::span<F const> matrix() const noexcept { return matrix_; }
  [[nodiscard]] detail::poseidon_layers<F> const& layers() const noexcept { return layers_; }

 private:
  static poseidon_instance const& checked(poseidon_instance const& instance, std::size_t digest_element) {
    // x⁵ permutes the field where 5 does not divide p − 1; 2^64 = 1 (mod 5).
    constexpr bool permutes = [] {
      unsigned sum = 4;
      for (std::size_t i = 0; i < F::limbs; ++i) sum += static_cast<unsigned>(F::modulus()[i] % 5);
      return sum % 5 != 0;
    }();
    static_assert(permutes, "x^5 is no permutation of this field");
    auto const refuse = [](char const* why) { throw argument_error(std::string{"poseidon: "} + why); };
    if (instance.width < 2 || instance.width > max_width) refuse("widths are 2 to 40");
    if (instance.full_rounds < 4 || instance.full_rounds % 2 != 0) refuse("full rounds are even and at least 4");
    if (instance.partial_rounds < 1) refuse("at least one partial round");
    if (instance.full_rounds > 1023 || instance.partial_rounds > 1023 || instance.s_box_bits > 15) refuse("a number does not fit its bits");
    if (digest_element >= instance.width) refuse("the digest is an element of the state");
    return instance;
  }

  poseidon_instance instance_;
  F capacity_;
  std::size_t digest_element_;
  std::vector<F> constants_, matrix_;
  detail::poseidon_layers<F> layers_;
};

// circomlib's poseidon(n), n = 1 … 16 inputs, made for the scalar field of BN254: state [0, inputs…], digest element 0. Throws argument_error for other n.
template <prime_field_element F>
[[nodiscard]] poseidon_parameters<F> circomlib_poseidon(std::size_t inputs) {
  constexpr std::array<std::uint8_t, 16> partial_rounds = {56, 57, 56, 60, 60, 63, 64, 63, 60, 66, 60, 65, 70, 60, 64, 68};
  if (inputs < 1 || inputs > partial_rounds.size()) throw argument_error("poseidon: circomlib has 1 to 16 inputs");
  return poseidon_parameters<F>{{.width = inputs + 1, .partial_rounds = partial_rounds[inputs - 1]}};
}

enum class poseidon_strength : std::uint8_t { standard, strengthened };

// Filecoin's Poseidon for Merkle trees and columns, made for the scalar field of BLS12-381: state [2^arity − 1, inputs…], digest element 1. Strengthened: a quarter
// more partial rounds, 2^32 more in the first element. Throws argument_error for arities without published digests: all but 2, 4, 8, 11, 16, 24, 36.
template <prime_field_element F>
[[nodiscard]] poseidon_parameters<F> filecoin_poseidon(std::size_t arity, poseidon_strength strength = poseidon_strength::standard) {
  std::size_t rounds = 0;
  switch (arity) {
    case 2:
      rounds = 55;
      break;
    case 4:
      rounds = 56;
      break;
    case 8:
    case 11:
      rounds = 57;
      break;
    case 16:
    case 24:
      rounds = 59;
      break;
    case 36:
      rounds = 60;
      break;
    default:
      throw argument_error("poseidon: Filecoin has no arity " + std::to_string(arity));
  }
  std::uint64_t tag = (std::uint64_t{1} << arity) - 1;
  if (strength == poseidon_strength::strengthened) {
    rounds = (5 * rounds + 3) / 4;
    tag += std::uint64_t{1} << 32;
  }
  return poseidon_parameters<F>{
      {.width = arity + 1, .partial_rounds = rounds, .s_box_bits = 1, .matrix = poseidon_matrix::counted}, F{tag}, 1};
}

}  // namespace lucid::inline v0
