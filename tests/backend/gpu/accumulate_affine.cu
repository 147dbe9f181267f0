#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <lucid/backend/gpu/accumulate_affine.cuh>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/memory/device_pool.cuh>
#include <support/cuda_machine.hpp>
#include <support/tiny_curve.hpp>

using namespace lucid;

namespace {

struct generator {
  std::uint64_t state;
  std::uint32_t below(std::size_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>((state >> 33) % n);
  }
};

// Tasks of up to `longest` items of few bases, so that equal and opposite points and infinity come often.
template <class G>
void sums_are_plain(std::vector<affine<G>> const& bases, std::size_t tasks, std::uint32_t longest, std::uint32_t each, bool with_places,
                    std::size_t how_many_bases) {
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  constexpr auto device = memory_space::device;
  generator random{tasks + longest + each};
  std::vector<std::uint32_t> items, begin, length, order(tasks), places;
  for (std::size_t t = 0; t < tasks; ++t) {
    std::uint32_t const n = random.below(longest + 1);
    begin.push_back(static_cast<std::uint32_t>(items.size()));
    length.push_back(n);
    for (std::uint32_t k = 0; k < n; ++k) items.push_back(random.below(2 * how_many_bases));
  }
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return length[a] > length[b]; });
  if (with_places) {
    for (std::size_t i = 0; i < how_many_bases; ++i) {
      places.push_back(i % 3 == 1 ? ~std::uint32_t{0} : static_cast<std::uint32_t>(how_many_bases - 1 - i));
    }
  }
  auto const up = [&](std::vector<std::uint32_t> const& v) { return clone_to<device, std::uint32_t>(exec, view<std::uint32_t const>{v}); };
  auto const d_bases = clone_to<device, affine<G>>(exec, view<affine<G> const>{bases});
  auto const d_items = up(items), d_begin = up(begin), d_length = up(length), d_order = up(order), d_places = up(places);
  buffer<xyzz<G>, device> sums{exec, tasks};
  gpu::detail::add_tasks_affine<G>(exec, d_bases, d_places, d_items, d_order, d_begin, d_length, sums, each);
  std::vector<xyzz<G>> back(tasks);
  gpu::copy(stream, sums.all(), view<xyzz<G>>{back});
  stream.synchronize();
  std::size_t bad = 0;
  for (std::size_t t = 0; t < tasks; ++t) {
    affine<G> expected = affine<G>::infinity();
    for (std::uint32_t k = 0; k < length[t]; ++k) {
      std::uint32_t const item = items[begin[t] + k];
      std::uint32_t const place = with_places ? places[item / 2] : item / 2;
      if (place == ~std::uint32_t{0}) continue;
      expected = tiny::textbook_sum(expected, item % 2 != 0 ? -bases[place] : bases[place]);
    }
    bad += !(back[t] == xyzz<G>{expected});
  }
  CAPTURE(tasks);
  CAPTURE(longest);
  CAPTURE(each);
  CHECK(bad == 0);
}

}  // namespace

TEST_CASE("affine accumulation: the sum of each task, with equal and opposite points and infinity among them") {
  lucid_test::machine const fresh;
  using G = tiny::curve_97;
  auto const bases = tiny::all_points<G>();
  for (bool const with_places : {false, true}) {
    for (std::size_t const tasks : {0u, 1u, 2u, 127u, 128u, 129u, 1500u}) {
      for (std::uint32_t const each : {1u, 3u, 8u}) sums_are_plain<G>(bases, tasks, 9, each, with_places, bases.size());
    }
    sums_are_plain<G>(bases, 300, 0, 2, with_places, bases.size());
    sums_are_plain<G>(bases, 300, 1, 2, with_places, bases.size());
    sums_are_plain<G>(bases, 300, 20, 4, with_places, 1);  // infinity alone
    sums_are_plain<G>(bases, 300, 20, 4, with_places, 3);
  }
}

TEST_CASE("affine accumulation: points of order two, which have no tangent of a slope") {
  lucid_test::machine const fresh;
  using G = tiny::curve_12;
  auto const bases = tiny::all_points<G>();
  sums_are_plain<G>(bases, 500, 7, 3, false, bases.size());
}

TEST_CASE("affine accumulation: curves of full size") {
  lucid_test::machine const fresh;
  std::vector<affine<bn254::g1>> first{affine<bn254::g1>::generator()};
  std::vector<affine<bn254::g2>> second{affine<bn254::g2>::generator()};
  for (int i = 0; i < 20; ++i) {
    first.push_back(tiny::textbook_sum(first.back(), first.front()));
    second.push_back(tiny::textbook_sum(second.back(), second.front()));
  }
  sums_are_plain<bn254::g1>(first, lucid_test::on_a_card ? 20'000 : 60, 5, 2, false, first.size());
  sums_are_plain<bn254::g2>(second, lucid_test::on_a_card ? 5'000 : 20, 5, 2, false, second.size());
}
