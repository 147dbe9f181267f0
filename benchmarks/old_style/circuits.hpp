// S(n) and M(n) in the old style: the same rows with the same values, in the same order, as benchmarks/circuits make them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lucid/gadget/sha256.hpp>

#include "../circuits/mixed.hpp"
#include "word.hpp"

namespace old_style {

using state = std::array<word, 8>;

// e ? f : g of each bit: (f − g) · e = r − g.
template <class CS>
word choose(CS& cs, word const& e, word const& f, word const& g) {
  using LC = combination<typename CS::field>;
  auto const bits = [&cs](boolean const& s, boolean const& t, boolean const& n) -> boolean {
    if (s.is_constant()) return *s.value() ? t : n;
    if (t.is_constant()) return *t.value() ? disjunction(cs, s, n) : conjunction(cs, s.negation(), n);
    if (n.is_constant()) return *n.value() ? disjunction(cs, s.negation(), t) : conjunction(cs, s, t);
    bit const r = bit::free(cs, *s.value() ? t.value() : n.value());
    cs.enforce([&](LC&& lc) { return minus(cs, plus(cs, std::move(lc), t), n); }, [&](LC&& lc) { return plus(cs, std::move(lc), s); },
               [&](LC&& lc) { return minus(cs, std::move(lc) + r.v, n); });
    return r;
  };
  std::uint32_t const value = (*e.value() & *f.value()) | (~*e.value() & *g.value());
  return word::bitwise(bits, value, e, f, g);
}

// What two of three bits are: b · c = t, then (2t − b − c) · a = t − m.
template <class CS>
word majority(CS& cs, word const& x, word const& y, word const& z) {
  using LC = combination<typename CS::field>;
  auto const bits = [&cs](boolean const& a, boolean const& b, boolean const& c) -> boolean {
    auto const with_constant = [&cs](bool k, boolean const& p, boolean const& q) {
      return k ? disjunction(cs, p, q) : conjunction(cs, p, q);
    };
    if (a.is_constant()) return with_constant(*a.value(), b, c);
    if (b.is_constant()) return with_constant(*b.value(), a, c);
    if (c.is_constant()) return with_constant(*c.value(), a, b);
    boolean const t = conjunction(cs, b, c);
    bit const m = bit::free(cs, *a.value() ? *b.value() || *c.value() : *t.value());
    cs.enforce([&](LC&& lc) { return minus(cs, minus(cs, plus(cs, plus(cs, std::move(lc), t), t), b), c); },
               [&](LC&& lc) { return plus(cs, std::move(lc), a); }, [&](LC&& lc) { return plus(cs, std::move(lc), t) - m.v; });
    return m;
  };
  std::uint32_t const value = (*x.value() & *y.value()) | (*x.value() & *z.value()) | (*y.value() & *z.value());
  return word::bitwise(bits, value, x, y, z);
}

template <class CS>
state compress(CS& cs, state const& given, std::span<word const> block) {
  multi_equality<CS> equalities{cs};
  auto const add = [&](auto const&... words) {
    std::array<word, sizeof...(words)> const list{words...};
    return add_many(equalities, std::span<word const>{list});
  };

  std::vector<word> w(block.begin(), block.end());
  for (std::size_t t = 16; t < 64; ++t) {
    word const& x = w[t - 15];
    word const& y = w[t - 2];
    word const s0 = exclusive_or(cs, exclusive_or(cs, x.rotated_right(7), x.rotated_right(18)), x.shifted_right(3));
    word const s1 = exclusive_or(cs, exclusive_or(cs, y.rotated_right(17), y.rotated_right(19)), y.shifted_right(10));
    w.push_back(add(w[t - 16], s0, w[t - 7], s1));
  }

  auto [a, b, c, d, e, f, g, h] = given;
  for (std::size_t t = 0; t < 64; ++t) {
    word const k = word::constant(lucid::detail::sha256_round_constants[t]);
    word const sum1 = exclusive_or(cs, exclusive_or(cs, e.rotated_right(6), e.rotated_right(11)), e.rotated_right(25));
    word const choice = choose(cs, e, f, g);
    word const sum0 = exclusive_or(cs, exclusive_or(cs, a.rotated_right(2), a.rotated_right(13)), a.rotated_right(22));
    word const most = majority(cs, a, b, c);
    bool const last = t == 63;
    word next_a = last ? add(h, sum1, choice, k, w[t], sum0, most, given[0]) : add(h, sum1, choice, k, w[t], sum0, most);
    word next_e = last ? add(h, sum1, choice, k, w[t], d, given[4]) : add(h, sum1, choice, k, w[t], d);
    h = std::move(g);
    g = std::move(f);
    f = std::move(e);
    e = std::move(next_e);
    d = std::move(c);
    c = std::move(b);
    b = std::move(a);
    a = std::move(next_a);
  }
  word const r1 = add(given[1], b);
  word const r2 = add(given[2], c);
  word const r3 = add(given[3], d);
  word const r5 = add(given[5], f);
  word const r6 = add(given[6], g);
  word const r7 = add(given[7], h);
  return {a, r1, r2, r3, e, r5, r6, r7};
}

template <class CS>
state next(CS& cs, state const& given, std::size_t block) {
  std::vector<word> message;
  message.reserve(16);
  for (std::size_t t = 0; t < 16; ++t) message.push_back(word::allocate(cs, circuits::message_word(block, t)));
  return compress(cs, given, message);
}

inline state initial() {
  state s;
  for (std::size_t i = 0; i < 8; ++i) s[i] = word::constant(lucid::detail::sha256_initial_state[i]);
  return s;
}

// The bits as public inputs, F::bits − 1 each: 0 · 0 = Σ 2^i·b_i − input.
template <class CS>
void expose(CS& cs, state const& given) {
  using F = typename CS::field;
  using LC = combination<F>;
  std::vector<boolean> bits;
  for (std::size_t i = 0; i < 256; ++i) bits.push_back(given[i / 32].bits()[31 - i % 32]);
  for (std::size_t begin = 0; begin < bits.size(); begin += F::bits - 1) {
    LC packed;
    F value{};
    F k = F::one();
    for (std::size_t i = begin; i < std::min(bits.size(), begin + F::bits - 1); ++i, k = doubled(k)) {
      packed.add(bits[i].lc(cs, k));
      if (*bits[i].value()) value += k;
    }
    variable const shown = cs.input([&] { return value; });
    cs.enforce([](LC&& lc) { return std::move(lc); }, [](LC&& lc) { return std::move(lc); },
               [&](LC&& lc) { return std::move(lc) + packed - shown; });
  }
}

template <class CS>
void synthesize(CS& cs, circuits::sha256_chain const& circuit) {
  state s = initial();
  for (std::size_t n = 0; n < circuit.blocks; ++n) s = next(cs, s, n);
  expose(cs, s);
}

template <class CS>
void synthesize(CS& cs, circuits::mixed const& circuit) {
  using F = typename CS::field;
  using LC = combination<F>;
  struct number {
    variable v;
    std::optional<F> value;
  };
  auto const allocate = [&cs](F const& value) { return number{cs.witness([&] { return value; }), value}; };
  number x = allocate(circuits::random_element<F>(0));
  number y = allocate(circuits::random_element<F>(1));
  state s = initial();
  for (std::size_t n = 0; n < circuit.blocks; ++n) {
    s = next(cs, s, n);
    for (std::size_t i = 0; i < circuits::products_a_block; ++i) {
      number const z = allocate(*x.value * *y.value);
      cs.enforce([&](LC&& lc) { return std::move(lc) + x.v; }, [&](LC&& lc) { return std::move(lc) + y.v; },
                 [&](LC&& lc) { return std::move(lc) + z.v; });
      x = y;
      y = z;
    }
  }
  expose(cs, s);
}

}  // namespace old_style
