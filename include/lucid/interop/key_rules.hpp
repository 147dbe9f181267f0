// The rules of groth16/keys.hpp for a key that comes from a file: the message names the file.
#pragma once

#include <cstddef>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/groth16/keys.hpp>

namespace lucid::inline v0 {

// Throws key_error: what groth16::require_usable refuses, and an IC at infinity, for then every value of that public input passes (one rule
// for all readers; the setups of this library bind every input and never make one).
template <class Curve>
void require_usable_from(std::string const& source, groth16::verifying_key<Curve> const& key, groth16::key_policy policy) {
  try {
    groth16::require_usable(key, policy);
  } catch (key_error const& e) {
    throw key_error(source + ": " + e.what());
  }
  for (std::size_t i = 0; i < key.ic.size(); ++i) {
    if (key.ic[i].is_infinity()) {
      throw key_error(source + ": key: IC[" + std::to_string(i) +
                      "] is the point at infinity, every value of that public input would pass");
    }
  }
}

}  // namespace lucid::inline v0
