// Pippenger's algorithm on a device: recode, sort the digits of all windows at once, sum the buckets, sum the windows; the last few points are joined on the host.
// Includes the carrier's parts; knows nothing of how they work. Bases and scalars may be in device memory, or on the host, from where they are sent piece by piece.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lucid/backend/gpu/accumulate.cuh>
#include <lucid/backend/gpu/bucket_reduce.cuh>
#include <lucid/backend/gpu/bucket_shape.hpp>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/backend/gpu/recode.cuh>
#include <lucid/backend/gpu/sorted_digits.cuh>
#include <lucid/config/error.hpp>
#include <lucid/cuda_api/call.cuh>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/release.hpp>
#include <lucid/msm/pippenger.hpp>

namespace lucid::inline v0 {

namespace gpu {

namespace detail {

// f(begin, size) for the pieces of [0, n), at most `most` each. A piece for which f says that it does not fit, or for which there is no memory, is halved, and
// so are those after it: the limit of any resource is met by trying.
template <class F>
void in_pieces(std::size_t n, std::size_t most, F&& f) {
  constexpr std::size_t smallest = 1024;  // less needs hardly less memory
  for (std::size_t begin = 0; begin < n;) {
    std::size_t const size = std::min(n - begin, most);
    bool done = false;
    try {
      done = f(begin, size);
    } catch (out_of_memory const&) {
      if (size <= smallest) throw;
    }
    if (done) {
      begin += size;
    } else {
      most = (size + 1) / 2;
    }
  }
}

[[nodiscard]] inline std::size_t most_at_once(pippenger const& msm) noexcept {
  return msm.at_once == 0 ? bucket_shape::most : std::min(msm.at_once, bucket_shape::most);
}

// Threads that add at once: 168 registers each leave room for three blocks of 128.
[[nodiscard]] inline std::size_t threads_at_work() {
  constexpr std::size_t of_a_multiprocessor = 384;
  int const multiprocessors = api::device_get_attribute(cudaDevAttrMultiProcessorCount, api::get_device());
  return static_cast<std::size_t>(multiprocessors) * of_a_multiprocessor;
}

template <class Parts>
[[nodiscard]] bucket_shape chosen_shape(std::vector<std::size_t> const& widths, unsigned window, std::uint32_t task, std::size_t threads) {
  unsigned const c = window != 0 ? window : window_prices.choose<Parts>(widths);
  return shape_of<Parts>(widths, c, threads, task);
}

// Elements that are on the device already, or a copy of them there.
template <class T, class Exec>
[[nodiscard]] on_device<T const> uploaded(Exec const&, on_device<T const> v, buffer<T, memory_space::device>&) {
  return v;
}
template <class T, class Exec, memory_space Space>
[[nodiscard]] on_device<T const> uploaded(Exec const& exec, view<T const, Space> v, buffer<T, memory_space::device>& owner) {
  owner = clone_to<memory_space::device, T>(exec, v);
  return owner;
}

// Σ digit·base. Waits for the stream.
template <class G, class Exec>
[[nodiscard]] jacobian<G> sum_of(Exec const& exec, sorted_digits const& digits, on_device<affine<G> const> bases,
                                 on_device<std::uint32_t const> places) {
  bucket_shape const& shape = digits.shape();
  if (shape.windows == 0) return {};
  auto summed = [&] {
    auto const span = exec.open("msm/accumulate");
    return bucket_sums<G>(exec, digits, bases, places);
  }();
  auto const span = exec.open("msm/reduce");
  auto const buckets = std::move(summed);
  buffer<xyzz<G>, memory_space::device> sums{exec, shape.windows};
  reduce_buckets<G>(exec, buckets.all().subview(0, std::size_t{shape.windows} * shape.buckets), shape.windows, shape.buckets, sums.all());
  std::vector<xyzz<G>> window(shape.windows);
  copy(exec.stream(), std::as_const(sums).all(), view<xyzz<G>>{window});
  synchronize(exec.stream());
  xyzz<G> total;
  for (unsigned j = shape.windows; j-- > 0;) {
    for (unsigned k = 0; k < shape.window; ++k) total = doubled(total);
    total += window[j];
  }
  return total.to_jacobian();
}

template <class G>
void plan_sum_of(memory_plan& plan, bucket_shape const& shape) {
  if (shape.windows == 0) return;
  auto const buckets = plan_bucket_sums<G>(plan, shape);
  planned_buffer<xyzz<G>> const sums{plan, shape.windows};
  plan_reduce_buckets<G>(plan, shape.windows, shape.buckets);
}

// Scalars of one piece → sorted digits; nothing where they need more than an index holds. task: digits of a task, 0 for a choice.
template <class Parts, class Exec>
[[nodiscard]] bool sort_digits(Exec const& exec, pippenger const& msm, std::uint32_t task, on_device<typename Parts::scalar const> scalars,
                               sorted_digits& sorted) {
  bucket_shape shape;
  auto digits = [&] {
    auto const span = exec.open("msm/recode");
    auto const widths = widths_of<Parts>(exec, scalars);
    shape = chosen_shape<Parts>(widths, msm.window, task, threads_at_work());
    exec.count("window", shape.window);
    exec.count("digits", shape.digits);
    return shape.fits() && shape.windows != 0 ? digits_of<Parts>(exec, shape, widths, scalars) : device_pairs{};
  }();
  if (!shape.fits()) return false;
  if (shape.windows == 0) {
    sorted = {};
    return true;
  }
  auto const span = exec.open("msm/sort");
  sorted = {exec, shape, std::move(digits)};
  return true;
}

// The shape of n scalars of full length, and of how many: a piece that fits.
template <class Parts>
[[nodiscard]] bucket_shape largest_shape(pippenger const& msm, std::size_t n, std::size_t threads) {
  for (std::size_t size = std::min(n, most_at_once(msm));; size = (size + 1) / 2) {
    std::vector<std::size_t> widths(Parts::bits + 1, 0);
    widths.back() = size;
    auto const shape = chosen_shape<Parts>(widths, msm.window, 0, threads);
    if (shape.fits()) return shape;
  }
}

// What sort_digits holds, and keeps, where the digits are as many as the shape says.
template <class Parts>
[[nodiscard]] sorted_digits::planned plan_sort_digits(memory_plan& plan, bucket_shape const& shape) {
  planned_buffer<unsigned>{plan, Parts::bits + 1}.reset();
  return {plan, shape};
}

}  // namespace detail

// Scalars recoded and sorted on the device, in as many pieces as memory asked for. Immutable; any number of sums read it at once, on its own stream or on others
// that come after it.
template <class Parts>
class prepared_scalars {
 public:
  using scalar = typename Parts::scalar;

  // task: digits that one thread adds up at most; 0 for a choice.
  template <class Exec, memory_space Space>
  prepared_scalars(Exec const& exec, pippenger const& msm, view<scalar const, Space> scalars, std::uint32_t task = 0)
      : size_(scalars.size()) {
    detail::in_pieces(size_, detail::most_at_once(msm), [&](std::size_t begin, std::size_t size) {
      buffer<scalar, memory_space::device> owner;
      auto const some = detail::uploaded<scalar>(exec, scalars.subview(begin, size), owner);
      sorted_digits sorted;
      if (!detail::sort_digits<Parts>(exec, msm, task, some, sorted)) return false;
      pieces_.push_back({std::move(sorted), begin, size});
      return true;
    });
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  template <class G, class Exec, memory_space Space, memory_space PlacesSpace>
  [[nodiscard]] jacobian<G> sum(Exec const& exec, view<affine<G> const, Space> bases, view<std::uint32_t const, PlacesSpace> places) const {
    jacobian<G> total;
    buffer<affine<G>, memory_space::device> all_bases, some_bases;
    auto const all = places.empty() ? detail::on_device<affine<G> const>{} : detail::uploaded<affine<G>>(exec, bases, all_bases);
    for (piece const& p : pieces_) {
      buffer<std::uint32_t, memory_space::device> some_places;
      if (places.empty()) {
        total += detail::sum_of<G>(exec, p.digits, detail::uploaded<affine<G>>(exec, bases.subview(p.begin, p.size), some_bases), {});
      } else {
        total +=
            detail::sum_of<G>(exec, p.digits, all, detail::uploaded<std::uint32_t>(exec, places.subview(p.begin, p.size), some_places));
      }
    }
    return total;
  }

  // The twin, for n scalars of these widths in pieces of one shape.
  class planned {
   public:
    planned(memory_plan& plan, bucket_shape const& shape, std::size_t pieces) {
      for (std::size_t i = 0; i < pieces; ++i) digits_.push_back(detail::plan_sort_digits<Parts>(plan, shape));
      shape_ = shape;
    }
    template <class G>
    void plan_sum(memory_plan& plan) const {
      detail::plan_sum_of<G>(plan, shape_);
    }

   private:
    bucket_shape shape_;
    std::vector<sorted_digits::planned> digits_;
  };

 private:
  struct piece {
    sorted_digits digits;
    std::size_t begin, size;
  };
  std::size_t size_;
  std::vector<piece> pieces_;
};

}  // namespace gpu

template <>
struct implementation<pippenger, gpu::backend> {
  // Parts: what stands for a scalar, msm/scalar_parts.hpp.
  template <class Parts, class Exec, class G, memory_space Bases, memory_space Scalars>
  static jacobian<G> run(Exec const& exec, pippenger const& msm, view<affine<G> const, Bases> bases,
                         view<typename G::scalar const, Scalars> scalars) {
    auto const span = exec.open("msm");
    exec.count("elements", bases.size());
    jacobian<G> total;
    gpu::detail::in_pieces(bases.size(), gpu::detail::most_at_once(msm), [&](std::size_t begin, std::size_t size) {
      buffer<affine<G>, memory_space::device> own_bases;
      gpu::sorted_digits sorted;
      {
        buffer<typename G::scalar, memory_space::device> own_scalars;
        auto const some = gpu::detail::uploaded<typename G::scalar>(exec, scalars.subview(begin, size), own_scalars);
        if (!gpu::detail::sort_digits<Parts>(exec, msm, 0, some, sorted)) return false;
      }
      auto const some = gpu::detail::uploaded<affine<G>>(exec, bases.subview(begin, size), own_bases);
      total += gpu::detail::sum_of<G>(exec, sorted, some, {});
      return true;
    });
    return total;
  }

  template <class Parts, class Exec, memory_space Space>
  static gpu::prepared_scalars<Parts> prepare(Exec const& exec, pippenger const& msm, view<typename Parts::scalar const, Space> scalars) {
    return {exec, msm, scalars};
  }
  template <class Exec, class G, class Parts, memory_space Space, memory_space Places>
  static jacobian<G> sum_prepared(Exec const& exec, view<affine<G> const, Space> bases, gpu::prepared_scalars<Parts> const& scalars,
                                  view<std::uint32_t const, Places> places) {
    static_assert(std::is_same_v<Parts, short_parts<G>>, "prepare the scalars for a group of the same pairing");
    auto const span = exec.open("msm");
    exec.count("elements", bases.size());
    return scalars.template sum<G>(exec, bases, places);
  }

  // Bytes of device memory, for bases and scalars that are there already. For n terms: scalars of full length, the most that any take.
  template <class Parts, class Exec>
  static typename gpu::prepared_scalars<Parts>::planned plan_prepare(Exec const&, pippenger const& msm, std::size_t n,
                                                                     memory_plan& memory) {
    auto const shape = gpu::detail::largest_shape<Parts>(msm, n, gpu::detail::threads_at_work());
    return {memory, shape, n == 0 ? 0 : (n + shape.terms - 1) / shape.terms};
  }
  template <class G, class Exec>
  static void plan(Exec const&, pippenger const& msm, std::size_t n, memory_plan& memory) {
    if (n == 0) return;
    auto const shape = gpu::detail::largest_shape<short_parts<G>>(msm, n, gpu::detail::threads_at_work());
    auto const digits = gpu::detail::plan_sort_digits<short_parts<G>>(memory, shape);
    gpu::detail::plan_sum_of<G>(memory, shape);
  }
  // For these, from a look at each: in one piece if they fit.
  template <class Parts, class Exec>
  static typename gpu::prepared_scalars<Parts>::planned plan_prepare(Exec const& exec, pippenger const& msm,
                                                                     gpu::detail::on_device<typename Parts::scalar const> scalars,
                                                                     memory_plan& memory) {
    auto const shape =
        gpu::detail::chosen_shape<Parts>(gpu::widths_of<Parts>(exec, scalars), msm.window, 0, gpu::detail::threads_at_work());
    if (!shape.fits() || shape.terms > gpu::detail::most_at_once(msm)) return plan_prepare<Parts>(exec, msm, scalars.size(), memory);
    return {memory, shape, shape.windows == 0 ? 0u : 1u};
  }
  template <class Exec, class G>
  static void plan(Exec const& exec, pippenger const& msm, gpu::detail::on_device<affine<G> const>,
                   gpu::detail::on_device<typename G::scalar const> scalars, memory_plan& memory) {
    auto const digits = plan_prepare<short_parts<G>>(exec, msm, scalars, memory);
    digits.template plan_sum<G>(memory);
  }
};

static_assert(runs_on<pippenger, policy<gpu::on_stream>>);

}  // namespace lucid::inline v0
