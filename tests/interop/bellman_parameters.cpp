// Parameter files of bellman: what bellman wrote comes back byte for byte, and what is bad is refused by list and byte before anything large is allocated.
#include <lucid/interop/bellman_parameters.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif
#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/group/batch_affine.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/group/xyzz.hpp>
#include <lucid/interop/mapped_file.hpp>
#include <support/counting_memory.hpp>
#include <support/hex.hpp>
#include <support/points.hpp>
#include <support/scratch_folder.hpp>

namespace {

using namespace lucid;
using curve = bls12_381::curve;
using bellman::point_check;
using support::bytes;

auto const& exec = cpu::seq;
constexpr point_check all_checks[] = {point_check::full, point_check::unchecked_subgroup, point_check::unchecked_points};

// The lists of sample.params: name, where the count stands, points, size of one.
struct list {
  char const* name;
  std::size_t counted_at, count, point;
};
constexpr list lists[] = {{"H", 1252, 15, 96}, {"L", 2696, 6, 96}, {"A", 3276, 7, 96}, {"B in G1", 3952, 4, 96}, {"B in G2", 4340, 4, 192}};

bytes sample() { return support::read_data("bellman/sample.params"); }

bellman::parameters<curve> read(bytes const& file, point_check check = point_check::full) {
  return bellman::read_parameters<curve>(exec, file, "k.params", {.check = check});
}

bytes written(bellman::parameters<curve> const& key) {
  support::scratch_folder const folder;
  atomic_file out{folder / "k.params"};
  bellman::write_parameters(exec, out, key);
  out.commit();
  auto const text = support::read_text(folder / "k.params");
  return support::to_bytes(std::as_bytes(std::span{text}));
}

template <class Bytes>
bytes with(bytes file, std::size_t at, Bytes const& put) {
  std::copy(put.begin(), put.end(), file.begin() + static_cast<std::ptrdiff_t>(at));
  return file;
}

// "section offset" of the decode_error, or what else happened.
std::string fault(bytes const& file, point_check check = point_check::full) {
  try {
    static_cast<void>(read(file, check));
  } catch (decode_error const& e) {
    CHECK(e.source() == "k.params");
    return e.section() + " " + std::to_string(e.offset());
  } catch (key_error const&) {
    return "key_error";
  }
  return "taken";
}
std::string at(list const& l, std::size_t offset) { return std::string{l.name} + " " + std::to_string(offset); }

TEST_CASE("bellman_parameters: bellman's file is written as it was read, however it was checked") {
  auto const file = sample();
  for (auto const check : all_checks) {
    auto const key = read(file, check);
    CHECK(key.verifying.key.ic.size() == 4);
    CHECK((key.h.size() == 15 && key.l.size() == 6 && key.a.size() == 7 && key.b1.size() == 4 && key.b2.size() == 4));
    CHECK(written(key) == file);
  }
  CHECK_FALSE(bellman::read_parameter_layout<curve>(file, "k.params").contributions);
}

TEST_CASE("bellman_parameters: a file that ends too early is refused, wherever it ends") {
  auto const file = sample();
  std::size_t refused = 0;
  for (std::size_t size = 0; size < file.size(); ++size) {
    try {
      static_cast<void>(read({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)}));
    } catch (decode_error const&) {
      ++refused;
    }
  }
  CHECK(refused == file.size());
  CHECK(fault(bytes(file.begin(), file.begin() + 4000)) == "B in G1 3952");
}

TEST_CASE("bellman_parameters: a wrong count is refused by list and place, and nothing is allocated for it") {
  auto const file = sample();
  CHECK(fault(with(file, 864, big_endian(5))) != "taken");
  for (auto const& l : lists) {
    for (std::uint32_t const count : {0u, 1u, std::uint32_t(l.count - 1), std::uint32_t(l.count + 1), 1u << 24, 1u << 31, ~0u}) {
      CAPTURE(count);
      auto const bad = with(file, l.counted_at, big_endian(count));
      lucid_test::counting_memory memory;
      CHECK_THROWS_AS(static_cast<void>(bellman::read_parameters<curve>(exec.with(memory), bad, "k.params")), decode_error);
      CHECK(memory.calls() == 0);
      if (count > 100) CHECK(fault(bad) == at(l, l.counted_at));
    }
  }
}

TEST_CASE("bellman_parameters: lists that do not belong together are refused") {
  auto const file = sample();
  // Without its last point, a list is whole but too short for the others.
  auto const shortened = [&](list const& l, std::size_t by) {
    auto cut = with(file, l.counted_at, big_endian(static_cast<std::uint32_t>(l.count - by)));
    auto const end = cut.begin() + static_cast<std::ptrdiff_t>(l.counted_at + 4 + l.count * l.point);
    cut.erase(end - static_cast<std::ptrdiff_t>(by * l.point), end);
    return cut;
  };
  CHECK(fault(shortened(lists[0], 1)) == at(lists[0], 1252));  // 14 + 1 is no power of two
  CHECK(fault(shortened(lists[0], 8)) == "taken");             // another circuit's
  CHECK(fault(shortened(lists[2], 3)) == "taken");             // A with the inputs alone
  CHECK(fault(shortened(lists[2], 4)) == at(lists[2], 3276));  // an input is missing in A
  CHECK(fault(shortened(lists[1], 4)) == at(lists[2], 3276 - 4 * 96));
  CHECK(fault(shortened(lists[3], 1)) == at(lists[4], 4340 - 96));
  CHECK(fault(shortened(lists[4], 1)) == at(lists[4], 4340));
  CHECK(fault(shortened({"IC", 864, 4, 96}, 4)) == "IC 864");
}

TEST_CASE("bellman_parameters: nothing may follow but a whole record of phase 2 that ends in the key's delta") {
  auto const file = sample();
  std::size_t const delta_at = 576;
  bytes const delta{file.begin() + static_cast<std::ptrdiff_t>(delta_at), file.begin() + static_cast<std::ptrdiff_t>(delta_at + 96)};
  bytes contribution(544, std::byte{0xff});
  auto const record = [&](std::uint32_t count, std::vector<bytes> const& contributions) {
    auto longer = support::joined({file, bytes(64, std::byte{1}), big_endian(count)});
    for (auto const& c : contributions) longer.insert(longer.end(), c.begin(), c.end());
    return longer;
  };
  for (std::size_t const surplus : {1u, 4u, 63u, 67u, 68u, 69u, 544u, 612u}) {
    CHECK(fault(support::joined({file, bytes(surplus, std::byte{1})})) == "end 5112");
  }
  CHECK(fault(record(0, {})) == "taken");
  auto const last = with(contribution, 0, delta);
  CHECK(fault(record(1, {last})) == "taken");
  CHECK(fault(record(2, {contribution, last})) == "taken");
  CHECK(fault(record(2, {last, contribution})) == "end " + std::to_string(5112 + 68 + 544));
  CHECK(fault(record(1, {contribution})) == "end 5180");
  CHECK(fault(record(2, {last})) == "end 5112");
  CHECK(fault(record(0, {last})) == "end 5112");
  CHECK(bellman::read_parameter_layout<curve>(record(2, {contribution, last}), "k").contributions == 2u);
  CHECK(written(read(record(1, {last}))) == file);
}

// The last point of each list, so that those before it are passed.
template <class G>
void check_points_of(list const& l) {
  CAPTURE(l.name);
  auto const file = sample();
  std::size_t const where = l.counted_at + 4 + (l.count - 1) * l.point;
  seeded_entropy entropy{l.count};
  auto const outside = lucid_test::random_curve_point<G>(entropy);
  auto const refused_by = [&](auto const& point, std::size_t checks) {
    auto const bad = with(file, where, point);
    for (std::size_t i = 0; i < 3; ++i) CHECK(fault(bad, all_checks[i]) == (i < checks ? at(l, where) : "taken"));
  };
  refused_by(encode_uncompressed<zcash_format>(outside), 1);
  auto off_curve = outside;
  off_curve.y += G::field::one();
  refused_by(encode_uncompressed<zcash_format>(off_curve), 2);
  refused_by(encode_uncompressed<zcash_format>(affine<G>::infinity()), 3);
  refused_by(bytes(l.point), 3);
  refused_by(bytes(l.point / 2, std::byte{0x1f}), 3);  // x above the modulus
  refused_by(bytes(1, std::byte{0x80}), 3);
  refused_by(bytes(1, std::byte{0x20}), 3);
}

TEST_CASE(
    "bellman_parameters: infinity, coordinates too large and foreign flags are refused by every check, other curves and subgroups by the "
    "stricter") {
  for (auto const& l : std::span{lists}.first(4)) check_points_of<curve::g1>(l);
  check_points_of<curve::g2>(lists[4]);
}

// Long lists are checked together; what is wrong is named all the same.
TEST_CASE("bellman_parameters: in a long list too, a point outside the subgroup is found and named") {
  auto key = read(sample());
  std::size_t const n = 8191;
  std::vector<xyzz<curve::g1>> sums(n);
  xyzz<curve::g1> sum;
  for (auto& s : sums) s = sum += affine<curve::g1>::generator();
  key.h = buffer<affine<curve::g1>>{exec, n};
  normalize_serial<xyzz<curve::g1>>(sums, key.h.all());
  auto const file = written(key);
  CHECK(fault(file) == "taken");
  affine<curve::g1> const third{{}, curve::base{2}};  // of order 3
  key.h[6] = (jacobian<curve::g1>{key.h[6]} + third).to_affine();
  CHECK(fault(written(key)) == "H " + std::to_string(1256 + 6 * 96));
  CHECK(fault(written(key), point_check::unchecked_subgroup) == "taken");
}

// LUCID_SAPLING_OUTPUT names Zcash's sapling-output.params, 3.6 MB, SHA-256 2f0ebbcbb9bb0bcffe95a397e7eba89c29eb4dde6191c339db88570e3f3fb0e4. Its setup began
// from the same powers of tau as Sprout's, whose verifying key is in tests/data.
TEST_CASE("bellman_parameters: Zcash's published parameters are read in full and written back, where they are at hand") {
  char const* const path = std::getenv("LUCID_SAPLING_OUTPUT");
  if (path == nullptr) return;
  mapped_file const file{path};
  auto const layout = bellman::read_parameter_layout<curve>(file.bytes(), path);
  CHECK(layout.contributions == 97u);
  auto const key = bellman::read_parameters<curve>(exec, file.bytes(), path);
  CHECK(
      (key.verifying.key.ic.size() == 6 && key.h.size() == 8191 && key.l.size() == 7821 && key.a.size() == 6298 && key.b1.size() == 4850));
  auto const sprout = bellman::read_verifying_key<curve>(support::read_data("zcash/sprout-groth16.vk"), "sprout");
  CHECK(key.verifying.key.alpha_g1 == sprout.key.alpha_g1);
  CHECK(key.verifying.key.beta_g2 == sprout.key.beta_g2);
  CHECK(key.verifying.key.gamma_g2 == sprout.key.gamma_g2);
  auto const again = written(key);
  CHECK(file.bytes().size() == again.size() + 64 + 4 + 97 * 544);
  CHECK(std::equal(again.begin(), again.end(), file.bytes().begin()));
}

void flip_bits(std::size_t step) {
  auto file = sample();
  std::size_t refused = 0, tried = 0;
  for (std::size_t bit = 0; bit < 8 * file.size(); bit += step) {
    file[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
    try {
      static_cast<void>(read(file));
    } catch (error const&) {  // decode_error or key_error
      ++refused;
    }
    file[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
    ++tried;
  }
  CHECK(refused == tried);
}

TEST_CASE("bellman_parameters: a changed bit is refused") { flip_bits(331); }
TEST_CASE("bellman_parameters: any changed bit is refused [heavy]") { flip_bits(17); }

TEST_CASE("bellman_parameters: an unfinished key is refused unless it is asked for, to read and to write") {
  auto key = read(sample());
  key.verifying.key.delta_g2 = affine<curve::g2>::generator();
  key.verifying.delta_g1 = affine<curve::g1>::generator();
  CHECK_THROWS_AS(written(key), key_error);
  auto const g1 = encode_uncompressed<zcash_format>(key.verifying.delta_g1);
  auto const g2 = encode_uncompressed<zcash_format>(key.verifying.key.delta_g2);
  auto const unfinished = with(with(sample(), 576, g1), 672, g2);
  CHECK_THROWS_AS(static_cast<void>(read(unfinished)), key_error);
  CHECK_NOTHROW(
      static_cast<void>(bellman::read_parameters<curve>(exec, unfinished, "k", {.policy = groth16::key_policy::accept_unfinished})));
}

TEST_CASE("bellman_parameters: infinity is not written, in no list") {
  auto const change = [](auto member) {
    auto key = read(sample());
    (key.*member)[1] = {};
    CHECK_THROWS_AS(written(key), key_error);
  };
  using parameters = bellman::parameters<curve>;
  change(&parameters::h);
  change(&parameters::l);
  change(&parameters::a);
  change(&parameters::b1);
  change(&parameters::b2);
}

TEST_CASE("bellman_parameters: memory is 96 bytes a point in G1 and 192 in G2, and all from the policy") {
  lucid_test::counting_memory memory;
  auto const file = sample();
  static_cast<void>(bellman::read_parameters<curve>(exec.with(memory), file, "k.params"));
  CHECK(memory.calls() == 5);
  CHECK(memory.peak() == 96 * (15 + 6 + 7 + 4) + 192 * 4);
  for (std::size_t allowed = 0; allowed < 5; ++allowed) {
    lucid_test::counting_memory small;
    small.refuse_after(allowed);
    CHECK_THROWS_AS(static_cast<void>(bellman::read_parameters<curve>(exec.with(small), file, "k.params")), out_of_memory);
    CHECK(small.held() == 0);
  }
}

#if LUCID_TEST_HAS_TBB
TEST_CASE("bellman_parameters: on several threads the same, errors too") {
  auto file = sample();
  CHECK(written(bellman::read_parameters<curve>(cpu::par, file, "k.params")) == file);
  file[2800] ^= std::byte{1};
  CHECK_THROWS_AS(static_cast<void>(bellman::read_parameters<curve>(cpu::par, file, "k.params")), decode_error);
}
#endif

}  // namespace
