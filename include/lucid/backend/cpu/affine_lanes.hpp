// Additions of affine points, eight at a time: the two halves of affine_addition.hpp around the inverse that a batch shares. Chords only: a point
// at infinity, or two points with the same x, are told apart here and left to the caller.
//
// A coordinate is one or two elements of a prime field, how many being known when the program runs: both groups of a pairing are served by the
// same code. What it computes crosses memory between its steps.
//
// Coordinates stay in the form of their field. In lanes such a coordinate is its value over 2^e, e = 4 or 32; a chord through points of that scale has the same slope,
// so with inverses that are over 2^(e/2) too, x' = s'² − x1' − x2' and y' = 2^(e/2)·s'·(x1' − x') − y1': no product is spent on the change of form.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lucid/backend/cpu/instruction_set.hpp>
#include <lucid/field/arch/ifma.hpp>
#include <lucid/field/digits52.hpp>
#include <lucid/field/digits52_rows.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/field/quadratic.hpp>

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

// Two points, x before y; the sum may be written over one of them.
struct affine_addition {
  void const* a;
  void const* b;
  void* sum;
};

// Groups of eight additions. Group g belongs to chain g % chains; lane i of a chain is a chain of products by itself.
template <class Prime>
struct lane_batch {
  static constexpr std::size_t width = 8, chains = 2;
  static constexpr std::size_t words = width * digits52::constants<Prime>::digits;  // of one part of a coordinate of eight points

  affine_addition const* additions;
  std::uint8_t const* signs;  // affine_adder::sign
  std::size_t groups;         // a multiple of chains
  std::size_t parts;          // of a coordinate: 1 or 2
  limb_t* denominators;       // groups · parts · words, at 64-byte boundaries
  limb_t* others;             // likewise
  limb_t* chain;              // chains · width elements of the coordinates' field
  // What is left to the caller: told of every addition that is no chord, before anything is written; false ends the half at once.
  bool (*set_aside)(void* caller, std::size_t addition);
  void* caller;

  // Between the halves the caller puts `factor` over an element of the chain in its place.
  static constexpr unsigned form_bits = digits52::constants<Prime>::r_bits - Prime::integer::bits;  // e
  static constexpr limb_t factor = limb_t{1} << (3 * form_bits / 2);
};

// Steps with a coordinate of eight points in memory: `parts` rows of digits, one after the other. Each is a function of the program, the same for
// both groups of a pairing: a call costs a product 1 in 20 and saves the instruction cache and the compiler's time.
// Calls: ifma_batches, or another with the same members.
template <class Prime, class V, class Calls>
struct lane_coordinates {
  using rows = digits52::rows<Prime, V>;
  static constexpr std::size_t words = rows::words;
  static constexpr std::size_t room = digits52::constants<Prime>::room;
  static constexpr std::size_t most_parts = room >= 48 ? 2 : 1;
  // Products are below this many p.
  static constexpr std::size_t bound = 3;

  static LUCID_LANES void product(limb_t* out, limb_t const* a, limb_t const* b, std::size_t parts) noexcept {
    if (parts == 1) return Calls::template product<Prime>(out, a, b);
    if constexpr (most_parts == 2) rows::template quadratic_product<Calls>(out, a, b);
  }
  // Of a product.
  static LUCID_LANES void squared(limb_t* out, limb_t const* a, std::size_t parts) noexcept {
    if (parts == 1) return Calls::template product<Prime>(out, a, a);
    if constexpr (most_parts == 2) rows::template quadratic_square<bound, Calls>(out, a);
  }
  // From their places, p[i] and `offset` limbs further.
  static LUCID_LANES void gather(limb_t* digits, limb_t const* const* p, std::size_t offset, std::size_t parts) noexcept {
    for (std::size_t part = 0; part < parts; ++part, digits += words, offset += Prime::limbs)
      digits52::load<Prime, V>(p, offset).store(digits);
  }
  // Signed digits of values within 16p of zero become those of the representatives below p, here and at their places.
  static LUCID_LANES void settle(limb_t* digits, limb_t* const* p, std::size_t offset, std::size_t parts) noexcept {
    for (std::size_t part = 0; part < parts; ++part, digits += words, offset += Prime::limbs) {
      auto const x = digits52::canonical(digits52::shrunk(digits52::loose<Prime, V, 16, 16>::load(digits)));
      x.store(digits);
      digits52::store(x, p, offset);
    }
  }
};

template <class Prime, class V, class Calls>
struct lane_adder {
  using batch = lane_batch<Prime>;
  using steps = lane_coordinates<Prime, V, Calls>;
  static constexpr std::size_t words = batch::words, width = batch::width, chains = batch::chains;
  static constexpr std::size_t bound = steps::bound;
  static constexpr std::size_t coordinate_words = steps::most_parts * words;

  // Rows are loaded as what was stored there: no type checks that.
  template <std::size_t A>
  using digits = digits52::carried<Prime, V, A>;
  template <std::size_t B, std::size_t A>
  using loose = digits52::loose<Prime, V, B, A>;

  // out ← a·b of values below A·p and B·p.
  template <std::size_t A, std::size_t B>
  static LUCID_LANES void multiply(limb_t* out, limb_t const* a, limb_t const* b, std::size_t parts) noexcept {
    static_assert(steps::most_parts * A * B <= steps::room);
    Calls::template coordinate_product<Prime>(out, a, b, parts);
  }
  template <std::size_t B, std::size_t A>
  static LUCID_LANES void store_within_16(loose<B, A> const& x, limb_t* row) noexcept {
    static_assert(B <= 16 && A <= 16);
    x.store(row);
  }
  static LUCID_LANES void copy(limb_t const* from, limb_t* to, std::size_t parts) noexcept {
    LUCID_ROLLED
    for (std::size_t i = 0; i != parts * words; i += 8) V::load(from + i).store(to + i);
  }

  static LUCID_LANES void prefetch(affine_addition const* it, std::size_t parts) noexcept {
    std::size_t const size = 2 * parts * sizeof(Prime);
    for (std::size_t i = 0; i < width; ++i) {
      void const* const terms[] = {it[i].a, it[i].b};
      for (void const* term : terms) {
        char const* const p = static_cast<char const*>(term);
        for (std::size_t byte = 0; byte < size; byte += 64) __builtin_prefetch(p + byte);
        if (size % 64 != 0) __builtin_prefetch(p + size - 1);
      }
    }
  }

  // Backwards: the denominators, and for each group the product of those behind it in its chain. chain[i]: the products of all.
  static LUCID_LANES bool collect(batch& work) noexcept {
    constexpr std::size_t ahead = 3;
    constexpr auto one = digits52::constants<Prime>::residue(1);
    std::size_t const parts = work.parts;
    alignas(64) limb_t behind[chains][coordinate_words];
    alignas(64) limb_t x1[coordinate_words];
    alignas(64) limb_t x2[coordinate_words];
    for (auto& product : behind) {
      for (std::size_t j = 0; j < coordinate_words / 8; ++j) V::all(j < words / 8 ? one.d[j] : 0).store(product + 8 * j);
    }
    for (std::size_t g = work.groups; g > 0;) {
      for (std::size_t c = chains; c-- > 0;) {
        --g;
        affine_addition const* const it = work.additions + g * width;
        limb_t* const denominator = work.denominators + g * parts * words;
        if (g >= ahead) prefetch(it - ahead * width, parts);
        while (true) {
          limb_t const* p[2][width];
          for (std::size_t i = 0; i < width; ++i) p[0][i] = limbs(it[i].a), p[1][i] = limbs(it[i].b);
          Calls::template gather<Prime>(x1, p[0], 0, parts);
          Calls::template gather<Prime>(x2, p[1], 0, parts);
          // A word is zero where all digits of its lane are.
          V first = V::zero(), second = V::zero(), different = V::zero();
          LUCID_ROLLED
          for (std::size_t o = 0; o != parts * words; o += words) {
            auto const x = digits<1>::load(x1 + o), y = digits<1>::load(x2 + o);
            LUCID_UNROLL
            for (std::size_t j = 0; j < x.digits; ++j) {
              first = first | x.d[j];
              second = second | y.d[j];
              different = different | (x.d[j] ^ y.d[j]);
            }
            digits<2> const difference = digits52::carry(y - x);
            difference.store(denominator + o);
          }
          unsigned const no_chord = different.zeros() | first.zeros() | second.zeros();
          if (no_chord == 0) [[likely]]
            break;
          for (std::size_t i = 0; i < width; ++i) {
            if ((no_chord >> i & 1) != 0 && !work.set_aside(work.caller, g * width + i)) return false;
          }
        }
        copy(behind[c], work.others + g * parts * words, parts);
        multiply<bound, 2>(behind[c], behind[c], denominator, parts);
      }
    }
    for (std::size_t c = 0; c < chains; ++c) {
      limb_t* p[width];
      for (std::size_t i = 0; i < width; ++i) p[i] = work.chain + (c * width + i) * parts * Prime::limbs;
      Calls::template settle<Prime>(behind[c], p, 0, parts);
    }
    return true;
  }

  // Forwards, with the inverses in chain: the sums.
  static LUCID_LANES void finish(batch& work) noexcept {
    constexpr unsigned shift = batch::form_bits / 2;
    std::size_t const parts = work.parts, end = parts * words, y_offset = parts * Prime::limbs;
    alignas(64) limb_t chain[chains][coordinate_words];
    alignas(64) limb_t inverse[coordinate_words];
    alignas(64) limb_t slope[coordinate_words];
    alignas(64) limb_t x1[coordinate_words];
    alignas(64) limb_t y1[coordinate_words];
    alignas(64) limb_t x2[coordinate_words];
    alignas(64) limb_t y2[coordinate_words];
    alignas(64) limb_t x[coordinate_words];
    alignas(64) limb_t y[coordinate_words];
    for (std::size_t c = 0; c < chains; ++c) {
      limb_t const* p[width];
      for (std::size_t i = 0; i < width; ++i) p[i] = work.chain + (c * width + i) * parts * Prime::limbs;
      Calls::template gather<Prime>(chain[c], p, 0, parts);
    }
    for (std::size_t g = 0; g < work.groups;) {
      for (std::size_t c = 0; c < chains; ++c, ++g) {
        affine_addition const* const it = work.additions + g * width;
        if (g + 1 < work.groups) prefetch(it + width, parts);
        multiply<bound, bound>(inverse, chain[c], work.others + g * end, parts);
        multiply<bound, 2>(chain[c], chain[c], work.denominators + g * end, parts);

        limb_t const *a[width], *b[width];
        limb_t* sums[width];
        for (std::size_t i = 0; i < width; ++i) {
          a[i] = limbs(it[i].a);
          b[i] = limbs(it[i].b);
          sums[i] = static_cast<limb_t*>(it[i].sum);
        }
        Calls::template gather<Prime>(y1, a, y_offset, parts);
        Calls::template gather<Prime>(y2, b, y_offset, parts);
        V const negative1 = V::mask_of_bit(work.signs + g * width, 0), negative2 = V::mask_of_bit(work.signs + g * width, 1);
        LUCID_ROLLED
        for (std::size_t o = 0; o != end; o += words) {
          loose<1, 1> const first = digits52::negated_where(negative1, digits<1>::load(y1 + o));
          loose<1, 1> const second = digits52::negated_where(negative2, digits<1>::load(y2 + o));
          digits<4> const rise = digits52::carry(second - first);
          first.store(y1 + o);
          rise.store(y2 + o);
        }
        multiply<4, bound>(slope, y2, inverse, parts);

        Calls::template gather<Prime>(x1, a, 0, parts);
        Calls::template gather<Prime>(x2, b, 0, parts);
        // From here on sums are written: all terms of the group have been read.
        Calls::template coordinate_square<Prime>(x, slope, parts);
        LUCID_ROLLED
        for (std::size_t o = 0; o != end; o += words)
          store_within_16(digits<2>::load(x + o) - digits<1>::load(x1 + o) - digits<1>::load(x2 + o), x + o);
        Calls::template settle<Prime>(x, sums, 0, parts);

        LUCID_ROLLED
        for (std::size_t o = 0; o != end; o += words) {
          digits<(2 << shift)> const step =
              digits52::shifted_left<shift>(digits52::carry(digits<1>::load(x1 + o) - digits<1>::load(x + o)));
          step.store(x1 + o);
        }
        multiply<(2 << shift), bound>(y, x1, slope, parts);
        LUCID_ROLLED
        for (std::size_t o = 0; o != end; o += words) store_within_16(digits<bound>::load(y + o) - loose<1, 1>::load(y1 + o), y + o);
        Calls::template settle<Prime>(y, sums, y_offset, parts);
      }
    }
  }

 private:
  static LUCID_LANES limb_t const* limbs(void const* point) noexcept { return static_cast<limb_t const*>(point); }
};

// Units of one program may differ in what they have (nvcc compiles no lanes): what depends on it has this type in its name, so that no two are confused.
#if defined(LUCID_HAS_IFMA)
// The one place where sums of points enter the instructions.
struct ifma_batches {
  static constexpr bool exist = true;
  static bool selected() { return selected_instruction_set() == instruction_set::ifma; }
  template <class Prime>
  static LUCID_IFMA_ENTRY bool collect(lane_batch<Prime>& work) noexcept {
    return lane_adder<Prime, arch::ifma::vector, ifma_batches>::collect(work);
  }
  template <class Prime>
  static LUCID_IFMA_ENTRY void finish(lane_batch<Prime>& work) noexcept {
    lane_adder<Prime, arch::ifma::vector, ifma_batches>::finish(work);
  }
  template <class Prime>
  static LUCID_IFMA_ENTRY void coordinate_product(limb_t* out, limb_t const* a, limb_t const* b, std::size_t parts) noexcept {
    lane_coordinates<Prime, arch::ifma::vector, ifma_batches>::product(out, a, b, parts);
  }
  template <class Prime>
  static LUCID_IFMA_ENTRY void coordinate_square(limb_t* out, limb_t const* a, std::size_t parts) noexcept {
    lane_coordinates<Prime, arch::ifma::vector, ifma_batches>::squared(out, a, parts);
  }
  template <class Prime>
  static LUCID_IFMA_ENTRY void gather(limb_t* digits, limb_t const* const* p, std::size_t offset, std::size_t parts) noexcept {
    lane_coordinates<Prime, arch::ifma::vector, ifma_batches>::gather(digits, p, offset, parts);
  }
  template <class Prime>
  static LUCID_IFMA_ENTRY void settle(limb_t* digits, limb_t* const* p, std::size_t offset, std::size_t parts) noexcept {
    lane_coordinates<Prime, arch::ifma::vector, ifma_batches>::settle(digits, p, offset, parts);
  }
  template <class Prime>
  static LUCID_IFMA_ENTRY void product(limb_t* out, limb_t const* a, limb_t const* b) noexcept {
    digits52::rows<Prime, arch::ifma::vector>::product(out, a, b);
  }
  template <class Prime>
  static LUCID_IFMA_ENTRY void add_product(limb_t* columns, limb_t const* from, limb_t const* a, limb_t const* b) noexcept {
    digits52::rows<Prime, arch::ifma::vector>::add_product(columns, from, a, b);
  }
  template <class Prime>
  static LUCID_IFMA_ENTRY void reduce(limb_t* out, limb_t const* columns) noexcept {
    digits52::rows<Prime, arch::ifma::vector>::reduce(out, columns);
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
