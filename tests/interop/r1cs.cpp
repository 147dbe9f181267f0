#include <lucid/interop/r1cs.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/interop/wtns.hpp>
#include <support/circom_sets.hpp>
#include <support/iden3_file.hpp>
#include <support/scratch_folder.hpp>

namespace cpu = lucid::cpu;
namespace iden3 = lucid::iden3;
using lucid::decode_error;
using lucid::matrix_name;
using support::bytes;
using support::iden3_file;
using scalar = lucid::bn254::scalar;

namespace {

template <class F>
bytes rewritten(iden3::r1cs<F> const& r1cs) {
  support::scratch_folder const folder;
  lucid::atomic_file out{folder / "c"};
  iden3::write_r1cs(cpu::seq, out, r1cs.circuit,
                    {.public_outputs = r1cs.header.public_outputs,
                     .private_inputs = r1cs.header.private_inputs,
                     .labels = r1cs.header.labels,
                     .label_of_wire = r1cs.labels});
  out.commit();
  auto const text = support::read_text(folder / "c");
  return support::to_bytes(std::as_bytes(std::span{text}));
}

// Section 2 with the terms of each linear combination by ascending wire, by moving bytes.
bytes sorted_constraints(bytes section, std::size_t term_size) {
  for (std::size_t at = 0; at < section.size();) {
    auto const count = support::number_at<std::uint32_t>(section, at);
    at += 4;
    std::vector<bytes> terms;
    for (std::uint32_t i = 0; i < count; ++i) {
      auto const from = section.begin() + static_cast<std::ptrdiff_t>(at + i * term_size);
      terms.emplace_back(from, from + static_cast<std::ptrdiff_t>(term_size));
    }
    std::sort(terms.begin(), terms.end(), [](bytes const& x, bytes const& y) {
      return support::number_at<std::uint32_t>(x, 0) < support::number_at<std::uint32_t>(y, 0);
    });
    for (bytes const& term : terms) {
      std::copy(term.begin(), term.end(), section.begin() + static_cast<std::ptrdiff_t>(at));
      at += term_size;
    }
  }
  return section;
}

template <class F>
bool satisfied(lucid::shape<F> const& circuit, lucid::view<F const> z) {
  for (std::size_t row = 0; row < circuit.constraints(); ++row) {
    auto const d = circuit.dictionary();
    if (!(circuit.a().row_value(row, d, z) * circuit.b().row_value(row, d, z) == circuit.c().row_value(row, d, z))) return false;
  }
  return true;
}

template <class F>
void check_sets(std::vector<std::string> const& folders) {
  for (auto const& folder : folders) {
    CAPTURE(folder);
    auto const data = support::read_data(folder + "/circuit.r1cs");
    auto const r1cs = iden3::read_r1cs<F>(cpu::seq, data, folder);
    CHECK(r1cs.circuit.constraints() == r1cs.header.constraints);
    CHECK(r1cs.circuit.variables() == r1cs.header.wires);
    auto const z = iden3::read_wtns_values<F>(cpu::seq, support::read_data(folder + "/witness.wtns"), folder);
    CHECK(satisfied<F>(r1cs.circuit, z));

    auto original = iden3_file::parse(data);
    auto again = iden3_file::parse(rewritten(r1cs));
    CHECK(again.content(1) == original.content(1));
    CHECK(again.content(2) == sorted_constraints(original.content(2), 4 + F::bytes));
    CHECK(again.content(3) == original.content(3));
    CHECK(iden3::read_r1cs<F>(cpu::seq, again.build(), folder).circuit == r1cs.circuit);
  }
}

bytes multiplier() { return support::read_data("circom/bn254/multiplier/circuit.r1cs"); }

iden3::r1cs<scalar> read(bytes const& data) { return iden3::read_r1cs<scalar>(cpu::seq, data, "c.r1cs"); }

std::string refusal(bytes const& data) {
  try {
    static_cast<void>(read(data));
  } catch (decode_error const& e) {
    return e.what();
  }
  FAIL("was accepted");
  return {};
}

bool contains(std::string const& text, char const* part) { return text.find(part) != std::string::npos; }

// Offsets in section 1.
constexpr std::size_t wires_at = 4 + 32, outputs_at = wires_at + 4, inputs_at = outputs_at + 4, constraints_at = inputs_at + 4 + 4 + 8;

}  // namespace

TEST_CASE("r1cs: every set is read, satisfied by its witness, and written again, byte for byte up to the order of terms") {
  auto bn254_sets = support::circom_sets("bn254");
  bn254_sets.push_back("real-world/df-whitelist");
  check_sets<lucid::bn254::scalar>(bn254_sets);
  check_sets<lucid::bls12_381::scalar>(support::circom_sets("bls12-381"));
}

TEST_CASE("r1cs: the rows are those of the circuit") {
  auto const r1cs = read(multiplier());  // out = a·b, which circom writes as −a·b = −out
  CHECK(r1cs.header.public_outputs == 1);
  CHECK(r1cs.header.public_inputs == 0);
  CHECK(r1cs.circuit.public_inputs() == 1);
  REQUIRE(r1cs.circuit.constraints() == 1);
  scalar const z[] = {scalar{1}, scalar{33}, scalar{3}, scalar{11}};
  CHECK(satisfied<scalar>(r1cs.circuit, {z, 4}));
  scalar const wrong[] = {scalar{1}, scalar{34}, scalar{3}, scalar{11}};
  CHECK_FALSE(satisfied<scalar>(r1cs.circuit, {wrong, 4}));
}

TEST_CASE("r1cs: sections in all orders") {
  auto file = iden3_file::parse(multiplier());
  file.sections.push_back({77, bytes(5)});
  auto const by_type = [](auto const& x, auto const& y) { return x.type < y.type; };
  std::sort(file.sections.begin(), file.sections.end(), by_type);
  auto const circuit = read(multiplier()).circuit;
  int orders = 0;
  do {
    CHECK(read(file.build()).circuit == circuit);
    ++orders;
  } while (std::next_permutation(file.sections.begin(), file.sections.end(), by_type));
  CHECK(orders == 24);
}

TEST_CASE("r1cs: unsorted, repeated and zero terms") {
  // A = 5·w2 + 3·w0 + 2·w2 + 0·w3, B = w1, C = empty
  bytes section;
  auto const term = [&section](std::uint32_t wire, unsigned char k) {
    support::append_number(section, wire);
    bytes value(32);
    value[0] = std::byte{k};
    section.insert(section.end(), value.begin(), value.end());
  };
  support::append_number(section, 4u);
  term(2, 5), term(0, 3), term(2, 2), term(3, 0);
  support::append_number(section, 1u);
  term(1, 1);
  support::append_number(section, 0u);
  auto file = iden3_file::parse(multiplier());
  file.content(2) = section;
  auto const circuit = read(file.build()).circuit;
  CHECK(circuit.a().row(0).size() == 2);
  CHECK(circuit.a().row(0)[0].column == 0);
  CHECK(circuit.a().row(0)[1].column == 2);
  CHECK(circuit.dictionary()[circuit.a().row(0)[0].code] == scalar{3});
  CHECK(circuit.dictionary()[circuit.a().row(0)[1].code] == scalar{7});
  CHECK(circuit.b().terms() == 1);
  CHECK(circuit.c().terms() == 0);
}

TEST_CASE("r1cs: a file without labels, with empty custom-gate sections, without constraints") {
  auto file = iden3_file::parse(multiplier());
  file.remove(3);
  CHECK(read(file.build()).labels.empty());
  file.sections.push_back({4, support::from_hex("00000000")});
  file.sections.push_back({5, support::from_hex("00000000")});
  CHECK_NOTHROW(read(file.build()));
  file.content(4)[0] = std::byte{1};
  CHECK(contains(refusal(file.build()), "custom gates"));

  file = iden3_file::parse(multiplier());
  support::put_number(file.content(1), constraints_at, 0u);
  file.content(2).clear();
  CHECK(read(file.build()).circuit.constraints() == 0);
}

TEST_CASE("r1cs: truncation at every byte is refused, a flipped bit is refused or means what it says") {
  auto const data = multiplier();
  for (std::size_t n = 0; n < data.size(); ++n) {
    bytes const cut(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(n));
    CHECK_THROWS_AS(read(cut), decode_error);
  }
  std::size_t accepted = 0;
  for (std::size_t bit = 0; bit < 8 * data.size(); ++bit) {
    auto flipped = data;
    flipped[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
    try {
      auto const r1cs = read(flipped);
      auto original = iden3_file::parse(flipped);
      auto again = iden3_file::parse(rewritten(r1cs));
      if (again.content(2).size() == original.content(2).size()) {  // no coefficient became zero
        CHECK(again.content(2) == sorted_constraints(original.content(2), 36));
      }
      CHECK(read(again.build()).circuit == r1cs.circuit);
      ++accepted;
    } catch (decode_error const&) {}
  }
  CHECK(accepted > 0);
  MESSAGE(accepted << " of " << 8 * data.size() << " flips are other circuits");
}

TEST_CASE("r1cs: what is wrong is named") {
  auto const file = iden3_file::parse(multiplier());
  auto bad = file;
  support::put_number(bad.content(2), 4, 4u);  // the first term's wire
  CHECK(contains(refusal(bad.build()), "constraint 0 names wire 4 of 4"));
  support::put_number(bad.content(2), 4, 0xffff'ffffu);
  CHECK(contains(refusal(bad.build()), "names wire 4294967295 of 4"));
  support::put_number(bad.content(2), 4, 3u);
  CHECK_NOTHROW(read(bad.build()));

  bad = file;
  std::copy_n(bad.content(1).begin() + 4, 32, bad.content(2).begin() + 8);  // the first coefficient = r
  CHECK(contains(refusal(bad.build()), "coefficient of wire 2 in constraint 0 is not below the modulus"));

  for (std::size_t const at : {wires_at, outputs_at, inputs_at, constraints_at}) {
    for (std::uint32_t const count : {0x8000'0000u, 0xffff'ffffu}) {
      bad = file;
      support::put_number(bad.content(1), at, count);
      CAPTURE(at);
      CHECK(contains(refusal(bad.build()), "c.r1cs: section"));
    }
  }
  for (std::uint32_t const count : {0u, 2u}) {
    bad = file;
    support::put_number(bad.content(1), constraints_at, count);
    CHECK(contains(refusal(bad.build()), "section 2 (constraints)"));
  }
  bad = file;
  support::put_number(bad.content(1), wires_at, 1u);
  CHECK(contains(refusal(bad.build()), "1 public signals and the constant one among 1 wires"));
  support::put_number(bad.content(1), wires_at, 0u);
  CHECK(contains(refusal(bad.build()), "among 0 wires"));
  for (std::uint32_t const terms : {4u, 0x8000'0000u, 0xffff'ffffu}) {
    bad = file;
    support::put_number(bad.content(2), 0, terms);
    CHECK(contains(refusal(bad.build()), "section 2 (constraints)"));
  }
  for (std::uint32_t const type : {1u, 2u}) {
    bad = file;
    bad.remove(type);
    CHECK(contains(refusal(bad.build()), "is missing"));
  }
  bad = file;
  bad.content(3).pop_back();
  CHECK(contains(refusal(bad.build()), "section 3 (labels)"));
  CHECK(contains(refusal(support::read_data("circom/bls12-381/multiplier/circuit.r1cs")),
                 "the field's prime is 5243587517512619047944774050818596583769055250052763"));
}

TEST_CASE("r1cs: written from a shape of our own, labels and counts are given") {
  lucid::shape_builder<scalar> rows{3, 1, 1};
  rows.add(matrix_name::a, 0, 2, scalar{1});
  rows.add(matrix_name::b, 0, 2, scalar{1});
  rows.add(matrix_name::c, 0, 1, scalar{1});
  auto const circuit = rows.finish(1);
  support::scratch_folder const folder;
  lucid::atomic_file out{folder / "c"};
  iden3::write_r1cs(cpu::seq, out, circuit);
  out.commit();
  auto const text = support::read_text(folder / "c");
  auto const again = read(support::to_bytes(std::as_bytes(std::span{text})));
  CHECK(again.circuit == circuit);
  CHECK(std::vector<std::uint64_t>(again.labels.begin(), again.labels.end()) == std::vector<std::uint64_t>{0, 1, 2});
  CHECK(again.header.labels == 3);
  CHECK(again.header.public_inputs == 1);

  lucid::shape_builder<scalar> without_c{3, 1, 1, false};
  lucid::atomic_file other{folder / "d"};
  CHECK_THROWS_AS(iden3::write_r1cs(cpu::seq, other, without_c.finish(1)), lucid::argument_error);
}
