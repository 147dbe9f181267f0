#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

#include <lucid/backend/cpu/ntt_roots.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/poly/coset.hpp>

// The tables are what the header says, so that both directions use the same roots.
TEST_CASE("ntt_roots: both tables, entry by entry") {
  using F = lucid::bn254::scalar;
  for (unsigned k = 1; k <= 12; ++k) {
    lucid::poly::domain<F> const points{k, lucid::two_adic<F::spec>::root};
    std::size_t const n = points.size();
    std::vector<F> powers(2 * n);
    lucid::poly::fill_progression<F>(lucid::cpu::seq, powers, F::one(), points.root_of_twice());
    std::vector<F> roots(n / 2);
    lucid::cpu::detail::fill_inverse_roots<F>(lucid::cpu::seq, points, F::one(), roots);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n / 2; ++i) {
      std::size_t e = 0;
      for (unsigned t = 0; t + 2 <= k; ++t) e += ((i >> t) & 1) * (n >> (t + 2));
      wrong += roots[i] == powers[(2 * n - 2 * e) % (2 * n)] ? 0 : 1;
      if (i != 0) wrong += lucid::cpu::detail::forward_roots<F>{roots.data()}(i) == powers[2 * e] ? 0 : 1;
    }
    std::vector<F> coset(n);
    lucid::cpu::detail::fill_coset_roots<F>(lucid::cpu::seq, points, points.root_of_twice(), F::one(), coset);
    for (std::size_t h = 1; h < n; h *= 2) {
      for (std::size_t j = 0; j < h; ++j) wrong += coset[h + j] == powers[(2 * j + 1) * (n / (2 * h))] ? 0 : 1;
    }
    auto const times_three = lucid::cpu::detail::make_tables<F>(lucid::cpu::seq, points, F{3});
    for (std::size_t i = 0; i < n / 2; ++i) wrong += times_three.inverse_roots[i] == F{3} * roots[i] ? 0 : 1;
    for (std::size_t i = 1; i < n; ++i) wrong += times_three.coset_roots[i] == F{3} * coset[i] ? 0 : 1;
    CHECK(wrong == 0);
  }
}
