// Terms to multiply and add, all points different, the same in every run.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include <lucid/backend/cpu/fixed_base.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/random.hpp>

#include <support/fast.hpp>

namespace lucid_bench {

// n points at random, drawn once for the largest n asked for.
template <class G>
lucid::view<lucid::affine<G> const> points(std::size_t n) {
  static lucid::buffer<lucid::affine<G>> drawn;
  if (drawn.size() < n) {
    lucid::seeded_entropy entropy{1};
    std::vector<typename G::scalar> logarithms(n);
    for (auto& k : logarithms) k = lucid::random_element<typename G::scalar>(entropy);
    drawn = lucid::fixed_base{}(fast, lucid::affine<G>::generator(), logarithms);
  }
  return drawn.all().subview(0, n);
}

template <class F>
std::vector<F> dense_scalars(std::size_t n) {
  lucid::seeded_entropy entropy{2};
  std::vector<F> scalars(n);
  for (auto& s : scalars) s = lucid::random_element<F>(entropy);
  return scalars;
}

// As in a circuit of hashes over bits: 40 % zeros, 35 % ones, 10 % of at most 24 bits, 3 % their negatives, 12 % full.
template <class F>
std::vector<F> witness_scalars(std::size_t n) {
  auto scalars = dense_scalars<F>(n);
  for (auto& s : scalars) {
    auto const bits = s.to_integer()[0];
    auto const percent = bits % 100;
    if (percent < 40) {
      s = F::zero();
    } else if (percent < 75) {
      s = F::one();
    } else if (percent < 85) {
      s = F{bits >> 40};
    } else if (percent < 88) {
      s = -F{bits >> 40};
    }
  }
  return scalars;
}

// What scalars are like: as a polynomial's, a witness's, 45 % zeros and 45 % ones and 10 % full, one value for all, zeros and ones.
enum class scalars_like { uniform, witness, mostly_bits, equal, bits };
constexpr char const* name_of(scalars_like kind) noexcept {
  constexpr char const* names[] = {"uniform", "witness", "mostly_bits", "equal", "bits"};
  return names[static_cast<std::size_t>(kind)];
}

template <class F>
std::vector<F> scalars_of(scalars_like kind, std::size_t n) {
  if (kind == scalars_like::witness) return witness_scalars<F>(n);
  auto scalars = dense_scalars<F>(n);
  if (kind == scalars_like::uniform) return scalars;
  F const one_of_them = scalars.empty() ? F::zero() : scalars[0];
  for (auto& s : scalars) {
    auto const bits = s.to_integer()[0];
    auto const percent = bits % 100;
    if (kind == scalars_like::equal) {
      s = one_of_them;
    } else if (kind == scalars_like::bits) {
      s = bits % 2 == 0 ? F::zero() : F::one();
    } else if (percent < 90) {
      s = percent < 45 ? F::zero() : F::one();
    }
  }
  return scalars;
}

// A sink that remembers the window.
struct window_seen {
  unsigned window = 0;
  struct [[maybe_unused]] scope {};
  static constexpr scope open(char const*, lucid::stream_ref) noexcept { return {}; }
  void count(char const* name, std::uint64_t n) noexcept {
    if (std::strcmp(name, "window") == 0) window = static_cast<unsigned>(n);
  }
};

}  // namespace lucid_bench
