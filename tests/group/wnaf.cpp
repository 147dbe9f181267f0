#include <doctest/doctest.h>

#include <lucid/exec/entropy.hpp>
#include <lucid/group/wnaf.hpp>

#include <cstdint>
#include <span>

using lucid::big_uint;

namespace {

// Σ digit[i]·2^i as an integer one limb wider, top digit first.
template <std::size_t N>
big_uint<N + 1> value_of(lucid::sparse_digits<N> const& s) {
  big_uint<N + 1> sum;
  for (std::size_t i = s.length; i-- > 0;) {
    sum = shifted_left(sum, 1);
    if (s.digit[i] >= 0) add_to(sum, big_uint<N + 1>{static_cast<lucid::limb_t>(s.digit[i])});
    if (s.digit[i] < 0) subtract_from(sum, big_uint<N + 1>{static_cast<lucid::limb_t>(-s.digit[i])});
  }
  return sum;
}

template <std::size_t N>
bool is_non_adjacent(lucid::sparse_digits<N> const& s, unsigned width) {
  std::size_t last = 0;
  bool any = false;
  for (std::size_t i = 0; i < s.length; ++i) {
    int const d = s.digit[i];
    if (d == 0) continue;
    if (d % 2 == 0 || d >= 1 << (width - 1) || -d >= 1 << (width - 1)) return false;
    if (any && i - last < width) return false;
    last = i;
    any = true;
  }
  return s.length == 0 || (any && last == s.length - 1);
}

}  // namespace

TEST_CASE("wnaf: every number of 13 bits, every width") {
  bool value = true, form = true, length = true;
  for (unsigned width = 2; width <= 8; ++width) {
    for (lucid::limb_t k = 0; k < 8192; ++k) {
      auto const s = wnaf(big_uint<1>{k}, width);
      value = value && value_of(s) == big_uint<2>{k};
      form = form && is_non_adjacent(s, width);
      length = length && s.length <= big_uint<1>{k}.bit_width() + 1;
    }
  }
  CHECK(value);
  CHECK(form);
  CHECK(length);
}

TEST_CASE("wnaf: full width, all ones, powers of two, random") {
  lucid::seeded_entropy entropy{2};
  for (unsigned width = 2; width <= 8; ++width) {
    for (int i = 0; i < 300; ++i) {
      big_uint<4> k;
      if (i < 256) {
        k = shifted_left(big_uint<4>{1}, static_cast<std::size_t>(i));
        if (i % 2 == 1) subtract_from(k, big_uint<4>{1});
      } else if (i == 256) {
        for (auto& limb : k.limb) limb = ~lucid::limb_t{0};
      } else {
        entropy.fill(std::as_writable_bytes(std::span{k.limb}));
      }
      auto const s = wnaf(k, width);
      CHECK(value_of(s) == lucid::resized<5>(k));
      CHECK(is_non_adjacent(s, width));
    }
  }
}

TEST_CASE("wnaf: weight and largest digit") {
  auto const s = wnaf(big_uint<1>{7}, 2);  // 8 − 1
  CHECK(s.length == 4);
  CHECK(s.weight() == 2);
  CHECK(s.largest() == 1);
  CHECK(wnaf(big_uint<1>{7}, 4).largest() == 7);
  CHECK(wnaf(big_uint<1>{9}, 4).largest() == 7);  // 16 − 7
  CHECK(wnaf(big_uint<1>{0}, 4).length == 0);
}

TEST_CASE("wnaf: binary digits are the bits") {
  auto const s = lucid::binary_digits(big_uint<1>{0b101101});
  CHECK(s.length == 6);
  CHECK(s.weight() == 4);
  CHECK(value_of(s) == big_uint<2>{0b101101});
}
