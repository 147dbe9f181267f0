#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lucid/backend/gpu/bucket_shape.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>

namespace {

using namespace lucid;
using gpu::bucket_shape;

template <class Parts>
std::vector<std::size_t> full_length(std::size_t n) {
  std::vector<std::size_t> widths(Parts::bits + 1, 0);
  widths.back() = n;
  return widths;
}

TEST_CASE_TEMPLATE("gpu bucket_shape: what fits is indexed by 32 bits, up to 2^31 − 1 terms of every window", Parts, short_parts<bn254::g1>,
                   short_parts<bls12_381::g1>, balanced_parts<bn254::scalar>, whole_scalar<bls12_381::scalar>) {
  std::size_t fitting = 0;
  for (unsigned window = 1; window <= max_window; ++window) {
    for (std::size_t n :
         {std::size_t{1}, std::size_t{1000}, std::size_t{1} << 20, std::size_t{1} << 24, std::size_t{1} << 27, bucket_shape::most}) {
      CAPTURE(window);
      CAPTURE(n);
      signed_digits<typename Parts::scalar> const cut{window, Parts::largest};
      auto const shape = gpu::shape_of<Parts>(full_length<Parts>(n), window, 50'000);
      CHECK(shape.terms == n);
      CHECK(shape.digits == n * Parts::count * cut.windows());
      CHECK(shape.rows() == std::size_t{Parts::count} * cut.windows() * shape.buckets);
      for (unsigned j = 0; j < cut.windows(); ++j) CHECK(cut.buckets(j) <= shape.buckets);
      CHECK(shape.key_bits() <= 32);
      CHECK(shape.fits() == (shape.digits < std::size_t{1} << 31 && shape.rows() + shape.slots() < std::size_t{1} << 31));
      fitting += shape.fits() ? 1 : 0;
    }
  }
  CHECK(fitting > 80);
}

// Whatever the rows are, their tasks find slots: one row of all digits, and as many rows as can be that are just too long.
TEST_CASE("gpu bucket_shape: slots are enough for any rows") {
  for (std::size_t const digits : {0u, 1u, 16u, 17u, 33u, 1000u, 99'999u}) {
    for (std::uint32_t const task : {1u, 2u, 7u, 16u, 1000u}) {
      bucket_shape const shape{.terms = digits, .window = 4, .windows = 1, .parts = 1, .buckets = 8, .digits = digits, .task = task};
      CAPTURE(digits);
      CAPTURE(task);
      for (std::size_t const row : {std::size_t{task} + 1, std::size_t{task} * 2, std::size_t{task} * 2 + 1, digits}) {
        if (row <= task || row > digits) continue;
        std::size_t const rows = digits / row;
        CHECK(rows <= shape.split_rows());
        CHECK(rows * ((row + task - 1) / task) <= shape.slots());
      }
      CHECK(shape.longest() * task >= digits);
    }
  }
}

TEST_CASE("gpu bucket_shape: short scalars have few windows and one part, zeros none") {
  using parts = short_parts<bn254::g1>;
  std::vector<std::size_t> widths(parts::bits + 1, 0);
  widths[0] = 1000;
  CHECK(gpu::shape_of<parts>(widths, 9, 50'000).windows == 0);
  CHECK(gpu::shape_of<parts>(widths, 9, 50'000).rows() == 0);
  widths[1] = 500;
  widths[20] = 3;
  auto const shape = gpu::shape_of<parts>(widths, 9, 50'000);
  CHECK(shape.terms == 1503);
  CHECK(shape.digits == 500 + 3 * 3);
  CHECK(shape.windows == 3);
  CHECK(shape.parts == 1);
  CHECK(gpu::shape_of<parts>(widths, 9, 50'000, 77).task == 77);
}

// A thread of many has no more than a quarter of its share, or twice a mean row.
TEST_CASE("gpu bucket_shape: tasks are bounded, and long only where rows are or where there is much to do") {
  CHECK(gpu::task_length(0, 0, 0) > 0);
  CHECK(gpu::task_length(1'000'000, 1, 50'000) >= 1'000'000 / 4096 / 64);
  CHECK(gpu::task_length(std::size_t{1} << 31, 1, 1) <= 4096);
  CHECK(gpu::task_length(4'000'000, 40'000, 50'000) == 200);  // twice the mean
  CHECK(gpu::task_length(500'000, 700, 50'000) == 40);        // few rows: every thread has some
}

}  // namespace
