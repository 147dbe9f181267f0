// Merkle trees of any arity: roots and paths of values, and the root that a leaf and a path lead to in a circuit. The hash is a parameter (merkle_poseidon,
// merkle_sha256, or one's own); trees with gaps and updates are not here.
// Rows a level, with the hash's (h) and the k bits of the position counted: all children are free, and the one at the position must be the digest so far.
//   merkle_poseidon   h + (Arity − 1) + k            2: h + 2   4: h + 5   8: h + 10;   circomlib's poseidon(2): 242
//   merkle_sha256     h + 2·(Arity − 1) + 256·Arity + k                    2: 45,389 with h = 44,874
//   another arity than 2^k: besides, the rows of enforce_at_most for Arity − 1: 1 for 3, 5, 6, 9, 10, 2 for 7; merkle_sha256 of an odd arity 2 more
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/config/assert.hpp>
#include <lucid/config/error.hpp>
#include <lucid/gadget/packing.hpp>
#include <lucid/gadget/poseidon.hpp>
#include <lucid/gadget/selection.hpp>
#include <lucid/gadget/sha256.hpp>
#include <lucid/gadget/sha256_digest.hpp>

namespace lucid::inline v0 {

// What a hash of nodes offers:
//   H::arity, H::digest                       children of a node, and what a node is as a value
//   h.parent(children)                        of values: std::array<digest, arity>
//   typename H::template node<CS>             what a node is in a circuit
//   h.witness(cs, value)                      a private node; the value is not looked at where only a shape is built
//   h.parent(cs, children)                    of nodes: std::array<node<CS>, arity>
//   h.value(node)                             the digest that a node stands for
//   h.enforce_child(cs, position, children, node)    children[Σ 2^i·position_i] = node
template <class H>
concept merkle_hash = (H::arity >= 2) && requires(H const& h, std::array<typename H::digest, H::arity> const& children) {
  { h.parent(children) } -> std::same_as<typename H::digest>;
};

// Nodes are field elements.
template <class F, std::size_t Arity = 2>
class merkle_poseidon {
 public:
  static constexpr std::size_t arity = Arity;
  using digest = F;
  template <class CS>
  using node = number<F>;

  // The parameters outlive this. Throws argument_error when their arity is another.
  explicit merkle_poseidon(poseidon_parameters<F> const& parameters) : parameters_(&parameters) {
    if (parameters.arity() != Arity) throw argument_error("merkle: parameters for arity " + std::to_string(parameters.arity()));
  }

  [[nodiscard]] F parent(std::array<F, Arity> const& children) const { return poseidon_digest<F>(*parameters_, children); }
  [[nodiscard]] static F value(number<F> const& x) { return x.value(); }
  template <constraint_system CS>
  [[nodiscard]] number<F> witness(CS& cs, F const& x) const {
    return witness_number(cs, x);
  }
  template <constraint_system CS>
  [[nodiscard]] number<F> parent(CS& cs, std::array<number<F>, Arity> const& children) const {
    return poseidon(cs, *parameters_, children);
  }
  template <constraint_system CS>
  void enforce_child(CS& cs, std::span<boolean const> position, std::array<number<F>, Arity> const& children, number<F> const& x) const {
    enforce_selected(cs, position, children, x);
  }

 private:
  poseidon_parameters<F> const* parameters_;
};

// Nodes are 256 bits, the highest of each byte first; a node is the SHA-256 of its children's 32·Arity bytes. Leaves and nodes are not told apart by the hash.
template <std::size_t Arity = 2>
class merkle_sha256 {
 public:
  static constexpr std::size_t arity = Arity;
  using digest = std::array<std::uint8_t, 32>;
  template <class CS>
  using node = std::array<boolean, 256>;

  [[nodiscard]] static digest parent(std::array<digest, Arity> const& children) noexcept {
    std::array<std::uint8_t, 32 * Arity> message;
    for (std::size_t i = 0; i < message.size(); ++i) message[i] = children[i / 32][i % 32];
    return sha256_digest(message);
  }
  [[nodiscard]] static digest value(std::array<boolean, 256> const& bits) noexcept {
    digest bytes{};
    for (std::size_t i = 0; i < 256; ++i) bytes[i / 8] = static_cast<std::uint8_t>(bytes[i / 8] << 1 | (bits[i].value() ? 1 : 0));
    return bytes;
  }
  template <constraint_system CS>
  [[nodiscard]] static std::array<boolean, 256> witness(CS& cs, digest const& bytes) {
    return witness_bytes(cs, bytes);
  }
  template <constraint_system CS>
  [[nodiscard]] static std::array<boolean, 256> parent(CS& cs, std::array<std::array<boolean, 256>, Arity> const& children) {
    std::array<boolean, 256 * Arity> message;
    for (std::size_t i = 0; i < message.size(); ++i) message[i] = children[i / 256][i % 256];
    return sha256(cs, std::span<boolean const>{message});
  }
  // Bits are compared packed, 2 rows where 2·packing_capacity ≥ 256: no integer below 2^capacity reaches the modulus, so equal sums have equal bits.
  template <constraint_system CS>
  static void enforce_child(CS& cs, std::span<boolean const> position, std::array<std::array<boolean, 256>, Arity> const& children,
                            std::array<boolean, 256> const& x) {
    constexpr std::size_t capacity = packing_capacity<typename CS::field>;
    for (std::size_t begin = 0; begin < 256; begin += capacity) {
      auto const chunk = [begin, size = std::min<std::size_t>(capacity, 256 - begin)](std::array<boolean, 256> const& bits) {
        return packed_bits{std::span{bits}.subspan(begin, size)};
      };
      std::array<packed_bits, Arity> packed;
      for (std::size_t i = 0; i < Arity; ++i) packed[i] = chunk(children[i]);
      enforce_selected(cs, position, packed, chunk(x));
    }
  }
};

// From a leaf to the root: the siblings of each level, in the order of the children with the path's own left out.
template <merkle_hash H>
struct merkle_path {
  std::uint64_t index = 0;  // of the leaf; digit l to the base Arity is the place among the children at level l
  std::vector<std::array<typename H::digest, H::arity - 1>> siblings;

  merkle_path() = default;
  // Of so many levels, without values: enough for a shape.
  explicit merkle_path(std::size_t levels) : siblings(levels) {}

  [[nodiscard]] std::size_t levels() const noexcept { return siblings.size(); }
};

namespace detail {

// The siblings with x among them.
template <class T, std::size_t N>
std::array<T, N + 1> inserted(std::array<T, N> const& siblings, std::size_t place, T const& x) {
  std::array<T, N + 1> all;
  for (std::size_t i = 0; i <= N; ++i) all[i] = i == place ? x : siblings[i < place ? i : i - 1];
  return all;
}

}  // namespace detail

// The root that a leaf has by a path. Which leaves are on it is the caller's to compare.
template <merkle_hash H>
[[nodiscard]] typename H::digest merkle_root(H const& hash, typename H::digest leaf, merkle_path<H> const& path) {
  std::uint64_t index = path.index;
  for (auto const& siblings : path.siblings) {
    leaf = hash.parent(detail::inserted(siblings, static_cast<std::size_t>(index % H::arity), leaf));
    index /= H::arity;
  }
  return leaf;
}

// A full tree of values: Arity^levels leaves. n·Arity/(Arity − 1) digests, as many hashes as inner nodes.
template <merkle_hash H>
class merkle_tree {
 public:
  using digest = typename H::digest;

  // Throws argument_error unless the number of leaves is a power of Arity.
  merkle_tree(H const& hash, std::vector<digest> leaves) {
    if (leaves.empty()) throw argument_error("merkle: a tree without leaves");
    levels_.push_back(std::move(leaves));
    while (levels_.back().size() > 1) {
      auto const& below = levels_.back();
      if (below.size() % H::arity != 0) throw argument_error("merkle: the number of leaves is no power of " + std::to_string(H::arity));
      std::vector<digest> level(below.size() / H::arity);
      for (std::size_t i = 0; i < level.size(); ++i) {
        std::array<digest, H::arity> children;
        for (std::size_t j = 0; j < H::arity; ++j) children[j] = below[i * H::arity + j];
        level[i] = hash.parent(children);
      }
      levels_.push_back(std::move(level));
    }
  }

  [[nodiscard]] digest const& root() const noexcept { return levels_.back()[0]; }
  [[nodiscard]] std::size_t levels() const noexcept { return levels_.size() - 1; }
  [[nodiscard]] std::vector<digest> const& leaves() const noexcept { return levels_.front(); }

  // Throws argument_error for an index past the leaves.
  [[nodiscard]] merkle_path<H> path(std::uint64_t index) const {
    if (index >= leaves().size()) throw argument_error("merkle: leaf " + std::to_string(index) + " of " + std::to_string(leaves().size()));
    merkle_path<H> path{levels()};
    path.index = index;
    for (std::size_t level = 0; level < levels(); ++level) {
      std::size_t const first = static_cast<std::size_t>(index / H::arity * H::arity);
      std::size_t const place = static_cast<std::size_t>(index % H::arity);
      for (std::size_t i = 0; i + 1 < H::arity; ++i) path.siblings[level][i] = levels_[level][first + i + (i < place ? 0 : 1)];
      index /= H::arity;
    }
    return path;
  }

 private:
  std::vector<std::vector<digest>> levels_;
};

// The bits of a leaf's index, least significant first, k a level; at most 64, in place.
class merkle_position {
 public:
  static constexpr std::size_t capacity = 64;

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] boolean* begin() noexcept { return bits_.data(); }
  [[nodiscard]] boolean* end() noexcept { return bits_.data() + size_; }
  // NOLINTNEXTLINE(google-explicit-constructor)
  [[nodiscard]] operator std::span<boolean const>() const noexcept { return std::span<boolean const>{bits_}.first(size_); }
  // Precondition: size() < capacity.
  void push_back(boolean b) noexcept {
    LUCID_EXPECTS(size_ < capacity);
    bits_[size_++] = b;
  }

 private:
  std::array<boolean, capacity> bits_{};
  std::size_t size_ = 0;
};

// Private bits of a path's places, least significant first: selection_bits a level, 1 row each; of an arity 2^k they are the bits of the leaf's index.
// Throws argument_error for a path whose indices need more than 64 bits.
template <merkle_hash H>
[[nodiscard]] merkle_position witness_position(constraint_system auto& cs, merkle_path<H> const& path) {
  constexpr std::size_t k = selection_bits(H::arity);
  if (path.levels() > merkle_position::capacity / k) throw argument_error("merkle: a path of " + std::to_string(path.levels()) + " levels");
  merkle_position position;
  std::uint64_t index = path.index;
  for (std::size_t level = 0; level < path.levels(); ++level, index /= H::arity) {
    for (std::size_t i = 0; i < k; ++i) position.push_back(witness_boolean(cs, [&] { return ((index % H::arity >> i) & 1) != 0; }));
  }
  return position;
}

// The root that a leaf has by the siblings of a path, at a position of k bits a level. Whoever exposes or compares the root says that the leaf is in that tree;
// the bits are the caller's, to be hidden, exposed, or tied to something else; a level whose bits are all constant costs its hash alone (and the siblings' bits).
// Precondition: that many bits.
template <constraint_system CS, merkle_hash H>
[[nodiscard]] typename H::template node<CS> merkle_root(CS& cs, H const& hash, typename H::template node<CS> const& leaf,
                                                        std::span<boolean const> position, merkle_path<H> const& path) {
  constexpr std::size_t k = selection_bits(H::arity);
  LUCID_EXPECTS(position.size() == k * path.levels());
  auto node = leaf;
  for (std::size_t level = 0; level < path.levels(); ++level) {
    auto const scope = cs.enter("merkle level", level);
    auto const bits = position.subspan(k * level, k);
    std::size_t place = 0;
    for (std::size_t i = 0; i < k; ++i) place |= std::size_t{bits[i].value()} << i;
    bool const known = std::all_of(bits.begin(), bits.end(), [](boolean b) { return b.is_constant(); });
    if (known && place >= H::arity) throw argument_error("merkle: place " + std::to_string(place) + " of " + std::to_string(H::arity));
    place = std::min(place, H::arity - 1);  // a position that is none is refused by its row
    auto const values = detail::inserted(path.siblings[level], place, hash.value(node));
    std::array<typename H::template node<CS>, H::arity> children;
    for (std::size_t i = 0; i < H::arity; ++i) children[i] = known && i == place ? node : hash.witness(cs, values[i]);
    if (!known) {
      if constexpr (!std::has_single_bit(H::arity)) enforce_at_most(cs, bits, H::arity - 1);
      hash.enforce_child(cs, bits, children, node);
    }
    node = hash.parent(cs, children);
  }
  return node;
}

}  // namespace lucid::inline v0
