// Parameter files of bellman and bellperson (Zcash, Filecoin), read and written as they are: lists of points, for a circuit that is not in the file. BLS12-381,
// points in Zcash's format. With a circuit they become a proving key in bellman_key.hpp; verifying keys and proofs are bellman.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/group/batch_subgroup.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/group/endomorphism.hpp>
#include <lucid/interop/atomic_file.hpp>
#include <lucid/interop/bellman.hpp>
#include <lucid/interop/byte_reader.hpp>
#include <lucid/interop/key_rules.hpp>
#include <lucid/interop/read_point.hpp>
#include <lucid/interop/two_sided_key.hpp>

namespace lucid::inline v0::bellman {

// What is in a file. Variables with a point at infinity in A or B are left out.
template <class Curve>
struct parameters {
  using curve = Curve;

  two_sided_verifying_key<Curve> verifying;
  buffer<affine<typename Curve::g1>> h;   // τ^i·t(τ)/δ, i < domain size − 1
  buffer<affine<typename Curve::g1>> l;   // one a private variable
  buffer<affine<typename Curve::g1>> a;   // the constant one and the public inputs, then the private variables that occur in A
  buffer<affine<typename Curve::g1>> b1;  // the variables that occur in B, public inputs first
  buffer<affine<typename Curve::g2>> b2;  // the same
};

// How far the points of the five lists are checked; those of the verifying key always are in full. Whatever is skipped, `prove` verifies its own proof.
enum class point_check {
  full,                // canonical, on the curve, in the subgroup, not infinity
  unchecked_subgroup,  // on the curve, at a twentieth of the time or less
  unchecked_points,    // canonical coordinates alone: for a file whose digest is known to be right
};

struct parameter_options {
  groth16::key_policy policy = groth16::key_policy::refuse_unfinished;
  point_check check = point_check::full;
};

// Points one after the other.
struct point_list {
  char const* name;
  std::uint64_t offset;  // of the first, in the file
  std::size_t count;
  std::span<std::byte const> bytes;

  [[nodiscard]] std::uint64_t counted_at() const noexcept { return offset - 4; }
};

// Where the lists of a file are, found from its counts and its length alone.
struct parameter_layout {
  std::span<std::byte const> verifying_key;
  point_list ic, h, l, a, b1, b2;
  std::optional<std::uint32_t> contributions;  // to phase 2, where a record of it stands behind the lists
};

namespace detail {

[[nodiscard]] inline point_list next_list(byte_reader& file, char const* name, std::size_t point_size) {
  auto const counted_at = file.offset();
  std::size_t const count = read_u32_big_endian(file, name);
  if (count > file.remaining() / point_size) {
    throw decode_error(file.source(), name, counted_at,
                       std::to_string(count) + " points do not fit in the " + std::to_string(file.remaining()) + " bytes left");
  }
  auto const offset = file.offset();
  return {name, offset, count, file.take(count, point_size, name)};
}

// Zcash's files go on with the record of phase 2: a digest of 64 bytes ‖ u32be count ‖ that many contributions, each δ and two points of G1, one of G2, and a
// digest. Its length is checked, and that the last δ is the key's.
template <class Curve>
[[nodiscard]] std::optional<std::uint32_t> phase_two_record(byte_reader& file, std::span<std::byte const> delta_g1) {
  if (file.remaining() == 0) return std::nullopt;
  constexpr std::size_t g1_size = uncompressed_size<zcash_format, typename Curve::g1>;
  constexpr std::size_t digest = 64;
  constexpr std::size_t contribution = 3 * g1_size + uncompressed_size<zcash_format, typename Curve::g2> + digest;
  auto const begin = file.offset();
  auto const refuse = [&] {
    throw decode_error(file.source(), "end", begin, "what follows the lists is not a record of phase 2, and nothing else may follow");
  };
  std::size_t const length = file.remaining();
  if (length < digest + 4 || (length - digest - 4) % contribution != 0) refuse();
  file.take(digest, "digest");
  std::uint32_t const count = read_u32_big_endian(file, "contributions");
  if (count != (length - digest - 4) / contribution) refuse();
  for (std::uint32_t i = 0; i < count; ++i) {
    auto const delta = file.take(contribution, "contribution").first(g1_size);
    if (i + 1 == count && !std::equal(delta.begin(), delta.end(), delta_g1.begin(), delta_g1.end())) {
      throw decode_error(file.source(), "end", file.offset() - contribution, "the last contribution's delta is not the key's");
    }
  }
  return count;
}

}  // namespace detail

// Throws decode_error: a list that the file has no room for, lists that do not belong together, bytes behind the last list that are not a record of phase 2.
// Looks at no point; O(contributions).
template <class Curve>
[[nodiscard]] parameter_layout read_parameter_layout(view<std::byte const> bytes, std::string const& source) {
  constexpr std::size_t g1_size = uncompressed_size<zcash_format, typename Curve::g1>;
  constexpr std::size_t g2_size = uncompressed_size<zcash_format, typename Curve::g2>;
  std::span<std::byte const> const all{bytes.data(), bytes.size()};
  byte_reader file{all, source, "bellman parameters", 0};
  auto const fixed = file.take(3 * g1_size + 3 * g2_size, "verifying key");
  auto const ic = detail::next_list(file, "IC", g1_size);
  parameter_layout layout{.verifying_key = all.first(static_cast<std::size_t>(file.offset())),
                          .ic = ic,
                          .h = detail::next_list(file, "H", g1_size),
                          .l = detail::next_list(file, "L", g1_size),
                          .a = detail::next_list(file, "A", g1_size),
                          .b1 = detail::next_list(file, "B in G1", g1_size),
                          .b2 = detail::next_list(file, "B in G2", g2_size),
                          .contributions = {}};
  layout.contributions = detail::phase_two_record<Curve>(file, fixed.subspan(2 * g1_size + 2 * g2_size, g1_size));

  auto const expect = [&source](bool holds, point_list const& list, std::string const& what) {
    if (!holds) throw decode_error(source, list.name, list.counted_at(), std::to_string(list.count) + " points, " + what);
  };
  std::size_t const variables = layout.ic.count + layout.l.count;
  expect(layout.ic.count > 0, layout.ic, "not even that of the constant one");
  expect(std::has_single_bit(layout.h.count + 1), layout.h, "not one less than a power of two");
  expect(layout.a.count >= layout.ic.count && layout.a.count <= variables, layout.a,
         "for " + std::to_string(layout.ic.count) + " inputs and " + std::to_string(layout.l.count) + " private variables");
  expect(layout.b1.count <= variables, layout.b1, "for " + std::to_string(variables) + " variables");
  expect(layout.b2.count == layout.b1.count, layout.b2, "but " + std::to_string(layout.b1.count) + " in G1");
  return layout;
}

namespace detail {

template <class G, class Exec>
[[nodiscard]] buffer<affine<G>> decode_list(Exec const& exec, point_list const& list, std::string const& source, point_check check) {
  constexpr std::size_t size = uncompressed_size<zcash_format, G>;
  auto const refuse = [&](std::size_t i, char const* why) {
    throw decode_error(source, list.name, list.offset + i * size, "point " + std::to_string(i) + ": " + why);
  };
  auto points = [&] {
    auto const span = exec.open("interop/decode points");
    exec.count("elements", list.count);
    exec.count("bytes", list.bytes.size());
    buffer<affine<G>> decoded_points{exec, list.count};
    bulk(
        exec, list.count,
        [&](std::size_t i) {
          auto const bytes = list.bytes.subspan(i * size, size);
          auto const decoded = check == point_check::unchecked_points
                                   ? decode_uncompressed_unchecked<zcash_format, G>(bytes)
                                   : decode_uncompressed<zcash_format, G>(bytes, subgroup_check::unchecked_subgroup);
          if (!decoded) refuse(i, describe(decoded.fault));
          if (decoded.point.is_infinity()) refuse(i, "infinity has no place in a list");
          decoded_points[i] = decoded.point;
        },
        256);
    return decoded_points;
  }();
  if (check == point_check::full && !all_in_subgroup<G>(exec, points.all())) {
    bulk(
        exec, list.count,
        [&](std::size_t i) {
          if (!is_in_subgroup(points[i])) refuse(i, describe(decode_fault::not_in_subgroup));
        },
        256);
  }
  return points;
}

template <class Curve, class Exec>
[[nodiscard]] parameters<Curve> decode_parameters(Exec const& exec, parameter_layout const& layout, std::string const& source,
                                                  parameter_options const& options) {
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  auto verifying = [&] {
    auto const span = exec.open("interop/read verifying key");
    return read_verifying_key<Curve>(layout.verifying_key, source, options.policy);
  }();
  return {.verifying = std::move(verifying),
          .h = decode_list<g1>(exec, layout.h, source, options.check),
          .l = decode_list<g1>(exec, layout.l, source, options.check),
          .a = decode_list<g1>(exec, layout.a, source, options.check),
          .b1 = decode_list<g1>(exec, layout.b1, source, options.check),
          .b2 = decode_list<g2>(exec, layout.b2, source, options.check)};
}

}  // namespace detail

// Throws decode_error, which names the list and the byte of the first thing that is wrong in some list; key_error for a key that must not be used; out_of_memory.
// Nothing is allocated before the counts agree with the file's length. Memory: 96 bytes a point in G1, 192 in G2, all from the policy, besides the file's
// pages. Parallel; cost a point in G1: 2 products to decode, 4 for the curve, 125 to 290 for the subgroup in lists of 2^14 and more (batch_subgroup.hpp, which
// errs with probability 2^−80), about 1,200 in short ones; three times that in G2.
template <class Curve, class Exec>
[[nodiscard]] parameters<Curve> read_parameters(Exec const& exec, view<std::byte const> bytes, std::string const& source,
                                                parameter_options const& options = {}) {
  auto const span = exec.open("interop/read bellman parameters");
  exec.count("bytes", bytes.size());
  return detail::decode_parameters<Curve>(exec, read_parameter_layout<Curve>(bytes, source), source, options);
}

namespace detail {

// u32be count, points. Throws argument_error for a count that does not fit, key_error for infinity.
template <class G, class Exec>
void write_list(Exec const& exec, atomic_file& out, char const* name, view<affine<G> const> points) {
  if (points.size() > 0xffff'ffff) {
    throw argument_error(out.path() + ": " + name + ": " + std::to_string(points.size()) + " points; the format counts to 2^32 - 1");
  }
  auto const span = exec.open("interop/encode points");
  out.write(big_endian(static_cast<std::uint32_t>(points.size())));
  using encoded = std::array<std::byte, uncompressed_size<zcash_format, G>>;
  exec.count("elements", points.size());
  exec.count("bytes", sizeof(std::uint32_t) + points.size() * sizeof(encoded));
  constexpr std::size_t at_once = 1 << 16;
  buffer<encoded> block{exec, std::min(at_once, points.size())};
  for (std::size_t done = 0; done < points.size(); done += block.size()) {
    std::size_t const n = std::min(block.size(), points.size() - done);
    bulk(exec, n, [&](std::size_t i) {
      if (points[done + i].is_infinity()) {
        throw key_error(out.path() + ": " + name + ": point " + std::to_string(done + i) +
                        " is infinity, which the format has no place for");
      }
      block[i] = encode_uncompressed<zcash_format>(points[done + i]);
    });
    out.write(std::span<std::byte const>{block.data()->data(), n * sizeof(encoded)});
  }
}

template <class Curve, class Exec>
void write_lists(Exec const& exec, atomic_file& out, two_sided_verifying_key<Curve> const& verifying,
                 view<affine<typename Curve::g1> const> h, view<affine<typename Curve::g1> const> l,
                 view<affine<typename Curve::g1> const> a, view<affine<typename Curve::g1> const> b1,
                 view<affine<typename Curve::g2> const> b2, groth16::key_policy policy) {
  require_usable_from(out.path(), verifying.key, policy);
  out.write(write_verifying_key(verifying));
  write_list(exec, out, "H", h);
  write_list(exec, out, "L", l);
  write_list(exec, out, "A", a);
  write_list(exec, out, "B in G1", b1);
  write_list(exec, out, "B in G2", b2);
}

}  // namespace detail

// The inverse of read_parameters, without a record of phase 2. Does not commit. Throws key_error for a key that must not be used and for infinity in a list,
// argument_error for counts above 2^32 − 1, io_error. Parallel, 2^16 points at a time.
template <class Exec, class Curve>
void write_parameters(Exec const& exec, atomic_file& out, parameters<Curve> const& key,
                      groth16::key_policy policy = groth16::key_policy::refuse_unfinished) {
  auto const span = exec.open("interop/write bellman parameters");
  detail::write_lists<Curve>(exec, out, key.verifying, key.h, key.l, key.a, key.b1, key.b2, policy);
}

}  // namespace lucid::inline v0::bellman
