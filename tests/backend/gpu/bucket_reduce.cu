#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/backend/gpu/bucket_reduce.cuh>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/tally.hpp>
#include <support/cuda_machine.hpp>
#include <support/tiny_curve.hpp>

using namespace lucid;

namespace {

template <class T>
using on_device = view<T, memory_space::device>;

template <class G>
std::vector<xyzz<G>> reduced(std::vector<xyzz<G>> const& buckets, unsigned windows, std::uint32_t per_window) {
  memory::device_pool pool;
  gpu::stream const stream;
  memory::tally counted{pool};
  auto const exec = gpu::on(stream).with(counted);
  auto const b = clone_to<memory_space::device, xyzz<G>>(exec, view<xyzz<G> const>{buckets});
  buffer<xyzz<G>, memory_space::device> sums{exec, windows};
  counted.restart_peak();
  std::size_t const before = counted.held();
  gpu::detail::reduce_buckets<G>(exec, b.all(), windows, per_window, sums.all());
  memory_plan plan;
  gpu::detail::plan_reduce_buckets<G>(plan, windows, per_window);
  CHECK(counted.peak() - before == plan.peak());
  std::vector<xyzz<G>> back(windows);
  gpu::copy(stream, sums.all(), view<xyzz<G>>{back});
  stream.synchronize();
  return back;
}

// Each bucket k times, in the textbook's coordinates.
template <class G>
affine<G> plain_sum(std::vector<affine<G>> const& buckets, std::size_t begin, std::uint32_t count) {
  affine<G> sum = affine<G>::infinity(), from_here = affine<G>::infinity();
  for (std::uint32_t k = count; k-- > 0;) {
    from_here = tiny::textbook_sum(from_here, buckets[begin + k]);
    sum = tiny::textbook_sum(sum, from_here);
  }
  return sum;
}

template <class G>
xyzz<G> with_denominator(affine<G> const& p, typename G::field const& z) {
  if (p.is_infinity()) return {};
  auto const zz = square(z);
  return {p.x * zz, p.y * (zz * z), zz, zz * z};
}

enum class filling { mixed, empty, equal, opposite };

template <class G>
std::vector<affine<G>> filled(filling how, std::size_t n) {
  std::vector<affine<G>> some{affine<G>::infinity(), affine<G>::generator()};
  for (int i = 0; i < 9; ++i) some.push_back(tiny::textbook_sum(some.back(), i == 4 ? some[3] : affine<G>::generator()));
  std::vector<affine<G>> result;
  std::uint64_t walk = n;
  for (std::size_t i = 0; i < n; ++i) {
    walk = walk * 6364136223846793005u + 1442695040888963407u;
    std::size_t const which = how == filling::mixed ? (walk >> 33) % some.size() : how == filling::empty ? 0 : 3;
    affine<G> const p = some[which];
    result.push_back(how == filling::opposite && i % 2 == 1 ? -p : p);
  }
  return result;
}

template <class G>
void sums_are_plain(unsigned windows, std::uint32_t per_window, filling how) {
  using F = typename G::field;
  auto const points = filled<G>(how, std::size_t{windows} * per_window);
  std::vector<xyzz<G>> buckets;
  F z = F::one();
  F const last = doubled(doubled(F::one()));
  for (affine<G> const& p : points) {
    buckets.push_back(with_denominator<G>(p, z));
    z = z == last ? F::one() : z + F::one();
  }
  auto const sums = reduced<G>(buckets, windows, per_window);
  std::size_t bad = 0;
  for (unsigned w = 0; w < windows; ++w) {
    bad += !(sums[w] == xyzz<G>{plain_sum<G>(points, std::size_t{w} * per_window, per_window)});
  }
  CAPTURE(windows);
  CAPTURE(per_window);
  CHECK(bad == 0);
}

}  // namespace

TEST_CASE("reduce_buckets: the sum with weights of every window, for all shapes of windows and all kinds of buckets") {
  lucid_test::machine const fresh;
  using G = tiny::curve_12289;
  for (filling const how : {filling::mixed, filling::empty, filling::equal, filling::opposite}) {
    for (unsigned const windows : {1u, 3u}) {
      for (std::uint32_t const per_window : {1u, 2u, 3u, 4u, 5u, 8u, 17u, 31u, 64u, 100u}) sums_are_plain<G>(windows, per_window, how);
    }
  }
  sums_are_plain<G>(0, 7, filling::mixed);
  sums_are_plain<G>(2, 0, filling::mixed);
}

TEST_CASE("reduce_buckets: runs of several lengths, and a last run that is shorter") {
  lucid_test::machine const fresh;
  using G = tiny::curve_12289;
  sums_are_plain<G>(1, 65'539, filling::mixed);
  sums_are_plain<G>(5, 13'203, filling::mixed);  // what follows a window's last run is the next window's
}

TEST_CASE("reduce_buckets: a curve of full size") {
  lucid_test::machine const fresh;
  sums_are_plain<bn254::g1>(2, lucid_test::on_a_card ? 5000 : 37, filling::mixed);
#if defined(LUCID_FAKE_CUDA)
  sums_are_plain<bn254::g2>(1, 5, filling::mixed);  // on a card in the tests of pippenger: once is enough to compile
#endif
}

TEST_CASE("reduction shapes: runs cover every bucket, levels halve, and costs stay under two and a half additions a bucket") {
  using gpu::detail::reduction_shape;
  for (std::uint32_t const windows : {1u, 2u, 12u, 32u}) {
    for (std::uint32_t const per_window : {1u, 2u, 63u, 64u, 4097u, 32768u, 1u << 22, (1u << 24) + 1}) {
      auto const shape = reduction_shape::of(windows, per_window);
      CHECK(std::uint64_t{shape.length} * shape.runs >= per_window);
      CHECK(std::uint64_t{shape.length} * (shape.runs - 1) < per_window);
      double const all = double(windows) * per_window;
      double additions = double(windows) * shape.runs * (2 * shape.length - 2);
      unsigned levels = 0;
      gpu::detail::tree_pass pass = shape.trees();
      for (; pass.nodes > 1; pass = pass.next()) {
        for (unsigned l = 0; l < pass.levels(); ++l, ++levels) {
          additions += double(windows) * pass.segments() * (32 >> l) * (l + 1 + (pass.parts - 1));
        }
      }
      CHECK((std::uint64_t{1} << levels) >= shape.runs);
      CHECK((std::uint64_t{1} << levels) < 2 * std::uint64_t{shape.runs});
      CHECK(pass.parts == shape.trees().parts + levels);
      if (per_window >= 4096) CHECK(additions <= 2.55 * all);
    }
  }
}

TEST_CASE("sum_points: signs, repetitions, and lists of every length") {
  lucid_test::machine const fresh;
  using G = tiny::curve_12289;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  auto const points = filled<G>(filling::mixed, 50);
  auto const p = clone_to<memory_space::device, affine<G>>(exec, view<affine<G> const>{points});
  for (std::size_t const n : {0u, 1u, 2u, 3u, 4u, 5u, 9u, 1000u, 20'000u}) {
    std::vector<std::uint32_t> terms(n);
    affine<G> expected = affine<G>::infinity();
    std::uint64_t walk = n;
    for (std::uint32_t& term : terms) {
      walk = walk * 6364136223846793005u + 1442695040888963407u;
      term = static_cast<std::uint32_t>((walk >> 33) % (2 * points.size()));
      affine<G> const here = points[term / 2];
      expected = tiny::textbook_sum(expected, term % 2 != 0 ? -here : here);
    }
    auto const t = clone_to<memory_space::device, std::uint32_t>(exec, view<std::uint32_t const>{terms});
    buffer<xyzz<G>, memory_space::device> sum{exec, 1};
    gpu::detail::sum_points<G>(exec, p.all(), t.all(), sum.all());
    std::vector<xyzz<G>> back(1);
    gpu::copy(stream, sum.all(), view<xyzz<G>>{back});
    stream.synchronize();
    CHECK(back[0] == xyzz<G>{expected});
  }
}
