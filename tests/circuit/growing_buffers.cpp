#include <doctest/doctest.h>

#include <cstddef>
#include <type_traits>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/growing_buffers.hpp>
#include <lucid/field/prime_field.hpp>
#include <support/counting_memory.hpp>
#include <support/small_fields.hpp>

using namespace lucid;
using F = prime_field<lucid_test::field_8191>;
using exec = std::remove_const_t<decltype(cpu::seq)>;

namespace {

template <std::size_t N>
using growing = detail::growing_buffers<N, F, exec>;

bool counts_from(buffer<F> const& elements, std::size_t first, std::size_t n) {
  bool same = elements.size() == n;
  for (std::size_t i = 0; same && i < n; ++i) same = elements[i] == F{first + i};
  return same;
}

}  // namespace

TEST_CASE("growing_buffers: N buffers of one length, exact when taken") {
  for (std::size_t const expected : {std::size_t{0}, std::size_t{500}, std::size_t{1000}}) {
    growing<2> pair{cpu::seq, expected};
    for (std::size_t i = 0; i < 500; ++i) pair.push_back(F{i}, F{1000 + i});
    CHECK(pair.size() == 500);
    CHECK(counts_from(pair.take(0), 0, 500));
    CHECK(pair.is_closed());
    CHECK(counts_from(pair.take(1), 1000, 500));
    CHECK_THROWS_AS(pair.push_back(F{1}, F{1}), builder_closed);
  }
}

TEST_CASE("growing_buffers: parts fill ranges behind what is there, and nobody else adds anything meanwhile") {
  growing<1> whole{cpu::seq, 0, 3};  // a gap of 3
  for (std::size_t i = 0; i < 3; ++i) whole.data()[i] = F{i};
  whole.push_back(F{3});
  whole.hold(200);
  CHECK_THROWS_AS(whole.push_back(F{0}), argument_error);
  {
    growing<1> second{whole, 1, 100, 200};
    growing<1> first{whole, 0, 0, 100};
    for (std::size_t i = 0; i < 100; ++i) {
      second.push_back(F{104 + i});
      first.push_back(F{4 + i});
    }
    CHECK_THROWS_AS(first.push_back(F{0}), shape_mismatch);
    CHECK_THROWS_AS(second.push_back(F{0}), shape_mismatch);
  }
  whole.release(200);
  whole.push_back(F{204});
  CHECK(counts_from(whole.take(), 0, 205));
}

TEST_CASE("growing_buffers: held twice is refused, whatever is asked for") {
  growing<1> whole{cpu::seq, 0};
  whole.hold(10);
  CHECK_THROWS_AS(whole.hold(0), argument_error);
  whole.release(0);
  for (std::size_t i = 0; i < 200; ++i) whole.push_back(F{i});
  CHECK(counts_from(whole.take(), 0, 200));
}

TEST_CASE("growing_buffers: memory that runs out half-way through growing leaves all buffers as large as before") {
  for (std::size_t refused = 0; refused < 3; ++refused) {
    lucid_test::counting_memory memory;
    auto const counted = cpu::seq.with(memory);
    detail::growing_buffers<3, F, exec> three{counted, 64};
    for (std::size_t i = 0; i < 64; ++i) three.push_back(F{i}, F{i}, F{i});
    memory.refuse_after(refused);
    CHECK_THROWS_AS(three.push_back(F{64}, F{64}, F{64}), out_of_memory);
    CHECK_THROWS_AS(three.push_back(F{64}, F{64}, F{64}), out_of_memory);
    memory.refuse_after(1000);
    three.push_back(F{64}, F{64}, F{64});
    for (std::size_t i = 0; i < 3; ++i) CHECK(counts_from(three.take(i), 0, 65));
  }
}

TEST_CASE("growing_buffers: closed without being taken") {
  growing<1> one{cpu::seq, 10};
  one.push_back(F{1});
  one.close();
  CHECK_THROWS_AS(one.push_back(F{1}), builder_closed);
}
