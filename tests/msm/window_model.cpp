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
  double const top = cut.buckets(cut.windows() - 1);
  double const digits = 1000 * (cut.windows() - 1 / (top + 1.5));
  CHECK(model.cost<parts>(13, all_of_width(253, 1000)) == doctest::Approx(digits * 11 + buckets * 5));
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
  double const top = cut.buckets(10);
  CHECK(model.cost<halves>(12, widths) == doctest::Approx(2000 * (11 - 1 / (top + 1.5)) + 10 + 13 * buckets));
  widths[halves::bits] = 0;
  CHECK(model.cost<halves>(12, widths) == doctest::Approx(10 + 10 * 2048));
}

TEST_CASE("window_model: a top window of a bit has zeros enough to count") {
  window_model const model{.digit = 0, .addition = 1, .bucket = 0, .image = 0, .doubling = 0, .window = 0};
  std::vector<std::size_t> widths(halves::bits + 1, 0);
  widths[halves::bits] = 1000;
  signed_digits<F> const cut{14, halves::largest};
  REQUIRE(cut.buckets(cut.windows() - 1) == 2);
  CHECK(model.cost<halves>(14, widths) == doctest::Approx(2000 * (10 - 1 / 3.5)));
}

// For every width of scalars alone, and all kinds of numbers of them up to more than a multiplication takes.
template <class Parts>
void choose_for_every_width(window_model const& model) {
  std::vector<std::size_t> widths(Parts::bits + 1, 0);
  for (unsigned w = 0; w <= Parts::bits; ++w) {
    double before = 0;
    for (std::size_t const n : {std::size_t{0}, std::size_t{1}, std::size_t{1023}, std::size_t{1} << 31, std::size_t{1} << 40}) {
      widths[w] = n;
      unsigned const c = model.choose<Parts>(widths);
      CHECK(c >= 1);
      CHECK(c <= model.widest);
      double const cost = model.cost<Parts>(c, widths);
      CHECK((cost > 0) == (w > 0 && n > 0));
      CHECK(cost >= before);
      CHECK(cost < 1e18);
      before = cost;
    }
    widths[w] = 0;
  }
}

TEST_CASE("window_model: every number of scalars of every width has a choice") {
  choose_for_every_width<halves>({});
  choose_for_every_width<half_scalars<bls12_381::curve>>({});
  choose_for_every_width<parts>({});
  choose_for_every_width<whole_scalar<bls12_381::scalar>>({});
}

TEST_CASE("window_model: what is cheapest near the logarithm is as cheap as anything") {
  window_model const model{};
  std::vector<std::size_t> widths(halves::bits + 1, 0);
  for (std::size_t n = 4; n <= std::size_t{1} << 31; n = n * 3 / 2) {
    for (bool const witness : {false, true}) {
      widths[halves::bits] = witness ? n / 10 : n;
      widths[1] = witness ? n * 9 / 10 : 0;
      double const chosen = model.cost<halves>(model.choose<halves>(widths), widths);
      for (unsigned c = 1; c <= model.widest; ++c) CHECK(chosen <= 1.01 * model.cost<halves>(c, widths));
    }
  }
}

TEST_CASE("window_model: more scalars of any width never cost less") {
  window_model const model{};
  for (unsigned c = 1; c <= max_window; ++c) {
    std::vector<std::size_t> widths(halves::bits + 1, 0);
    double before = 0;
    for (unsigned w = 0; w <= halves::bits; ++w) {
      widths[w] = std::size_t{1} << 31 >> w % 32;
      double const here = model.cost<halves>(c, widths);
      CHECK(here >= before);
      before = here;
    }
  }
}

TEST_CASE("window_model: a narrow bound is kept") {
  std::vector<std::size_t> widths(halves::bits + 1, 0);
  for (unsigned widest = 1; widest <= max_window; ++widest) {
    window_model const model{.widest = widest};
    for (std::size_t n = 0; n <= std::size_t{1} << 31; n = 2 * n + 1) {
      widths[halves::bits] = n;
      unsigned const c = model.choose<halves>(widths);
      CHECK(c >= 1);
      CHECK(c <= widest);
    }
  }
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

TEST_CASE("window_model: copies of bases leave digits, and buckets and doublings of one set for all that share it") {
  window_model const model{.digit = 0, .addition = 1, .bucket = 10, .image = 3, .doubling = 1, .window = 100};
  std::vector<std::size_t> widths(halves::bits + 1, 0);
  widths[halves::bits] = 1000;
  signed_digits<F> const cut{12, halves::largest};
  double const digits = 2000 * (11 - 1 / (cut.buckets(10) + 1.5));
  CHECK(model.cost<halves>(12, widths, 11) == model.cost<halves>(12, widths));
  CHECK(model.cost<halves>(12, widths, 4) == doctest::Approx(digits + 4 * (13 * 2048 + 112)));
  CHECK(model.cost<halves>(12, widths, 1) == doctest::Approx(digits + 13 * 2048 + 112));
  CHECK(window_model::sets_of_copies(11, 1) == 11);
  CHECK(window_model::sets_of_copies(11, 3) == 4);
  CHECK(window_model::sets_of_copies(11, 11) == 1);
  CHECK(window_model::sets_of_copies(11, 500) == 1);
}

TEST_CASE("window_model: of the windows that share sets, and of the divisors of a stride, the cheapest") {
  window_model const model{};
  for (std::size_t const n : {1u, 100u, 4096u, 1u << 16}) {
    std::vector<std::size_t> widths(halves::bits + 1, 0);
    widths[halves::bits] = n;
    for (unsigned const copies : {1u, 2u, 5u, 200u}) {
      auto const cost = [&](unsigned c) {
        return model.cost<halves>(c, widths, window_model::sets_of_copies(signed_digits<F>::needed(halves::bits, c), copies));
      };
      unsigned const chosen = model.choose_for_copies<halves>(widths, copies);
      for (unsigned c = 1; c <= model.widest; ++c) CHECK(cost(c) >= cost(chosen));
    }
    for (unsigned const stride : {1u, 13u, 60u, 64u}) {
      unsigned const chosen = model.choose_for_stride<halves>(widths, stride);
      REQUIRE(stride % chosen == 0);
      for (unsigned c = 1; c <= max_window; ++c) {
        if (stride % c == 0) CHECK(model.cost<halves>(c, widths, stride / c) >= model.cost<halves>(chosen, widths, stride / chosen));
      }
    }
  }
}

}  // namespace
