#include <doctest/doctest.h>

#include <cstddef>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/msm/window_model.hpp>
#include <vector>

namespace {

using namespace lucid;
using F = bn254::scalar;
using parts = balanced_parts<F>;
using halves = half_scalars<bn254::curve>;

std::vector<std::size_t> all_of_width(unsigned width, std::size_t n) {
  std::vector<std::size_t> widths(signed_digits<F>::bits + 1, 0);
  widths[width] = n;
  return widths;
}

TEST_CASE("window_model: the cost of full-width scalars is digits, buckets and windows") {
  window_model const model{.digit = 1, .addition = 10, .bucket = 5, .doubling = 0, .window = 0};
  signed_digits<F> const cut{13};
  double buckets = 0;
  for (unsigned j = 0; j < cut.windows(); ++j) buckets += cut.buckets(j);
  CHECK(model.cost<parts>(13, all_of_width(253, 1000)) == doctest::Approx(1000.0 * cut.windows() * 11 + buckets * 5));
}

TEST_CASE("window_model: short scalars cost the windows that they need, zeros nothing") {
  window_model const model{.digit = 0, .addition = 1, .bucket = 0, .doubling = 0, .window = 0};
  CHECK(model.cost<parts>(8, all_of_width(0, 1000)) == 0);
  CHECK(model.cost<parts>(8, all_of_width(1, 1000)) == doctest::Approx(1000));
  CHECK(model.cost<parts>(8, all_of_width(7, 1000)) == doctest::Approx(1000));
  CHECK(model.cost<parts>(8, all_of_width(8, 1000)) == doctest::Approx(2000));
  auto mixed = all_of_width(20, 10);
  mixed[1] = 100;
  CHECK(model.cost<parts>(8, mixed) == doctest::Approx(130));
}

TEST_CASE("window_model: a scalar of two parts costs two digits a window, and each bucket an image") {
  window_model const model{.digit = 0, .addition = 1, .bucket = 10, .image = 3, .doubling = 0, .window = 0};
  std::vector<std::size_t> widths(halves::bits + 1, 0);
  widths[halves::bits] = 1000;
  widths[7] = 10;
  signed_digits<F> const cut{12, halves::largest};
  double buckets = 0;
  for (unsigned j = 0; j < cut.windows(); ++j) buckets += cut.buckets(j);
  CHECK(cut.windows() == 11);
  CHECK(model.cost<halves>(12, widths) == doctest::Approx(2000.0 * 11 + 10 + 13 * buckets));
  widths[halves::bits] = 0;
  CHECK(model.cost<halves>(12, widths) == doctest::Approx(10 + 10 * 2048));
}

TEST_CASE("window_model: the choice grows with the number of scalars and never exceeds what is possible") {
  window_model const model{};
  unsigned before = 1;
  for (std::size_t n = 1; n <= std::size_t{1} << 26; n *= 2) {
    unsigned const c = model.choose<parts>(all_of_width(253, n));
    CHECK(c + 1 >= before);  // a window that divides the width better may come a step early
    CHECK(c >= 1);
    CHECK(c <= model.widest);
    before = c;
  }
  CHECK(model.choose<parts>(all_of_width(253, 1 << 20)) > model.choose<parts>(all_of_width(253, 1 << 10)));
  CHECK(model.choose<parts>(all_of_width(0, 1 << 20)) >= 1);
}

}  // namespace
