// Additions of affine points, eight at a time: the two halves of affine_addition.hpp around the inverse that a batch shares. Chords only: a point at infinity, or two
// points with the same x, are told apart here and left to the caller.
//
// Coordinates stay in the form of their field. In lanes such a coordinate is its value over 2^e, e = 4 or 32; a chord through points of that scale has the same slope,
// so with inverses that are over 2^(e/2) too, x' = s'² − x1' − x2' and y' = 2^(e/2)·s'·(x1' − x') − y1': no product is spent on the change of form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <lucid/backend/cpu/instruction_set.hpp>
#include <lucid/field/arch/ifma.hpp>
#include <lucid/field/digits52.hpp>
#include <lucid/field/digits52_quadratic.hpp>
#include <lucid/group/affine.hpp>

namespace lucid::inline v0::cpu::detail {

// A coordinate's field by its prime field: itself, or a quadratic extension by a root of −1. Other fields have no lanes.
template <class F>
struct coordinates {
  static constexpr bool have_lanes = false;
};
template <class Spec>
  requires(prime_field<Spec>::limbs == 4 || prime_field<Spec>::limbs == 6)
struct coordinates<prime_field<Spec>> {
  using prime = prime_field<Spec>;
  static constexpr std::size_t parts = 1;
  static constexpr bool have_lanes = digits52::constants<prime>::exist && digits52::constants<prime>::room >= 32;
};
template <class Spec>
  requires quadratic<Spec>::imaginary
struct coordinates<quadratic<Spec>> : coordinates<typename Spec::base> {
  static constexpr std::size_t parts = 2;
  // Products of (8, 3)·p by (8, 3)·p, both parts.
  static constexpr bool have_lanes = coordinates<typename Spec::base>::have_lanes && digits52::constants<typename Spec::base>::room >= 48;
};

template <class G>
struct affine_addition {
  affine<G> const* a;
  affine<G> const* b;
  affine<G>* sum;
};

// Groups of eight additions. Group g belongs to chain g % chains; lane i of a chain is a chain of products by itself.
template <class G>
struct lane_batch {
  using field = typename G::field;
  using prime = typename coordinates<field>::prime;
  static constexpr std::size_t width = 8, chains = 2;
  static constexpr std::size_t words =
      width * digits52::constants<prime>::digits * coordinates<field>::parts;  // of a coordinate of eight points

  affine_addition<G> const* additions;
  std::uint8_t const* signs;  // affine_adder::sign
  std::size_t groups;         // a multiple of chains
  limb_t* denominators;       // groups · words, at 64-byte boundaries
  limb_t* others;             // likewise
  field chain[chains * width];
  // What is left to the caller: told of every addition that is no chord, before anything is written; false ends the half at once.
  bool (*set_aside)(void* caller, std::size_t addition);
  void* caller;

  // Between the halves the caller puts `factor` over chain[i] in its place.
  static constexpr unsigned form_bits = digits52::constants<prime>::r_bits - prime::integer::bits;  // e
  static constexpr limb_t factor = limb_t{1} << (3 * form_bits / 2);
};

// Products are calls, as those of elements are: at 370 or 1000 instructions a body, a call costs 1 in 20 and saves the instruction cache and the compiler's time.
// Coordinates of eight points in memory, digits carried; out = a·b or a², carried.
template <class Field, class V>
struct lane_products {
  using prime = typename coordinates<Field>::prime;
  static constexpr std::size_t words = 8 * digits52::constants<prime>::digits;
  // Products are below this many p when carried.
  static constexpr std::size_t bound = coordinates<Field>::parts == 2 ? 3 : 2;

  template <std::size_t A>
  static LUCID_LANES auto load(limb_t const* x) noexcept {
    using digits = digits52::carried<prime, V, A>;
    if constexpr (coordinates<Field>::parts == 2) {
      return digits52::both<digits>{digits::load(x), digits::load(x + words)};
    } else {
      return digits::load(x);
    }
  }
  template <std::size_t A>
  static LUCID_LANES void store(digits52::carried<prime, V, A> const& x, limb_t* out) noexcept {
    x.store(out);
  }
  template <std::size_t A>
  static LUCID_LANES void store(digits52::both<digits52::carried<prime, V, A>> const& x, limb_t* out) noexcept {
    x.c0.store(out);
    x.c1.store(out + words);
  }
  static LUCID_LANES void product(limb_t* out, limb_t const* a, limb_t const* b) noexcept {
    // No bound enters a product but through the caller's assertion.
    store(digits52::carry(digits52::product(load<1>(a), load<1>(b))), out);
  }
  // Of products.
  static LUCID_LANES void squared(limb_t* out, limb_t const* a) noexcept { store(digits52::carry(digits52::squared(load<bound>(a))), out); }
};

// A coordinate of eight points between its places, p[i] and `offset` limbs further, and its digits: `parts` values, one after the other.
template <class Prime, class V>
struct lane_coordinates {
  static constexpr std::size_t words = 8 * digits52::constants<Prime>::digits;

  static LUCID_LANES void gather(limb_t* digits, std::size_t parts, limb_t const* const* p, std::size_t offset) noexcept {
    for (std::size_t part = 0; part < parts; ++part, digits += words, offset += Prime::limbs)
      digits52::load<Prime, V>(p, offset).store(digits);
  }
  // Signed digits of values within 16p of zero become those of the representatives below p, here and at their places.
  static LUCID_LANES void settle(limb_t* digits, std::size_t parts, limb_t* const* p, std::size_t offset) noexcept {
    for (std::size_t part = 0; part < parts; ++part, digits += words, offset += Prime::limbs) {
      digits52::loose<Prime, V, 16, 16> within;
      LUCID_UNROLL
      for (std::size_t j = 0; j < within.digits; ++j) within.d[j] = V::load(digits + 8 * j);
      auto const x = digits52::canonical(digits52::shrunk(within));
      x.store(digits);
      digits52::store(x, p, offset);
    }
  }
};

// Batches: ifma_batches, or another with the same members.
template <class G, class V, class Batches>
struct lane_adder {
  using batch = lane_batch<G>;
  using field = typename batch::field;
  using prime = typename batch::prime;
  static constexpr bool in_extension = coordinates<field>::parts == 2;
  static constexpr std::size_t words = batch::words;
  static constexpr std::size_t part_words = words / coordinates<field>::parts;
  static constexpr std::size_t y_offset = sizeof(field) / sizeof(limb_t);

  template <std::size_t A>
  using digits = digits52::carried<prime, V, A>;

  template <std::size_t A>
  static LUCID_LANES auto load(limb_t const* row) noexcept {
    if constexpr (in_extension) {
      return digits52::both<digits<A>>{digits<A>::load(row), digits<A>::load(row + part_words)};
    } else {
      return digits<A>::load(row);
    }
  }
  template <std::size_t A>
  static LUCID_LANES void store(digits<A> const& x, limb_t* row) noexcept {
    x.store(row);
  }
  template <std::size_t A>
  static LUCID_LANES void store(digits52::both<digits<A>> const& x, limb_t* row) noexcept {
    x.c0.store(row);
    x.c1.store(row + part_words);
  }
  // A coordinate of eight points; by a call, the same for both groups of a pairing.
  static LUCID_LANES auto gather(limb_t const* const* p, std::size_t offset) noexcept {
    alignas(64) limb_t row[words];
    Batches::template gather<prime>(row, coordinates<field>::parts, p, offset);
    return load<1>(row);
  }
  // The one representative of a value within 16p of zero, which also goes to eight places: by a call, the same for both groups of a pairing.
  template <class T>
  static LUCID_LANES auto settled(T const& x, limb_t* const* p, std::size_t offset) noexcept {
    alignas(64) limb_t row[words];
    store_within(x, row);
    Batches::template settle<prime>(row, coordinates<field>::parts, p, offset);
    return load<1>(row);
  }
  template <std::size_t B, std::size_t A>
  static LUCID_LANES void store_within(digits52::loose<prime, V, B, A> const& x, limb_t* row) noexcept {
    static_assert(B <= 16 && A <= 16);
    LUCID_UNROLL
    for (std::size_t j = 0; j < x.digits; ++j) x.d[j].store(row + 8 * j);
  }
  template <class T>
  static LUCID_LANES void store_within(digits52::both<T> const& x, limb_t* row) noexcept {
    store_within(x.c0, row);
    store_within(x.c1, row + part_words);
  }
  // A word is zero where all digits of its lane are.
  static LUCID_LANES V any_bit(digits<1> const& x) noexcept {
    V any = x.d[0];
    LUCID_UNROLL
    for (std::size_t j = 1; j < x.digits; ++j) any = any | x.d[j];
    return any;
  }
  static LUCID_LANES V any_bit(digits52::both<digits<1>> const& x) noexcept { return any_bit(x.c0) | any_bit(x.c1); }
  static LUCID_LANES V any_difference(digits<1> const& x, digits<1> const& y) noexcept {
    V any = x.d[0] ^ y.d[0];
    LUCID_UNROLL
    for (std::size_t j = 1; j < x.digits; ++j) any = any | (x.d[j] ^ y.d[j]);
    return any;
  }
  static LUCID_LANES V any_difference(digits52::both<digits<1>> const& x, digits52::both<digits<1>> const& y) noexcept {
    return any_difference(x.c0, y.c0) | any_difference(x.c1, y.c1);
  }
  static LUCID_LANES auto one() noexcept {
    constexpr auto residue = digits52::constants<prime>::residue(1);
    digits<1> x;
    LUCID_UNROLL
    for (std::size_t j = 0; j < x.digits; ++j) x.d[j] = V::all(residue.d[j]);
    if constexpr (in_extension) {
      digits<1> zero;
      LUCID_UNROLL
      for (std::size_t j = 0; j < x.digits; ++j) zero.d[j] = V::zero();
      return digits52::both<digits<1>>{x, zero};
    } else {
      return x;
    }
  }
  static constexpr std::size_t product_bound = lane_products<field, V>::bound;

  template <class A, class B>
  static LUCID_LANES auto product(A const& a, B const& b) noexcept {
    static_assert(digits52::bound<A> * digits52::bound<B> * coordinates<field>::parts <= digits52::constants<prime>::room);
    alignas(64) limb_t x[words];
    alignas(64) limb_t y[words];
    store(a, x);
    store(b, y);
    Batches::template product<field>(x, x, y);
    return load<product_bound>(x);
  }
  template <class A>
  static LUCID_LANES auto squared(A const& a) noexcept {
    static_assert(digits52::bound<A> <= product_bound);
    alignas(64) limb_t x[words];
    store(a, x);
    Batches::template squared<field>(x, x);
    return load<2>(x);
  }

  static LUCID_LANES void prefetch(affine_addition<G> const* it) noexcept {
    for (std::size_t i = 0; i < batch::width; ++i) {
      affine<G> const* const terms[] = {it[i].a, it[i].b};
      for (affine<G> const* p : terms) {
        for (std::size_t byte = 0; byte < sizeof(affine<G>); byte += 64) __builtin_prefetch(reinterpret_cast<char const*>(p) + byte);
        if constexpr (sizeof(affine<G>) % 64 != 0) __builtin_prefetch(reinterpret_cast<char const*>(p + 1) - 1);
      }
    }
  }
  static LUCID_LANES limb_t const* limbs(affine<G> const* p) noexcept { return reinterpret_cast<limb_t const*>(p); }

  // Backwards: the denominators, and for each group the product of those behind it in its chain. chain[i]: the products of all.
  static LUCID_LANES bool collect(batch& work) noexcept {
    constexpr std::size_t ahead = 3;
    auto const start = widened(one());
    std::remove_const_t<decltype(start)> behind[batch::chains] = {start, start};
    for (std::size_t g = work.groups; g > 0;) {
      for (std::size_t c = batch::chains; c-- > 0;) {
        --g;
        affine_addition<G> const* const it = work.additions + g * batch::width;
        if (g >= ahead) prefetch(it - ahead * batch::width);
        auto x1 = x_of_first(it), x2 = x_of_second(it);
        while (true) {
          unsigned const no_chord = any_difference(x1, x2).zeros() | any_bit(x1).zeros() | any_bit(x2).zeros();
          if (no_chord == 0) [[likely]]
            break;
          for (std::size_t i = 0; i < batch::width; ++i) {
            if ((no_chord >> i & 1) != 0 && !work.set_aside(work.caller, g * batch::width + i)) return false;
          }
          x1 = x_of_first(it);
          x2 = x_of_second(it);
        }
        auto const denominator = digits52::carry(x2 - x1);
        store(denominator, work.denominators + g * words);
        store(behind[c], work.others + g * words);
        behind[c] = product(behind[c], denominator);
      }
    }
    for (std::size_t c = 0; c < batch::chains; ++c) {
      limb_t* p[8];
      for (std::size_t i = 0; i < batch::width; ++i) p[i] = reinterpret_cast<limb_t*>(&work.chain[c * batch::width + i]);
      settled(loosened_again(behind[c]), p, 0);
    }
    return true;
  }

  // Forwards, with the inverses in chain: the sums.
  static LUCID_LANES void finish(batch& work) noexcept {
    decltype(widened(one())) chain[batch::chains];
    for (std::size_t c = 0; c < batch::chains; ++c) {
      limb_t const* p[8];
      for (std::size_t i = 0; i < batch::width; ++i) p[i] = reinterpret_cast<limb_t const*>(&work.chain[c * batch::width + i]);
      chain[c] = widened(gather(p, 0));
    }
    for (std::size_t g = 0; g < work.groups;) {
      for (std::size_t c = 0; c < batch::chains; ++c, ++g) {
        affine_addition<G> const* const it = work.additions + g * batch::width;
        if (g + 1 < work.groups) prefetch(it + batch::width);
        auto const inverse = product(chain[c], load<product_bound>(work.others + g * words));
        chain[c] = product(chain[c], load<2>(work.denominators + g * words));

        limb_t const *a[8], *b[8];
        limb_t* sums[8];
        for (std::size_t i = 0; i < batch::width; ++i) {
          a[i] = limbs(it[i].a);
          b[i] = limbs(it[i].b);
          sums[i] = reinterpret_cast<limb_t*>(it[i].sum);
        }
        auto const y1 = digits52::negated_where(V::mask_of_bit(work.signs + g * batch::width, 0), gather(a, y_offset));
        auto const y2 = digits52::negated_where(V::mask_of_bit(work.signs + g * batch::width, 1), gather(b, y_offset));
        auto const slope = product(digits52::carry(y2 - y1), inverse);
        auto const x1 = gather(a, 0);
        // From here on sums are written: all terms of the group have been read.
        auto const x = settled(squared(slope) - x1 - gather(b, 0), sums, 0);
        auto const step = digits52::shifted_left<batch::form_bits / 2>(digits52::carry(x1 - x));
        settled(product(step, slope) - y1, sums, y_offset);
      }
    }
  }

 private:
  static LUCID_LANES auto x_of_first(affine_addition<G> const* it) noexcept {
    limb_t const* p[8];
    for (std::size_t i = 0; i < batch::width; ++i) p[i] = limbs(it[i].a);
    return gather(p, 0);
  }
  static LUCID_LANES auto x_of_second(affine_addition<G> const* it) noexcept {
    limb_t const* p[8];
    for (std::size_t i = 0; i < batch::width; ++i) p[i] = limbs(it[i].b);
    return gather(p, 0);
  }
  template <std::size_t A>
  static LUCID_LANES auto loosened_again(digits<A> const& x) noexcept {
    return digits52::loosened(x);
  }
  template <std::size_t A>
  static LUCID_LANES auto loosened_again(digits52::both<digits<A>> const& x) noexcept {
    return digits52::both<digits52::loose<prime, V, 0, A>>{digits52::loosened(x.c0), digits52::loosened(x.c1)};
  }
  static LUCID_LANES digits<product_bound> widened(digits<1> const& x) noexcept {
    digits<product_bound> y;
    LUCID_UNROLL
    for (std::size_t j = 0; j < x.digits; ++j) y.d[j] = x.d[j];
    return y;
  }
  static LUCID_LANES digits52::both<digits<product_bound>> widened(digits52::both<digits<1>> const& x) noexcept {
    return {widened(x.c0), widened(x.c1)};
  }
};

// Units of one program may differ in what they have (nvcc compiles no lanes): what depends on it has this type in its name, so that no two are confused.
#if defined(LUCID_HAS_IFMA)
// The one place where sums of points enter the instructions.
struct ifma_batches {
  static constexpr bool exist = true;
  static bool selected() { return selected_instruction_set() == instruction_set::ifma; }
  template <class G>
  static LUCID_IFMA_ENTRY bool collect(lane_batch<G>& work) noexcept {
    return lane_adder<G, arch::ifma::vector, ifma_batches>::collect(work);
  }
  template <class G>
  static LUCID_IFMA_ENTRY void finish(lane_batch<G>& work) noexcept {
    lane_adder<G, arch::ifma::vector, ifma_batches>::finish(work);
  }
  template <class Field>
  static LUCID_IFMA_ENTRY void product(limb_t* out, limb_t const* a, limb_t const* b) noexcept {
    lane_products<Field, arch::ifma::vector>::product(out, a, b);
  }
  template <class Field>
  static LUCID_IFMA_ENTRY void squared(limb_t* out, limb_t const* a) noexcept {
    lane_products<Field, arch::ifma::vector>::squared(out, a);
  }
  template <class Prime>
  static LUCID_IFMA_ENTRY void settle(limb_t* digits, std::size_t parts, limb_t* const* p, std::size_t offset) noexcept {
    lane_coordinates<Prime, arch::ifma::vector>::settle(digits, parts, p, offset);
  }
  template <class Prime>
  static LUCID_IFMA_ENTRY void gather(limb_t* digits, std::size_t parts, limb_t const* const* p, std::size_t offset) noexcept {
    lane_coordinates<Prime, arch::ifma::vector>::gather(digits, parts, p, offset);
  }
};
using batches_here = ifma_batches;
#else
struct no_batches {
  static constexpr bool exist = false;
  static bool selected() noexcept { return false; }
};
using batches_here = no_batches;
#endif

}  // namespace lucid::inline v0::cpu::detail
