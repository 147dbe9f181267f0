// The algorithms of the lanes over a model of the two instructions, against GMP: values and digits at the edges of what their types allow.
#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <vector>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/digits52.hpp>
#include <lucid/field/digits52_rows.hpp>
#include <lucid/field/random.hpp>
#include <support/field_samples.hpp>
#include <support/ifma_model.hpp>
#if LUCID_TEST_HAS_GMP
#include <support/gmp.hpp>
#endif

using namespace lucid;
using namespace lucid_test;
namespace d52 = lucid::digits52;

#if LUCID_TEST_HAS_GMP
namespace {

using V = ifma_model;

// The operations under test, called: inlined into each other they would take the compiler a minute.
template <class F, std::size_t A>
using carried = d52::carried<F, V, A>;
template <class F, std::size_t B, std::size_t A>
using loose = d52::loose<F, V, B, A>;

template <class F>
gmp_integer p_of() {
  return gmp_integer{F::modulus()};
}
template <class F>
gmp_integer r_of() {
  return gmp_integer{1} << d52::constants<F>::r_bits;
}

// The value of one lane, digits being signed.
template <class Digits>
gmp_integer value(Digits const& x, std::size_t lane) {
  gmp_integer sum;
  for (std::size_t j = Digits::digits; j-- > 0;) {
    gmp_integer digit;
    mpz_set_si(digit.get(), static_cast<long>(x.d[j].w[lane]));
    sum = (sum << 52) + digit;
  }
  return sum;
}
template <class Digits>
bool digits_are_carried(Digits const& x, std::size_t lane) {
  bool small = true;
  for (std::size_t j = 0; j < Digits::digits; ++j) small = small && x.d[j].w[lane] < std::uint64_t{1} << 52;
  return small;
}
template <class F>
bool same_class(gmp_integer const& a, gmp_integer const& b) {
  return a % p_of<F>() == b % p_of<F>();
}

template <class Digits>
void set(Digits& x, std::size_t lane, gmp_integer const& v) {
  gmp_integer rest = v;
  for (std::size_t j = 0; j < Digits::digits; ++j) {
    x.d[j].w[lane] = (rest % (gmp_integer{1} << 52)).template low<1>()[0];
    rest = rest >> 52;
  }
}

// Below bound: 0, 1, the largest, p and its neighbours, all ones in every digit from some place down, a single one in every digit, and random values.
template <class F>
std::vector<gmp_integer> values_below(gmp_integer const& bound) {
  gmp_integer const one{1};
  std::vector<gmp_integer> candidates{gmp_integer{}, one, bound - one, p_of<F>(), p_of<F>() - one, p_of<F>() + one, r_of<F>() % p_of<F>()};
  for (std::size_t digit = 1; digit <= d52::constants<F>::digits; ++digit) {
    candidates.push_back((one << (52 * digit)) - one);
    candidates.push_back((one << (52 * digit)) + one);
    candidates.push_back(bound - (one << (52 * (digit - 1))));
  }
  std::mt19937_64 engine{F::bits};
  for (int i = 0; i < 20; ++i) candidates.push_back(gmp_integer{random_integer<F::limbs + 1>(engine)} % bound);
  std::vector<gmp_integer> values;
  for (auto const& x : candidates) {
    if (x < bound) values.push_back(x);
  }
  while (values.size() % 8 != 0) values.push_back(values[values.size() / 2]);
  return values;
}

template <class F, std::size_t A>
std::vector<carried<F, A>> samples_below() {
  auto const values = values_below<F>(gmp_integer{A} * p_of<F>());
  std::vector<carried<F, A>> all(values.size() / 8);
  for (std::size_t i = 0; i < values.size(); ++i) set(all[i / 8], i % 8, values[i]);
  return all;
}

// f(a, b) for all pairs of vectors, in all eight ways of meeting.
template <class A, class B, class Look>
void for_all_pairs(std::vector<A> const& as, std::vector<B> const& bs, Look&& look) {
  auto const turned = [](auto& x) {
    for (auto& digit : x.d) std::rotate(digit.w, digit.w + 1, digit.w + 8);
  };
  for (A const& a : as) {
    for (B b : bs) {
      for (int turn = 0; turn < 8; ++turn) {
        look(a, b);
        if constexpr (requires { b.c1; }) {
          turned(b.c0), turned(b.c1);
        } else {
          turned(b);
        }
      }
    }
  }
}

template <class F, std::size_t A, std::size_t B>
LUCID_NOINLINE loose<F, 0, 2> product(carried<F, A> const& a, carried<F, B> const& b) {
  return d52::product(a, b);
}

}  // namespace

TEST_CASE_TEMPLATE("digits52: constants", F, bn254::base, bls12_381::scalar, bls12_381::base) {
  using c = d52::constants<F>;
  carried<F, 1> x;
  auto const value_of = [&](typename c::digits_of const& d) {
    for (std::size_t j = 0; j < c::digits; ++j) x.d[j] = V::all(d.d[j]);
    return value(x, 0);
  };
  CHECK(value_of(c::p) == p_of<F>());
  CHECK(value_of(c::template multiple<16>) == gmp_integer{16} * p_of<F>());
  CHECK(value_of(c::complement) == r_of<F>() - p_of<F>());
  CHECK(value_of(c::residue(5)) == gmp_integer{5} * r_of<F>() % p_of<F>());
  CHECK(value_of(c::from_lanes) == (gmp_integer{1} << F::integer::bits) % p_of<F>());
  CHECK(value_of(c::to_lanes) == (r_of<F>() * r_of<F>() >> F::integer::bits) % p_of<F>());
  CHECK((gmp_integer{c::negated_inverse} * p_of<F>() + gmp_integer{1}) % (gmp_integer{1} << 52) == gmp_integer{});
  CHECK(c::room >= 32);
  CHECK(gmp_integer{c::room} * p_of<F>() < r_of<F>());
  CHECK(gmp_integer{c::estimate} == (r_of<F>() << c::estimate_shift) / p_of<F>());
}

TEST_CASE_TEMPLATE("digits52: products and squares", F, bn254::base, bls12_381::scalar, bls12_381::base) {
  auto const p = p_of<F>();
  auto const r = r_of<F>();
  int wrong = 0, outside = 0, centred_wrong = 0, centred_outside = 0;
  for_all_pairs(samples_below<F, 4>(), samples_below<F, 8>(), [&](auto const& a, auto const& b) {
    auto const ab = product(a, b);
    for (std::size_t i = 0; i < 8; ++i) {
      wrong += !same_class<F>(value(ab, i) * r, value(a, i) * value(b, i));
      outside += !(value(ab, i) < p + p);
    }
  });
  for_all_pairs(samples_below<F, 32>(), samples_below<F, 1>(), [&](auto const& a, auto const& b) {
    auto const ab = d52::centred_product(a, b);
    for (std::size_t i = 0; i < 8; ++i) {
      centred_wrong += !same_class<F>(value(ab, i) * r, value(a, i) * value(b, i));
      centred_outside += !(value(ab, i) < p) || value(ab, i) + p < gmp_integer{};
    }
  });
  CHECK(wrong == 0);
  CHECK(outside == 0);
  CHECK(centred_wrong == 0);
  CHECK(centred_outside == 0);
  bool squares = true;
  for (auto const& a : samples_below<F, 5>()) {
    auto const aa = d52::squared(a);
    auto const same = product(a, a);
    for (std::size_t i = 0; i < 8; ++i) squares = squares && value(aa, i) == value(same, i);
  }
  CHECK(squares);
}

TEST_CASE_TEMPLATE("digits52: sums, differences and carries", F, bn254::base, bls12_381::scalar, bls12_381::base) {
  auto const p = p_of<F>();
  int wrong = 0, outside = 0;
  auto const look = [&](auto const& ours, auto const& theirs) {
    for (std::size_t i = 0; i < 8; ++i) {
      wrong += !same_class<F>(value(ours, i), theirs(i));
      outside += !digits_are_carried(ours, i) || value(ours, i) < gmp_integer{};
    }
  };
  for_all_pairs(samples_below<F, 2>(), samples_below<F, 2>(), [&](auto const& a, auto const& b) {
    look(d52::carry(a + b), [&](std::size_t i) { return value(a, i) + value(b, i); });
    look(d52::carry(a - b), [&](std::size_t i) { return value(a, i) - value(b, i); });
    look(d52::carry(a - b - b), [&](std::size_t i) { return value(a, i) - value(b, i) - value(b, i); });
    look(d52::reduced_once<2>(d52::carry(a + b)), [&](std::size_t i) { return value(a, i) + value(b, i); });
  });
  for (auto const& a : samples_below<F, 2>()) {
    V mask;
    for (std::size_t i = 0; i < 8; ++i) mask.w[i] = i % 3 == 0 ? ~std::uint64_t{0} : 0;
    look(d52::carry(d52::negated_where(mask, a)), [&](std::size_t i) { return i % 3 == 0 ? gmp_integer{} - value(a, i) : value(a, i); });
    look(d52::shifted_left<2>(a), [&](std::size_t i) { return gmp_integer{4} * value(a, i); });
    if constexpr (F::limbs == 6) look(d52::shifted_left<16>(a), [&](std::size_t i) { return value(a, i) << 16; });
    auto const one_of = d52::canonical(a);
    look(one_of, [&](std::size_t i) { return value(a, i); });
    for (std::size_t i = 0; i < 8; ++i) outside += !(value(one_of, i) < p);
  }
  CHECK(wrong == 0);
  CHECK(outside == 0);
}

TEST_CASE_TEMPLATE("digits52: one representative of loose values, from −16p to 16p", F, bn254::base, bls12_381::scalar, bls12_381::base) {
  auto const p = p_of<F>();
  int wrong = 0, outside = 0;
  auto const look = [&](loose<F, 16, 16> const& x) {
    auto const ours = d52::shrunk(x);
    for (std::size_t i = 0; i < 8; ++i) {
      wrong += !same_class<F>(value(ours, i), value(x, i));
      outside += !digits_are_carried(ours, i) || !((value(ours, i) << 10) < (p << 10) + p);
    }
  };
  std::mt19937_64 engine{1};
  for (int k = -16; k <= 16; ++k) {
    for (auto const& a : samples_below<F, 1>()) {
      // a + k·p (for k = 16, a − p + 16p), its digits with random multiples of 2^52 moved between neighbours.
      loose<F, 16, 16> x;
      for (std::size_t i = 0; i < 8; ++i) {
        gmp_integer multiple;
        mpz_set_si(multiple.get(), k);
        gmp_integer v = value(a, i) + multiple * p;
        if (k == 16) v = v - p;
        bool const negative = v < gmp_integer{};
        set(x, i, negative ? gmp_integer{} - v : v);
        for (auto& digit : x.d) digit.w[i] = negative ? std::uint64_t{0} - digit.w[i] : digit.w[i];
        for (std::size_t j = 0; j + 1 < x.digits; ++j) {
          std::uint64_t const moved = engine() % 1024 - 512;
          x.d[j].w[i] += moved << 52;
          x.d[j + 1].w[i] -= moved;
        }
      }
      look(x);
    }
  }
  CHECK(wrong == 0);
  CHECK(outside == 0);
}

namespace {

template <class T>
struct both {
  T c0, c1;
};
template <class F, std::size_t A>
using pair = both<carried<F, A>>;

// The products of digits52_rows.hpp, of values and into values that need not be reduced.
struct in_rows {
  template <class F>
  static LUCID_NOINLINE void product(limb_t* out, limb_t const* a, limb_t const* b) {
    d52::rows<F, V>::product(out, a, b);
  }
  template <class F>
  static LUCID_NOINLINE void add_product(limb_t* columns, limb_t const* from, limb_t const* a, limb_t const* b) {
    d52::rows<F, V>::add_product(columns, from, a, b);
  }
  template <class F>
  static LUCID_NOINLINE void reduce(limb_t* out, limb_t const* columns) {
    d52::rows<F, V>::reduce(out, columns);
  }
};
template <class F>
struct row_pair {
  static constexpr std::size_t words = d52::rows<F, V>::words;
  limb_t row[2 * words];

  template <std::size_t A>
  explicit row_pair(pair<F, A> const& a) {
    a.c0.store(row);
    a.c1.store(row + words);
  }
  [[nodiscard]] pair<F, 3> value() const { return {carried<F, 3>::load(row), carried<F, 3>::load(row + words)}; }
};
// Over its first factor.
template <class F>
LUCID_NOINLINE pair<F, 3> quadratic_product(row_pair<F> a, row_pair<F> const& b) {
  d52::rows<F, V>::template quadratic_product<in_rows>(a.row, a.row, b.row);
  return a.value();
}
template <class F>
LUCID_NOINLINE pair<F, 3> quadratic_square(row_pair<F> a) {
  d52::rows<F, V>::template quadratic_square<3, in_rows>(a.row, a.row);
  return a.value();
}

// (c0, c1) for each vector of samples and the next one, or itself.
template <class F, std::size_t A>
std::vector<pair<F, A>> pairs_below() {
  auto const all = samples_below<F, A>();
  std::vector<pair<F, A>> pairs;
  for (std::size_t i = 0; i < all.size(); ++i) pairs.push_back({all[i], all[(i + (i % 3 == 2 ? 0 : 1)) % all.size()]});
  return pairs;
}

}  // namespace

TEST_CASE_TEMPLATE("digits52_rows: products are those of registers, digit by digit", F, bn254::base, bls12_381::base) {
  int wrong = 0, outside = 0;
  for_all_pairs(samples_below<F, 4>(), samples_below<F, 8>(), [&](auto const& a, auto const& b) {
    limb_t x[d52::rows<F, V>::words], y[d52::rows<F, V>::words];
    a.store(x);
    b.store(y);
    in_rows::product<F>(x, x, y);
    auto const ab = carried<F, 2>::load(x);
    auto const same = product(a, b);
    for (std::size_t i = 0; i < 8; ++i) {
      wrong += !(value(ab, i) == value(same, i));
      outside += !digits_are_carried(ab, i);
    }
  });
  CHECK(wrong == 0);
  CHECK(outside == 0);
}

// 8p by 3p in both parts is the most that sums of points ask for; a difference of what was not reduced is negative there.
TEST_CASE_TEMPLATE("digits52_rows: products of pairs below 8p by 3p, squares below 3p", F, bn254::base, bls12_381::base) {
  auto const p = p_of<F>(), r = r_of<F>();
  int wrong = 0, outside = 0;
  auto const look = [&](auto const& x, std::size_t i, gmp_integer const& c0, gmp_integer const& c1, gmp_integer const& below) {
    wrong += !same_class<F>(value(x.c0, i) * r, c0) || !same_class<F>(value(x.c1, i) * r, c1);
    for (auto const* part : {&x.c0, &x.c1}) outside += !digits_are_carried(*part, i) || !(value(*part, i) < below);
  };
  for_all_pairs(pairs_below<F, 8>(), pairs_below<F, 3>(), [&](auto const& a, auto const& b) {
    auto const ab = quadratic_product<F>(row_pair<F>{a}, row_pair<F>{b});
    for (std::size_t i = 0; i < 8; ++i) {
      auto const a0 = value(a.c0, i), a1 = value(a.c1, i), b0 = value(b.c0, i), b1 = value(b.c1, i);
      look(ab, i, a0 * b0 - a1 * b1, a0 * b1 + a1 * b0, p + p + p);
    }
  });
  for (auto const& a : pairs_below<F, 3>()) {
    auto const aa = quadratic_square<F>(row_pair<F>{a});
    for (std::size_t i = 0; i < 8; ++i) {
      auto const a0 = value(a.c0, i), a1 = value(a.c1, i);
      look(aa, i, a0 * a0 - a1 * a1, a0 * a1 + a0 * a1, p + p);
    }
  }
  CHECK(wrong == 0);
  CHECK(outside == 0);
}
#endif

TEST_CASE_TEMPLATE("digits52: limbs to digits and back", F, bn254::base, bls12_381::scalar, bls12_381::base) {
  auto const elements = samples<F>(40);
  std::vector<F> copies(elements.size());
  for (std::size_t first = 0; first + 8 <= elements.size(); first += 3) {
    limb_t const* from[8];
    limb_t* to[8];
    for (std::size_t i = 0; i < 8; ++i) from[i] = reinterpret_cast<limb_t const*>(&elements[first + (3 * i) % 8]);
    for (std::size_t i = 0; i < 8; ++i) to[i] = reinterpret_cast<limb_t*>(&copies[first + (3 * i) % 8]);
    d52::store(d52::load<F, ifma_model>(from), to);
    for (std::size_t i = 0; i < 8; ++i) CHECK(copies[first + i] == elements[first + i]);
    auto const same = d52::broadcast<F, ifma_model>(from[2]);
    for (auto const& digit : same.d) CHECK(std::count(digit.w, digit.w + 8, digit.w[0]) == 8);
    d52::store(same, to);
    CHECK(copies[first] == elements[first + 6]);
  }
}
