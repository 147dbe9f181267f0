// Sums of few multiples: one chain of doublings for all of them [Str64], digits 0 and ±1 of which no two neighbours are ±1 [Sol00]. No tables, no memory, no
// policy. For many terms, or a choice between the two: msm/pippenger.hpp.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lucid/exec/view.hpp>
#include <lucid/field/concepts.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/group/glv.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/integer/big_uint.hpp>
#include <lucid/msm/scalar_parts.hpp>

namespace lucid::inline v0 {

// Whether that is cheaper than buckets. count[w]: scalars whose first part has w bits, 0 where there is no base.
// Additions: a third of the bits of each part, and one for its end; doublings: the bits of the longest. Buckets start with some inverses, which are worth more
// additions in a prime field than in its extension. One Zen core: 1 to 128 terms of 1 to 254 bits, both groups of both curves.
template <class Parts, class G>
[[nodiscard]] constexpr bool straus_is_cheaper(view<std::size_t const> count) noexcept {
  std::size_t additions = 0, doublings = 0;
  for (std::size_t w = 1; w < count.size(); ++w) {
    if (count[w] == 0) continue;
    additions += count[w] * (w / 3 + 1) * (w == Parts::bits ? Parts::count : 1);
    doublings = w;
  }
  constexpr bool prime = prime_field_element<typename G::field>;
  return prime ? additions < 128 + 5 * doublings : additions < 64 + 3 * doublings;
}

// Σ scalars[i]·bases[i], at once 16 terms or fewer: per 16 as many doublings as the longest part has bits, and a third as many additions for each part.
// Bases may be infinity, may repeat and be each other's opposites; their order is what Parts asks (scalar_parts.hpp). Precondition: as many bases as scalars.
template <class Parts, class G>
[[nodiscard]] jacobian<G> straus(view<affine<G> const> bases, view<typename G::scalar const> scalars) noexcept {
  using scalar = typename Parts::scalar;
  using integer = big_uint<Parts::integer::limbs + 1>;  // 3·magnitude fits
  struct term {
    affine<G> base;
    integer once, thrice;  // digit i of the magnitude is bit i + 1 of the triple less that of the magnitude
  };
  constexpr std::size_t most = 16;
  term terms[most * Parts::count];
  jacobian<G> total;
  for (std::size_t begin = 0; begin < bases.size(); begin += most) {
    std::size_t const end = std::min(begin + most, bases.size());
    std::size_t size = 0, bits = 0;
    for (std::size_t i = begin; i < end; ++i) {
      unsigned const width = Parts::width(scalars[i]);
      if (width == 0 || bases[i].is_infinity()) continue;
      balanced_scalar<scalar> part[Parts::count];
      Parts::split(scalars[i], width, part);
      for (unsigned h = 0; h < Parts::count; ++h) {
        if (part[h].magnitude.is_zero()) continue;
        term& it = terms[size++];
        it.base = bases[i];
        if constexpr (Parts::count > 1) {
          if (h == 1) it.base = glv_image(it.base);
        }
        if (part[h].negative) it.base = -it.base;
        it.once = resized<integer::limbs>(part[h].magnitude);
        it.thrice = it.once;
        add_to(it.thrice, it.once);
        add_to(it.thrice, it.once);
        bits = std::max(bits, it.thrice.bit_width());
      }
    }
    jacobian<G> sum;
    for (std::size_t i = bits; i-- > 1;) {
      if (!sum.is_infinity()) sum = doubled(sum);
      for (std::size_t k = 0; k < size; ++k) {
        bool const plus = terms[k].thrice.bit(i), minus = terms[k].once.bit(i);
        if (plus != minus) sum += plus ? terms[k].base : -terms[k].base;
      }
    }
    total += sum;
  }
  return total;
}

}  // namespace lucid::inline v0
