// Many inverses for the price of one: [Mon87] §10.3.1, three products an element and one inverse a batch.
#pragma once

#include <cstddef>

#include <lucid/config/assert.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/concepts.hpp>

namespace lucid::inline v0 {

// x[i] ← 1/x[i], 0 stays 0. scratch: as many elements, overwritten. On the calling thread.
template <class F>
LUCID_HOST_DEVICE constexpr void batch_inverse_serial(view<F> x, view<F> scratch) noexcept {
  LUCID_EXPECTS(scratch.size() >= x.size());
  F product = F::one();
  for (std::size_t i = 0; i < x.size(); ++i) {
    scratch[i] = product;
    if (!x[i].is_zero()) product *= x[i];
  }
  F running = inverse(product);
  for (std::size_t i = x.size(); i-- > 0;) {
    if (x[i].is_zero()) continue;
    scratch[i] *= running;
    running *= x[i];
    x[i] = scratch[i];
  }
}

// x[i] ← 1/x[i] in parallel, 0 stays 0; one inverse per 4096 elements, n elements of scratch from the policy.
template <class F>
void batch_inverse(execution_policy auto const& exec, view<F> x) {
  auto const span = exec.open("field/batch_inverse");
  exec.count("elements", x.size());
  constexpr std::size_t batch = 4096;
  buffer<F> scratch{exec, x.size()};
  for_ranges(exec, x.size(), batch, [&](std::size_t begin, std::size_t end) {
    batch_inverse_serial(x.subview(begin, end - begin), scratch.all().subview(begin, end - begin));
  });
}

}  // namespace lucid::inline v0
