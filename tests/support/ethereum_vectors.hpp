// The precompile vectors of tests/data/ethereum. Only where LUCID_TEST_HAS_JSON.
#pragma once

#include <string>
#include <vector>

#include <support/hex.hpp>
#include <support/json.hpp>

namespace support {

struct ethereum_vector {
  std::string name;
  bytes input;
  bytes expected;     // empty where the call must fail
  std::string fault;  // what go-ethereum says then
};

inline std::vector<ethereum_vector> ethereum_vectors(std::string const& file) {
  std::vector<ethereum_vector> vectors;
  for (auto const& entry : read_json("ethereum/" + file)) {
    vectors.push_back({entry.at("Name"), from_hex(entry.at("Input").get<std::string>()), from_hex(entry.value("Expected", std::string{})),
                       entry.value("ExpectedError", std::string{})});
  }
  return vectors;
}

}  // namespace support
