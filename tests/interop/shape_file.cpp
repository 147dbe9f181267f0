#include <lucid/interop/shape_file.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <laws/sparse_matrix.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/sparse_product.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/field/two_adic.hpp>
#include <lucid/qap/multiply.hpp>
#include <support/scratch_folder.hpp>
#include <support/small_fields.hpp>
#include <support/toy_systems.hpp>
#if LUCID_TEST_HAS_TBB
#include <lucid/backend/cpu/par.hpp>
#endif

using namespace lucid;

namespace {

// Every length and width of rows in A and B, few in C.
template <class F>
shape<F> telling_shape(bool has_c = true) {
  shape_builder<F> builder{400, 3, 400, has_c};
  int name = 0;
  for (std::uint64_t const seed : {1u, 2u}) {
    laws::plain_matrix<F> const plain{laws::telling_lengths(), 400, 300, seed};
    for (std::size_t row = 0; row < plain.rows.size(); ++row) {
      for (auto const& t : plain.rows[row]) builder.add(static_cast<matrix_name>(name), row, t.column, t.coefficient);
    }
    ++name;
  }
  for (std::size_t row = 0; has_c && row < 100; ++row) builder.add(matrix_name::c, row, row, F{2});
  return builder.finish(300);
}

template <class F>
void round_trip(shape<F> const& circuit) {
  support::scratch_folder const folder;
  save_shape(cpu::seq, folder / "s", circuit);
  auto const mapped = map_shape<F>(cpu::seq, folder / "s");
  auto const loaded = load_shape<F>(cpu::seq, folder / "s");
  auto const believed = map_shape<F>(cpu::seq, folder / "s", trust::unchecked_from_self);
  for (auto const& other : {mapped, loaded, believed}) {
    CHECK(other == circuit);
    CHECK(other.hash() == circuit.hash());
    CHECK(other.constraints() == circuit.constraints());
    CHECK(other.variables() == circuit.variables());
    CHECK(other.public_inputs() == circuit.public_inputs());
    CHECK(other.has_c() == circuit.has_c());
    CHECK(other.bytes() == circuit.bytes());
  }
  // What is written from a mapped shape is the same file.
  save_shape(cpu::seq, folder / "t", mapped);
  CHECK(support::read_text(folder / "s") == support::read_text(folder / "t"));
}

// Why these bytes are no shape; empty when they are one.
std::string refusal_of(std::string const& text) {
  buffer<std::byte> bytes{cpu::seq, text.size()};
  if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
  try {
    static_cast<void>(detail::decode_shape<bn254::scalar>(cpu::seq, bytes.all(), "file", trust::checked));
  } catch (decode_error const& e) {
    return e.what();
  }
  return {};
}
std::string refusal(std::string const& path) {
  try {
    static_cast<void>(map_shape<bn254::scalar>(cpu::seq, path));
  } catch (decode_error const& e) {
    CHECK(e.source() == path);
    CHECK(!e.section().empty());
    return e.what();
  } catch (io_error const& e) {
    return e.what();
  }
  return {};
}

}  // namespace

TEST_CASE_TEMPLATE("shape file: what is read is what was written", F, bn254::scalar, bls12_381::scalar, prime_field<lucid_test::field_97>) {
  round_trip(telling_shape<F>());
  round_trip(telling_shape<F>(false));
  round_trip(lucid_test::no_constraints<F>(0).circuit);
  round_trip(lucid_test::multiplier<F>().circuit);
}

TEST_CASE("shape file: a mapped shape multiplies, and outlives the name of its file") {
  using F = bn254::scalar;
  auto const system = lucid_test::random_system<F>(500, 3, 1);
  support::scratch_folder folder;
  save_shape(cpu::seq, folder / "s", system.circuit);
  auto const mapped = map_shape<F>(cpu::seq, folder / "s");
  std::filesystem::remove(folder / "s");
  poly::domain<F> const points{9, two_adic<F::spec>::root};
  auto const ours = qap::multiply(cpu::seq, qap::matrices<F>{system.circuit}, points, system.z);
  auto const theirs = qap::multiply(cpu::seq, qap::matrices<F>{mapped}, points, system.z);
  bool same = true;
  for (std::size_t i = 0; i < points.size(); ++i) same = same && ours.a[i] == theirs.a[i] && ours.b[i] == theirs.b[i];
  CHECK(same);
}

TEST_CASE("shape file: cut off anywhere, or a bit longer, it is refused") {
  support::scratch_folder const folder;
  save_shape(cpu::seq, folder / "s", lucid_test::random_system<bn254::scalar>(20, 2, 1).circuit);
  std::string const whole = support::read_text(folder / "s");
  CHECK(refusal_of(whole).empty());
  std::size_t accepted = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) accepted += refusal_of(whole.substr(0, size)).empty();
  CHECK(accepted == 0);
  CHECK(refusal_of(whole.substr(0, 100)) == "file: header at byte 100: the file ends within its header");
  CHECK(refusal_of(whole + '\0').find("file: header at byte 24: a file of ") == 0);
  support::write_text(folder / "t", whole.substr(0, whole.size() / 2));
  CHECK(refusal(folder / "t").find(folder / "t: header at byte 24") == 0);
}

TEST_CASE("shape file: any bit that changes is noticed") {
  support::scratch_folder const folder;
  save_shape(cpu::seq, folder / "s", lucid_test::random_system<bn254::scalar>(10, 1, 1).circuit);
  std::string bytes = support::read_text(folder / "s");
  std::size_t accepted = 0;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    accepted += refusal_of(bytes).empty();
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
  }
  CHECK(accepted == 0);
}

// With a checksum that fits: the checksum is no defence, the pass over the rows is.
TEST_CASE("shape file: what no builder writes is refused, whatever the checksum") {
  using F = bn254::scalar;
  auto const good = telling_shape<F>();
  support::scratch_folder const folder;
  auto const refused = [&](constraint_matrices<F> const& bad, char const* why) {
    save_shape(cpu::seq, folder / "s", shape<F>{std::make_shared<constraint_matrices<F> const>(bad)});
    auto const text = refusal(folder / "s");
    CAPTURE(text);
    return text.find(why) != std::string::npos;
  };
  auto bad = good.matrices();
  bad.variables = 200;
  CHECK(refused(bad, "columns of A at byte "));
  bad = good.matrices();
  bad.public_inputs = bad.variables;
  CHECK(refused(bad, "header at byte 32: 400 public inputs among 400 variables"));
  bad = good.matrices();
  bad.has_c = false;
  CHECK(refused(bad, "header at byte 56: C has terms"));
  bad = good.matrices();
  bad.dictionary = bad.dictionary.subview(0, 5);
  CHECK(refused(bad, "a code beyond the dictionary"));
  bad = good.matrices();
  bad.dictionary = bad.dictionary.from(1);
  CHECK(refused(bad, "dictionary at byte 320: coefficient 0 is not 1"));
}

TEST_CASE("shape file: of another field, or no shape") {
  support::scratch_folder const folder;
  save_shape(cpu::seq, folder / "s", lucid_test::multiplier<bls12_381::scalar>().circuit);
  CHECK(refusal(folder / "s") == folder / "s: header at byte 256: the modulus is that of another field");
  save_shape(cpu::seq, folder / "s", lucid_test::multiplier<prime_field<lucid_test::field_97>>().circuit);
  CHECK(refusal(folder / "s").find("header at byte 12: elements of 8 bytes") != std::string::npos);
  support::write_text(folder / "s", std::string(1000, 'x'));
  CHECK(refusal(folder / "s").find("does not begin with") != std::string::npos);
  CHECK(refusal(folder / "missing").find("cannot be opened") != std::string::npos);
}

#if LUCID_TEST_HAS_TBB
TEST_CASE("shape file: the same bytes and the same answers on all threads") {
  using F = bn254::scalar;
  auto const circuit = lucid_test::random_system<F>(20'000, 3, 1).circuit;
  support::scratch_folder const folder;
  save_shape(cpu::seq, folder / "s", circuit);
  save_shape(cpu::par, folder / "t", circuit);
  CHECK(support::read_text(folder / "s") == support::read_text(folder / "t"));
  CHECK(map_shape<F>(cpu::par, folder / "t") == circuit);
}
#endif
