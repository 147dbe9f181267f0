// The circuits of tests/data/circom and the published ones that come with files, by curve.
#pragma once

#include <string>
#include <vector>

namespace support {

// Folders below tests/data.
inline std::vector<std::string> circom_sets(std::string const& curve) {
  std::vector<std::string> folders;
  for (char const* name : {"multiplier", "no_public", "unused_signals", "range_check", "multi_square_pow2", "many_public", "poseidon3",
                           "merkle_proof", "sha256_8rounds"}) {
    folders.push_back("circom/" + curve + "/" + name);
  }
  return folders;
}

}  // namespace support
