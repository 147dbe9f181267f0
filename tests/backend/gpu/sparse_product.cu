// Resident rows against plain lists: every length around a thread's share, every width of codes, and rows of thousands of terms.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <laws/ntt.hpp>
#include <laws/sparse_matrix.hpp>
#include <lucid/backend/gpu/sparse_product.cuh>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/gathered_upload.hpp>
#include <lucid/memory/device_pool.cuh>
#include <support/cuda_machine.hpp>

using namespace lucid;

namespace {

template <class F>
void agrees(auto const& exec, std::vector<std::size_t> const& lengths, std::size_t pool, std::uint64_t seed, bool wide = false) {
  constexpr memory_space device = memory_space::device;
  laws::plain_matrix<F> const plain{lengths, 20'100, pool, seed};
  coefficient_dictionary<F> dictionary;
  auto const stored = laws::stored(plain, dictionary);
  auto const x = laws::random_vector<F>(20'100, 1);
  auto const expected = laws::product(plain, x);

  qap::row_arrays<F> const arrays{exec, stored.matrix()};
  std::vector<std::uint8_t> actions(qap::coefficient_action::length(dictionary.size()));
  qap::coefficient_action::fill<F>(dictionary.all(), actions);
  auto const here = arrays.rows(dictionary.all(), actions);
  CHECK(here.terms() == stored.matrix().terms());
  CHECK(here.wide_code.empty() != wide);
  qap::resident_rows<F, device> there;
  gathered_upload<device> upload;
  upload.add(here.start, there.start);
  upload.add(here.column, there.column);
  upload.add(here.code, there.code);
  upload.add(here.wide_code, there.wide_code);
  upload.add(here.pieces, there.pieces);
  upload.add(here.long_rows, there.long_rows);
  upload.add(here.dictionary, there.dictionary);
  upload.add(here.actions, there.actions);
  auto const owner = upload.go(exec);
  CHECK(owner.size() == upload.bytes());
  auto const values = clone_to<device, F>(exec, view<F const>{x});
  buffer<F, device> y{exec, lengths.size()};
  qap::sparse_product{}(exec, there, values.all(), y.all());
  std::vector<F> back(lengths.size());
  copy<F>(exec, view<F const, device>{y.all()}, view<F>{back});
  synchronize(exec);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) wrong += back[i] != expected[i];
  CHECK(wrong == 0);
}

template <class F>
void agrees_for_all() {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  auto const exec = gpu::on(stream).with(pool);
  agrees<F>(exec, {1}, 3, 1);
  agrees<F>(exec, {0, 0, 0}, 3, 1);
  agrees<F>(exec, {31, 32, 33, 63, 64, 65, 0, 1, 2}, 300, 2);
  agrees<F>(exec, {5, 20'000, 0, 0, 1, 2048, 2049, 4}, 300, 3);
  agrees<F>(exec, laws::telling_lengths(), 300, 4);
  agrees<F>(exec, laws::telling_lengths(), 2, 5);
}

}  // namespace

TEST_CASE("sparse_product on a device: the rows of a key, whatever their lengths and codes") {
  agrees_for_all<bn254::scalar>();
  agrees_for_all<bls12_381::scalar>();
}

// 70,000 different coefficients: codes of four bytes, and more than have an action.
TEST_CASE("sparse_product on a device: a dictionary past 2^16") {
  lucid_test::machine const fresh;
  memory::device_pool pool;
  gpu::stream const stream;
  agrees<bn254::scalar>(gpu::on(stream).with(pool), std::vector<std::size_t>(60, 5'000), 300'000, 6, true);
}
