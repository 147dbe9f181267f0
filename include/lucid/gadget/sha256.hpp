// SHA-256 [FIPS 180-4] as a circuit. Rows, input bits not counted, when nothing is constant:
//   choose 1 and majority 2 a bit; Σ 64, σ 61 and 54; a sum of n words bit_width(n·(2^32 − 1)) and its share of a packed equality
//   one compression                       26,192   (48·149 schedule + 64·224 rounds + 63·70 and 268 sums + 26 packed equalities)
//   one compression of a constant state   25,840
//   64 bytes, two blocks, constant padding 44,874
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/select.hpp>
#include <lucid/gadget/packing.hpp>
#include <lucid/gadget/word.hpp>

namespace lucid::inline v0 {

namespace detail {

// [FIPS 180-4] §4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
inline constexpr std::array<std::uint32_t, 64> sha256_round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// §5.3.3: the same of the square roots of the first 8 primes.
inline constexpr std::array<std::uint32_t, 8> sha256_initial_state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

}  // namespace detail

using sha256_state = std::array<word<32>, 8>;
using sha256_block = std::array<word<32>, 16>;

[[nodiscard]] constexpr sha256_state sha256_initial() noexcept {
  sha256_state state;
  for (std::size_t i = 0; i < state.size(); ++i) state[i] = word<32>::constant(detail::sha256_initial_state[i]);
  return state;
}

// Ch(e, f, g) = (e ∧ f) ⊕ (¬e ∧ g), which is e ? f : g.  (f − g)·e = Ch − g: 1 row a bit, fewer with constants.
template <constraint_system CS>
[[nodiscard]] word<32> sha256_choose(CS& cs, word<32> const& e, word<32> const& f, word<32> const& g) {
  word<32> r;
  for (std::size_t i = 0; i < 32; ++i) r[i] = select(cs, e[i], f[i], g[i]);
  return r;
}

// Of three bits the value that two of them have, 2 rows; with a constant 1 (an AND or OR), with a pair that is the same or opposite none.
template <constraint_system CS>
[[nodiscard]] LUCID_INLINE boolean majority(CS& cs, boolean a, boolean b, boolean c) {
  auto const with_constant = [&cs](boolean k, boolean x, boolean y) { return k.value() ? boolean_or(cs, x, y) : boolean_and(cs, x, y); };
  if (a.is_constant()) return with_constant(a, b, c);
  if (b.is_constant()) return with_constant(b, a, c);
  if (c.is_constant()) return with_constant(c, a, b);
  if (b.is_same(c)) return b;
  if (b.is_same(!c)) return a;
  // b · c = t
  boolean const t = boolean_and(cs, b, c);
  boolean const m = detail::free_bit(cs, a.value() ? b.value() || c.value() : t.value());
  // (2t − b − c) · a = t − m: m = t where a = 0, and m = b + c − t = b ∨ c where a = 1.
  cs.enforce(t + t - b - c, a, t - m);
  return m;
}

// Maj(a, b, c), bit by bit.
template <constraint_system CS>
[[nodiscard]] word<32> sha256_majority(CS& cs, word<32> const& a, word<32> const& b, word<32> const& c) {
  word<32> r;
  for (std::size_t i = 0; i < 32; ++i) r[i] = majority(cs, a[i], b[i], c[i]);
  return r;
}

// ROTR^i(x) ⊕ ROTR^j(x) ⊕ ROTR^k(x): Σ of §4.1.2, 64 rows.
template <constraint_system CS>
[[nodiscard]] word<32> sha256_sum(CS& cs, word<32> const& x, std::size_t i, std::size_t j, std::size_t k) {
  return word_xor(cs, word_xor(cs, x.rotated_right(i), x.rotated_right(j)), x.rotated_right(k));
}
// ROTR^i(x) ⊕ ROTR^j(x) ⊕ SHR^k(x): σ of §4.1.2, 64 − k rows.
template <constraint_system CS>
[[nodiscard]] word<32> sha256_schedule_sum(CS& cs, word<32> const& x, std::size_t i, std::size_t j, std::size_t k) {
  return word_xor(cs, word_xor(cs, x.rotated_right(i), x.rotated_right(j)), x.shifted_right(k));
}

// The compression function, §6.2.2.
template <constraint_system CS>
[[nodiscard]] sha256_state sha256_compress(CS& cs, sha256_state const& state, sha256_block const& block) {
  packed_equality<CS> equalities{cs};

  std::array<word<32>, 64> w;
  for (std::size_t t = 0; t < 16; ++t) w[t] = block[t];
  for (std::size_t t = 16; t < 64; ++t) {
    auto const scope = cs.enter("schedule", t);
    auto const s0 = sha256_schedule_sum(cs, w[t - 15], 7, 18, 3);
    auto const s1 = sha256_schedule_sum(cs, w[t - 2], 17, 19, 10);
    w[t] = add(cs, equalities, w[t - 16], s0, w[t - 7], s1);
  }

  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t t = 0; t < 64; ++t) {
    auto const scope = cs.enter("round", t);
    auto const k = word<32>::constant(detail::sha256_round_constants[t]);
    auto const sum1 = sha256_sum(cs, e, 6, 11, 25);
    auto const choice = sha256_choose(cs, e, f, g);
    auto const sum0 = sha256_sum(cs, a, 2, 13, 22);
    auto const most = sha256_majority(cs, a, b, c);
    // T1 = h + Σ1 + Ch + K + W and T2 = Σ0 + Maj are never reduced by themselves: a' = T1 + T2, e' = d + T1.
    // The last round's two sums take in the state as well.
    word<32> next_a;
    word<32> next_e;
    if (t < 63) {
      next_a = add(cs, equalities, h, sum1, choice, k, w[t], sum0, most);
      next_e = add(cs, equalities, h, sum1, choice, k, w[t], d);
    } else {
      next_a = add(cs, equalities, h, sum1, choice, k, w[t], sum0, most, state[0]);
      next_e = add(cs, equalities, h, sum1, choice, k, w[t], d, state[4]);
    }
    h = g;
    g = f;
    f = e;
    e = next_e;
    d = c;
    c = b;
    b = a;
    a = next_a;
  }

  sha256_state result;
  result[0] = a;
  result[1] = add(cs, equalities, state[1], b);
  result[2] = add(cs, equalities, state[2], c);
  result[3] = add(cs, equalities, state[3], d);
  result[4] = e;
  result[5] = add(cs, equalities, state[5], f);
  result[6] = add(cs, equalities, state[6], g);
  result[7] = add(cs, equalities, state[7], h);
  equalities.flush();
  return result;
}

// The digest of a message of any number of bits below 2^64, bits in the order of the standard (of a byte, the highest first). The padding is constant.
template <constraint_system CS>
[[nodiscard]] std::array<boolean, 256> sha256(CS& cs, std::span<boolean const> message) {
  auto const named = cs.enter("sha256");
  std::uint64_t const length = message.size();
  // §5.1.1: the message, a one, zeros, and the length in 64 bits.
  std::size_t const blocks = (message.size() + 1 + 64 + 511) / 512;
  auto const padded = [&](std::size_t i) {
    if (i < message.size()) return message[i];
    if (i == message.size()) return boolean::constant(true);
    std::size_t const from_end = 512 * blocks - 1 - i;
    return boolean::constant(from_end < 64 && ((length >> from_end) & 1) != 0);
  };

  sha256_state state = sha256_initial();
  for (std::size_t n = 0; n < blocks; ++n) {
    auto const scope = cs.enter("block", n);
    sha256_block block;
    for (std::size_t t = 0; t < 16; ++t) {
      for (std::size_t i = 0; i < 32; ++i) block[t][31 - i] = padded(512 * n + 32 * t + i);
    }
    state = sha256_compress(cs, state, block);
  }

  std::array<boolean, 256> digest;
  for (std::size_t i = 0; i < 256; ++i) digest[i] = state[i / 32][31 - i % 32];
  return digest;
}

}  // namespace lucid::inline v0
