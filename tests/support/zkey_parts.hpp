// Where things stand in a .zkey, counted from the description of the format, and small keys to spoil.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <support/iden3_file.hpp>

namespace support {

// Offsets in section 2 of a key with n8q-byte coordinates and 32-byte scalars.
struct zkey_offsets {
  std::size_t q = 4, r, variables, public_inputs, domain, alpha1, beta1, beta2, gamma2, delta1, delta2;
  std::size_t g1, g2;

  explicit zkey_offsets(std::size_t n8q)
      : r(4 + n8q + 4),
        variables(r + 32),
        public_inputs(variables + 4),
        domain(variables + 8),
        alpha1(variables + 12),
        beta1(alpha1 + 2 * n8q),
        beta2(beta1 + 2 * n8q),
        gamma2(beta2 + 4 * n8q),
        delta1(gamma2 + 4 * n8q),
        delta2(delta1 + 2 * n8q),
        g1(2 * n8q),
        g2(4 * n8q) {}
};

inline zkey_offsets const bn254_key{32};
inline zkey_offsets const bls12_381_key{48};

inline iden3_file zkey_file(std::string const& folder) { return iden3_file::parse(read_data(folder + "/circuit.zkey")); }

// Copies `size` bytes of one stretch over another.
inline void put_bytes(bytes& to, std::size_t at, bytes const& from, std::size_t from_at, std::size_t size) {
  std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(from_at), size, to.begin() + static_cast<std::ptrdiff_t>(at));
}
inline void put_zeros(bytes& to, std::size_t at, std::size_t size) {
  std::fill_n(to.begin() + static_cast<std::ptrdiff_t>(at), size, std::byte{0});
}

}  // namespace support
