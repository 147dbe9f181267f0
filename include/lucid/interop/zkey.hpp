// .zkey → a proving key. Nothing in the file is believed: every point is canonical and on its curve, the points that a verifier uses are in
// the subgroup, the halves of β and δ in the two groups agree, and a key that must not be used is refused. Writing is zkey_writer.hpp.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <lucid/circuit/shape.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/growing_buffer.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/codec.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/group/batch_subgroup.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/interop/iden3_points.hpp>
#include <lucid/interop/key_rules.hpp>
#include <lucid/interop/read_point.hpp>
#include <lucid/interop/two_sided_key.hpp>
#include <lucid/interop/zkey_header.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/qap/matrices.hpp>
#include <lucid/qap/quotient.hpp>

namespace lucid::inline v0::iden3 {

// How far the points that only the prover uses are checked. A point outside the subgroup makes a proof that does not verify, and `prove`
// verifies before it returns: so `quick` checks that they are on the curve, which finds damage at a few products a point; `full` adds the
// subgroup check, for long lists by sums of random parts (group/batch_subgroup.hpp), 20 to 300 times the time.
enum class key_check { quick, full };

struct zkey_options {
  groth16::key_policy policy = groth16::key_policy::refuse_unfinished;
  key_check check = key_check::quick;
};

template <class Curve>
using zkey_proving_key = groth16::proving_key<Curve, qap::circom_reduction>;

namespace detail {

template <class Curve>
struct zkey_fixed_points {
  groth16::verifying_key<Curve> verifying;
  affine<typename Curve::g1> beta_g1, delta_g1;
};

template <class Curve>
[[nodiscard]] zkey_fixed_points<Curve> read_fixed_points(container const& file, zkey_header const& header, groth16::key_policy policy) {
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  zkey_fixed_points<Curve> points;
  byte_reader in = file.section(zkey_section::header, "header");
  in.take(4 + std::uint64_t{header.q.bytes} + 4 + header.r.bytes + 3 * 4, "counts");
  points.verifying.alpha_g1 = read_uncompressed<iden3_format, g1>(in, "alpha in G1");
  points.beta_g1 = read_uncompressed<iden3_format, g1>(in, "beta in G1");
  points.verifying.beta_g2 = read_uncompressed<iden3_format, g2>(in, "beta in G2");
  points.verifying.gamma_g2 = read_uncompressed<iden3_format, g2>(in, "gamma in G2");
  points.delta_g1 = read_uncompressed<iden3_format, g1>(in, "delta in G1");
  points.verifying.delta_g2 = read_uncompressed<iden3_format, g2>(in, "delta in G2");

  byte_reader ic = file.section(zkey_section::ic, "IC");
  points.verifying.ic.reserve(header.public_inputs + std::size_t{1});
  for (std::size_t i = 0; i <= header.public_inputs; ++i) points.verifying.ic.push_back(read_uncompressed<iden3_format, g1>(ic, "IC"));

  require_usable_from(file.source(), points.verifying, policy);
  if (points.beta_g1.is_infinity()) throw key_error(file.source() + ": key: beta in G1 is the point at infinity");
  if (points.delta_g1.is_infinity()) throw key_error(file.source() + ": key: delta in G1 is the point at infinity");
  return points;
}

template <class Curve>
void expect_halves_agree(zkey_fixed_points<Curve> const& points, std::string const& source) {
  auto const expect = [&](char const* name, auto const& in_g1, auto const& in_g2) {
    if (!is_same_multiple<Curve>(in_g1, in_g2))
      throw key_error(source + ": key: " + name + " in G1 and " + name + " in G2 do not belong together");
  };
  expect("beta", points.beta_g1, points.verifying.beta_g2);
  expect("delta", points.delta_g1, points.verifying.delta_g2);
}

// Section 4: records (matrix, row, column, coefficient·R²). One pass in any order of rows. The input rows are among them.
template <class F>
[[nodiscard]] shape<F> read_coefficients(memory_source const& memory, container const& file, zkey_header const& header) {
  using integer = typename F::integer;
  byte_reader in = file.section(zkey_section::coefficients, "coefficients");
  std::uint32_t const count = in.u32("the number of coefficients");
  std::uint64_t offset = in.offset();
  std::size_t const size = static_cast<std::size_t>(header.coefficient_bytes());
  auto const records = in.take(count, size, "coefficients");

  constexpr integer plus_one = F::arithmetic::r_squared;  // 1·R² and −1·R², by far the most frequent
  constexpr integer minus_one = (-F::from_montgomery(F::arithmetic::r_squared)).to_montgomery();
  shape_builder<F> builder{memory, header.variables, header.public_inputs, header.domain_size, false};
  for (std::size_t i = 0; i < count; ++i, offset += size) {
    std::byte const* const record = records.data() + i * size;
    auto const matrix = lucid::detail::load_little<std::uint32_t>(record);
    auto const row = lucid::detail::load_little<std::uint32_t>(record + 4);
    auto const column = lucid::detail::load_little<std::uint32_t>(record + 8);
    auto const stored = lucid::detail::load_little<integer>(record + 12);
    if (matrix > 1) in.fail_at(offset, "matrix " + std::to_string(matrix) + "; 0 (A) and 1 (B) exist");
    if (row >= header.domain_size)
      in.fail_at(offset + 4, "row " + std::to_string(row) + " of a domain of " + std::to_string(header.domain_size));
    if (column >= header.variables) in.fail_at(offset + 8, "signal " + std::to_string(column) + " of " + std::to_string(header.variables));
    if (stored >= F::modulus()) in.fail_at(offset + 12, "the coefficient is not below the modulus");
    F const k = stored == plus_one ? F::one()
                : stored == minus_one
                    ? -F::one()
                    : F::from_montgomery(F::from_montgomery(stored).to_integer());  // c·R² → c·R, the Montgomery form of c
    builder.add(matrix == 0 ? matrix_name::a : matrix_name::b, row, column, k);
  }
  return builder.finish(builder.rows_seen());
}

// The chunks of several jobs side by side in one parallel loop: the long job of another kind first, then every section in pieces.
struct chunks {
  std::size_t count, grain;
  [[nodiscard]] std::size_t pieces() const noexcept { return (count + grain - 1) / grain; }
  [[nodiscard]] std::size_t begin(std::size_t piece) const noexcept { return piece * grain; }
  [[nodiscard]] std::size_t size(std::size_t piece) const noexcept { return count - begin(piece) < grain ? count - begin(piece) : grain; }
};

}  // namespace detail

// Throws decode_error (bytes that are not what the format says), key_error (a key that must not be used), out_of_memory. Allocates nothing
// in proportion to a count that the file's own length does not confirm. Parallel: the matrices beside the points; cost `copy + 4 products`
// a point in G1, 3 times that in G2.
template <class Curve, class Exec>
[[nodiscard]] zkey_proving_key<Curve> read_zkey(Exec const& exec, view<std::byte const> bytes, std::string const& source,
                                                zkey_options options = {}) {
  auto const span = exec.open("interop/read zkey");
  exec.count("bytes", bytes.size());
  using scalar = typename Curve::scalar;
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  container const file{bytes, source, zkey_kind};
  zkey_header const header = read_zkey_header(file);
  expect_modulus<typename Curve::base>(header.q, source, "the prime q");
  expect_modulus<scalar>(header.r, source, "the prime r");
  unsigned const log2_size = static_cast<unsigned>(std::countr_zero(header.domain_size));
  if (log2_size >= poly::domain<scalar>::max_log2_size) {
    throw decode_error(source, "section 2 (header)", header.r.offset,
                       "a domain of 2^" + std::to_string(log2_size) +
                           " points is not supported: twice its size must divide r - 1, which allows at most 2^" +
                           std::to_string(poly::domain<scalar>::max_log2_size - 1));
  }
  auto fixed = [&] {
    auto const part = exec.open("interop/read zkey/fixed points");
    return detail::read_fixed_points<Curve>(file, header, options.policy);
  }();

  auto const section_g1 = [&](std::uint32_t type, char const* name, std::size_t count) {
    byte_reader in = file.section(type, name);
    return point_section<g1>{in, count, "points"};
  };
  std::size_t const private_inputs = header.variables - std::size_t{header.public_inputs} - 1;
  std::array<point_section<g1>, 4> const in_g1{
      section_g1(zkey_section::a, "A", header.variables), section_g1(zkey_section::b1, "B1", header.variables),
      section_g1(zkey_section::c, "C", private_inputs), section_g1(zkey_section::h, "H", header.domain_size)};
  byte_reader b2_reader = file.section(zkey_section::b2, "B2");
  point_section<g2> const in_g2{b2_reader, header.variables, "points"};

  std::array<buffer<affine<g1>>, 4> points_g1;
  buffer<affine<g2>> points_g2;
  std::optional<shape<scalar>> circuit;
  // Side by side on all threads, and so one part.
  auto const decode = [&] {
    auto const part = exec.open("interop/read zkey/points and coefficients");
    std::size_t elements = in_g2.size();
    for (auto const& section : in_g1) elements += section.size();
    exec.count("elements", elements);
    for (std::size_t k = 0; k < in_g1.size(); ++k) points_g1[k] = buffer<affine<g1>>{exec, in_g1[k].size()};
    points_g2 = buffer<affine<g2>>{exec, in_g2.size()};

    constexpr std::size_t grain = 1024;
    constexpr auto check = subgroup_check::unchecked_subgroup;
    detail::chunks const g2_chunks{in_g2.size(), grain / 4 + 1};
    std::size_t jobs = 2 + g2_chunks.pieces();
    for (auto const& section : in_g1) jobs += detail::chunks{section.size(), grain}.pieces();
    for_ranges(exec, jobs, 1, [&](std::size_t job, std::size_t) {
      if (job == 0) {
        circuit = detail::read_coefficients<scalar>(exec, file, header);
        return;
      }
      if (job == jobs - 1) {
        detail::expect_halves_agree(fixed, source);
        return;
      }
      --job;
      if (job < g2_chunks.pieces()) {
        in_g2.read(g2_chunks.begin(job), points_g2.all().subview(g2_chunks.begin(job), g2_chunks.size(job)), check);
        return;
      }
      job -= g2_chunks.pieces();
      for (std::size_t k = 0; k < in_g1.size(); ++k) {
        detail::chunks const pieces{in_g1[k].size(), grain};
        if (job < pieces.pieces()) {
          in_g1[k].read(pieces.begin(job), points_g1[k].all().subview(pieces.begin(job), pieces.size(job)), check);
          return;
        }
        job -= pieces.pieces();
      }
    });
  };
  decode();

  if (options.check == key_check::full) {
    // All together first; where that fails, one by one, to name the point.
    auto const expect_subgroup = [&exec]<class G>(point_section<G> const& section, buffer<affine<G>> const& points) {
      if (!all_in_subgroup<G>(exec, points.all())) static_cast<void>(section.read_all(exec, subgroup_check::required));
    };
    for (std::size_t k = 0; k < in_g1.size(); ++k) expect_subgroup(in_g1[k], points_g1[k]);
    expect_subgroup(in_g2, points_g2);
  }

  return {.verifying = std::move(fixed.verifying),
          .beta_g1 = fixed.beta_g1,
          .delta_g1 = fixed.delta_g1,
          .domain = {log2_size, qap::circom_reduction::full_order_root<scalar>()},
          .matrices = qap::matrices<scalar>{*circuit, qap::input_rows::inside},
          .a = std::move(points_g1[0]),
          .b1 = std::move(points_g1[1]),
          .b2 = std::move(points_g2),
          .l = std::move(points_g1[2]),
          .h = std::move(points_g1[3])};
}

// The verifying key alone: sections 2 and 3. Throws as read_zkey.
template <class Curve>
[[nodiscard]] groth16::verifying_key<Curve> read_zkey_verifying_key(view<std::byte const> bytes, std::string const& source,
                                                                    groth16::key_policy policy = groth16::key_policy::refuse_unfinished) {
  container const file{bytes, source, zkey_kind};
  zkey_header const header = read_zkey_header(file);
  expect_modulus<typename Curve::base>(header.q, source, "the prime q");
  expect_modulus<typename Curve::scalar>(header.r, source, "the prime r");
  return detail::read_fixed_points<Curve>(file, header, policy).verifying;
}

}  // namespace lucid::inline v0::iden3
