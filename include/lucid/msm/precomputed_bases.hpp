// Multiples of bases that stay the same from sum to sum, so that several windows of a scalar share one set of buckets. As a description; a backend sums with it.
// [BDLO12] §4 with copies 2^(sj)·P of every base, s = c·k bits apart: window j·k + i of a scalar is window i of copy j, and k sets of buckets and k·c doublings are
// left of W. The additions to buckets remain; wider windows, which the fewer buckets pay for, make them fewer. Halves of scalars share the copies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/batch_affine.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/msm/digits.hpp>
#include <lucid/msm/pippenger.hpp>
#include <lucid/msm/scalar_parts.hpp>
#include <lucid/msm/window_model.hpp>

namespace lucid::inline v0 {

// copies() multiples of each of size() bases, the bases themselves among them; immutable, read by any number of sums at once. Made by `precompute`.
template <class G>
class precomputed_bases {
 public:
  precomputed_bases() = default;

  [[nodiscard]] std::size_t size() const noexcept { return copies_ == 0 ? 0 : points_.size() / copies_; }
  [[nodiscard]] unsigned copies() const noexcept { return copies_; }
  [[nodiscard]] unsigned stride() const noexcept { return stride_; }  // bits
  [[nodiscard]] std::size_t bytes() const noexcept { return points_.size() * sizeof(affine<G>); }
  // 2^(stride·j)·base i at j·size() + i, in affine form.
  [[nodiscard]] view<affine<G> const> all() const noexcept { return points_; }
  [[nodiscard]] view<affine<G> const> bases() const noexcept { return all().subview(0, size()); }

  // Whether sums can have this window: it divides the stride.
  [[nodiscard]] bool fits(unsigned window) const noexcept {
    return stride_ % window == 0 && cut::needed(short_parts<G>::bits, window) <= std::size_t{copies_} * (stride_ / window);
  }
  // Throws argument_error where it does not.
  void require_window(unsigned window) const {
    if (size() == 0 || fits(window)) return;
    throw argument_error("msm: a window of " + std::to_string(window) + " bits does not divide the " + std::to_string(stride_) +
                         " bits between the copies of precomputed bases");
  }

 private:
  friend struct precompute;
  using cut = signed_digits<typename G::scalar>;

  precomputed_bases(buffer<affine<G>>&& points, unsigned copies, unsigned stride) noexcept
      : points_(std::move(points)), copies_(copies), stride_(stride) {}

  buffer<affine<G>> points_;
  unsigned copies_ = 0, stride_ = 1;
};

// Carrier: implementation<precompute, Backend>, with choose<Parts>(n, copies) → the window for n scalars of full length, and sum(exec, pippenger, precomputed_bases<G>,
// view<scalar const>) → jacobian<G>; sizes are equal and the window fits when it is called.
struct precompute {
  unsigned copies = 2;  // at least 1; no more are made than scalars have windows, which leaves one set of buckets
  unsigned window = 0;  // that sums are expected to have, 1 to max_window; 0: chosen by the backend's window_model for these copies

  // The table. Bases may be infinity and may repeat. Precondition: they have order r. Bytes: copies·n points, kept; time: up to as many doublings a base as half a scalar
  // has bits, where the group has an endomorphism, and (copies − 1) steps to affine form: two to four sums over these bases. On all threads.
  // Doublings are Jacobian, one base after the other through all its copies: seven products, as many as in affine form with a shared inverse, and nothing to fetch.
  // Throws argument_error where there are no copies, the window is out of range or the points are more than 2^31 − 1; out_of_memory from the policy.
  template <class Exec, class Bases, class G = typename std::remove_cvref_t<Bases>::value_type::group>
    requires runs_on<precompute, Exec>
  [[nodiscard]] precomputed_bases<G> operator()(Exec const& exec, Bases const& bases) const {
    auto const span = exec.open("msm/precompute");
    view<affine<G> const> const p = bases;
    exec.count("elements", p.size());
    auto const [made, stride] = shape<G, Exec>(p.size());
    std::size_t const n = p.size();
    buffer<affine<G>> points{exec, made * n};
    for_ranges(exec, n, batch, [&, made = made, stride = stride](std::size_t begin, std::size_t end) {
      jacobian<G> multiples[batch];
      view<jacobian<G> const> const all{multiples, end - begin};
      for (std::size_t i = begin; i < end; ++i) {
        points[i] = p[i];
        multiples[i - begin] = p[i];
      }
      for (std::size_t j = 1; j < made; ++j) {
        for (std::size_t i = 0; i < end - begin; ++i) {
          if (multiples[i].is_infinity()) continue;
          for (unsigned k = 0; k < stride; ++k) multiples[i] = doubled(multiples[i]);
        }
        normalize_serial<jacobian<G>>(all, points.all().subview(j * n + begin, end - begin));
      }
    });
    exec.count("bytes", points.size() * sizeof(affine<G>));
    return {std::move(points), made, stride};
  }

  // The bytes of a table of n bases. Throws as the call does, but for memory.
  template <class G, class Exec>
    requires runs_on<precompute, Exec>
  [[nodiscard]] std::size_t bytes(Exec const&, std::size_t n) const {
    return shape<G, Exec>(n).first * n * sizeof(affine<G>);
  }

 private:
  static constexpr std::size_t batch = 64;  // share an inverse, a hundredth of their doublings

  // Copies to be made, and the bits between them.
  template <class G, class Exec>
  [[nodiscard]] std::pair<unsigned, unsigned> shape(std::size_t n) const {
    using parts = short_parts<G>;
    if (copies == 0) throw argument_error("precompute: at least one copy of each base");
    if (window > max_window) {
      throw argument_error("precompute: a window of " + std::to_string(window) + " bits; 1 to " + std::to_string(max_window) +
                           ", or 0 for a choice, are possible");
    }
    unsigned const c = window != 0 ? window : implementation<precompute, typename Exec::backend>::template choose<parts>(n, copies);
    unsigned const windows = signed_digits<typename G::scalar>::needed(parts::bits, c);
    unsigned const sets = window_model::sets_of_copies(windows, copies);
    unsigned const made = window_model::sets_of_copies(windows, sets);
    if (n > no_base / made) {
      throw argument_error("precompute: " + std::to_string(made) + " copies of " + std::to_string(n) + " bases; at most 2^31 - 1 points");
    }
    return {made, sets * c};
  }
};

}  // namespace lucid::inline v0
