// A proving key on a device: everything that proofs with it read, uploaded once, in one buffer, and the tables of its transform. Made by prepare(exec, key) under a
// policy that does not work on the host. Proves nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/gathered_upload.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/groth16/prepared_key.hpp>
#include <lucid/msm/digits.hpp>
#include <lucid/poly/prepared_ntt.hpp>
#include <lucid/poly/radix2_ntt.hpp>
#include <lucid/qap/coefficient_action.hpp>
#include <lucid/qap/multiply.hpp>
#include <lucid/qap/resident_rows.hpp>

namespace lucid::inline v0::groth16 {

// Immutable, and shared by any number of threads and streams of its device. The proving key, the stream and the memory it was prepared with must outlive it; it is given
// back on that stream, so that no proof with it may still run then: when a proof has been returned, none does. Moves, never copies.
template <class Curve, class Reduction, memory_space Space, class Transform>
  requires(Space != memory_space::host)
struct prepared_key<Curve, Reduction, Space, Transform> {
  using curve = Curve;
  using reduction = Reduction;
  using scalar = typename Curve::scalar;

  proving_key<Curve, Reduction> const* key;
  view<affine<typename Curve::g1> const, Space> a, b1;
  view<affine<typename Curve::g2> const, Space> b2;
  view<affine<typename Curve::g1> const, Space> l, h;
  // For each variable the place of its base in a query; no_base where it has none or infinity.
  view<std::uint32_t const, Space> places_of_a, places_of_b1, places_of_b2, places_of_l;
  qap::resident_matrices<scalar, Space> rows;
  Transform tables;
  buffer<std::byte, Space> memory;  // of all but the tables

  [[nodiscard]] groth16::verifying_key<Curve> const& verifying() const noexcept { return key->verifying; }
  [[nodiscard]] poly::domain<scalar> const& domain() const noexcept { return key->domain; }
  [[nodiscard]] qap::resident_matrices<scalar, Space> const& matrices() const noexcept { return rows; }
  // The transform of a proof with this key: its own, since the tables are made.
  template <class Ntt>
  [[nodiscard]] poly::prepared_ntt<Transform> transform(Ntt const&) const noexcept {
    return poly::prepared_ntt<Transform>{tables};
  }
  [[nodiscard]] std::size_t variables() const noexcept { return key->variables(); }
  [[nodiscard]] std::size_t public_inputs() const noexcept { return key->public_inputs(); }
};

namespace detail {

// As prove.hpp has it for a policy of the host, on the calling thread.
template <class Exec, class G>
[[nodiscard]] buffer<std::uint32_t> resident_places(Exec const& exec, qap::density const& density, std::size_t first, std::size_t variables,
                                                    view<affine<G> const> bases) {
  buffer<std::uint32_t> places{exec, variables};
  std::size_t at = 0;
  for (std::size_t i = 0; i < variables; ++i) {
    bool const has_base = i >= first && density.contains(i);
    places[i] = has_base && !bases[at].is_infinity() ? static_cast<std::uint32_t>(at) : no_base;
    if (has_base) ++at;
  }
  return places;
}

// What a key is on a device, while it still lies on the host.
template <class Curve, class Reduction>
class resident_parts {
  using scalar = typename Curve::scalar;

 public:
  template <class Exec>
  resident_parts(Exec const& exec, proving_key<Curve, Reduction> const& key)
      : key_(&key),
        a_(exec, key.matrices.shape().a()),
        b_(exec, key.matrices.shape().b()),
        actions_(exec, qap::coefficient_action::length(key.matrices.shape().dictionary().size())),
        places_of_a_(resident_places<Exec, typename Curve::g1>(exec, key.a_density, 0, key.variables(), key.a)),
        places_of_b1_(resident_places<Exec, typename Curve::g1>(exec, key.b_density, 0, key.variables(), key.b1)),
        places_of_b2_(resident_places<Exec, typename Curve::g2>(exec, key.b_density, 0, key.variables(), key.b2)),
        places_of_l_(resident_places<Exec, typename Curve::g1>(exec, qap::density{}, key.first_of_l(), key.variables(), key.l)) {
    qap::coefficient_action::fill<scalar>(key.matrices.shape().dictionary(), actions_.all());
  }

  // Into one upload; `to` must stay until that is done.
  template <memory_space Space, class Transform>
  void add_to(gathered_upload<Space>& upload, prepared_key<Curve, Reduction, Space, Transform>& to) const {
    upload.add(key_->a.all(), to.a);
    upload.add(key_->b1.all(), to.b1);
    upload.add(key_->b2.all(), to.b2);
    upload.add(key_->l.all(), to.l);
    upload.add(key_->h.all(), to.h);
    upload.add(places_of_a_.all(), to.places_of_a);
    upload.add(places_of_b1_.all(), to.places_of_b1);
    upload.add(places_of_b2_.all(), to.places_of_b2);
    upload.add(places_of_l_.all(), to.places_of_l);
    view<scalar const> const dictionary = key_->matrices.shape().dictionary();
    add(upload, a_.rows(dictionary, actions_.all()), to.rows.a);
    add(upload, b_.rows(dictionary, actions_.all()), to.rows.b);
  }

 private:
  template <memory_space Space>
  static void add(gathered_upload<Space>& upload, qap::resident_rows<scalar> const& from, qap::resident_rows<scalar, Space>& to) {
    upload.add(from.start, to.start);
    upload.add(from.column, to.column);
    upload.add(from.code, to.code);
    upload.add(from.wide_code, to.wide_code);
    upload.add(from.pieces, to.pieces);
    upload.add(from.long_rows, to.long_rows);
    upload.add(from.dictionary, to.dictionary);
    upload.add(from.actions, to.actions);
  }

  proving_key<Curve, Reduction> const* key_;
  qap::row_arrays<scalar> a_, b_;
  buffer<std::uint8_t> actions_;
  buffer<std::uint32_t> places_of_a_, places_of_b1_, places_of_b2_, places_of_l_;
};

// The bytes of one matrix there.
[[nodiscard]] constexpr std::size_t resident_bytes(qap::resident_sizes const& m) noexcept {
  auto const rounded = gathered_upload<memory_space::device>::rounded;
  return rounded((m.rows + 1) * sizeof(std::uint64_t)) + rounded(m.terms * sizeof(std::uint32_t)) + rounded(m.terms * m.code_bytes()) +
         rounded(m.pieces * sizeof(qap::row_piece)) + rounded(m.long_rows * sizeof(qap::long_row));
}

// What the upload of a key takes; not the tables of its transform.
template <class Curve, class Reduction>
[[nodiscard]] std::size_t resident_bytes(proving_key<Curve, Reduction> const& key, qap::resident_sizes const& a,
                                         qap::resident_sizes const& b) noexcept {
  using g1_point = affine<typename Curve::g1>;
  auto const rounded = gathered_upload<memory_space::device>::rounded;
  std::size_t const dictionary = key.matrices.shape().dictionary().size();
  return rounded(key.a.size() * sizeof(g1_point)) + rounded(key.b1.size() * sizeof(g1_point)) +
         rounded(key.b2.size() * sizeof(affine<typename Curve::g2>)) + rounded(key.l.size() * sizeof(g1_point)) +
         rounded(key.h.size() * sizeof(g1_point)) + 4 * rounded(key.variables() * sizeof(std::uint32_t)) + resident_bytes(a) +
         resident_bytes(b) +
         2 * (rounded(dictionary * sizeof(typename Curve::scalar)) + rounded(qap::coefficient_action::length(dictionary)));
}

}  // namespace detail

// Policies of a device: the one upload of a key, made by a setup or read from any format. Returns when it is there.
// Memory: of the device, the points, 16 bytes a variable, 6 to 8 a term, 8 a row, and the tables of the transform; of the host, for a while, all of that but the points
// and the tables. Time: that of the copy, and three looks at each term on the calling thread.
// Throws key_error where the key has not as many points as its variables ask for, argument_error where there are 2^31 − 1 variables or more; out_of_memory with the bytes
// asked for before anything is copied, device_error.
template <execution_policy Exec, class Curve, class Reduction, class Ntt = radix2_ntt>
  requires(working_space<Exec> != memory_space::host && runs_on<radix2_ntt, Exec>)
[[nodiscard]] LUCID_COLD auto prepare(Exec const& exec, proving_key<Curve, Reduction> const& key, Ntt const& ntt = {}) {
  auto const span = exec.open("groth16/prepare");
  constexpr memory_space space = working_space<Exec>;
  detail::require_all_points(key);
  if (key.variables() >= no_base) {
    throw argument_error("key: " + std::to_string(key.variables()) + " variables; at most 2^31 - 2 on a device");
  }
  detail::resident_parts<Curve, Reduction> const parts{exec, key};
  auto tables = ntt.prepare(exec, key.domain);
  prepared_key<Curve, Reduction, space, decltype(tables)> there{.key = &key,
                                                                .a = {},
                                                                .b1 = {},
                                                                .b2 = {},
                                                                .l = {},
                                                                .h = {},
                                                                .places_of_a = {},
                                                                .places_of_b1 = {},
                                                                .places_of_b2 = {},
                                                                .places_of_l = {},
                                                                .rows = {},
                                                                .tables = std::move(tables),
                                                                .memory = {}};
  there.rows.variables = key.variables();
  there.rows.appended_rows = key.matrices.appended_rows();
  gathered_upload<space> upload;
  parts.add_to(upload, there);
  exec.count("bytes moved", upload.bytes());
  there.memory = upload.go(exec);
  synchronize(exec);
  return there;
}

}  // namespace lucid::inline v0::groth16
