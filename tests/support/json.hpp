// The JSON files of tests/data, and the values of snarkjs in them. Only where LUCID_TEST_HAS_JSON.
#pragma once

#include <cstddef>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <lucid/group/affine.hpp>
#include <lucid/integer/literal.hpp>

namespace support {

inline nlohmann::json read_json(std::string const& name) {
  std::ifstream file(std::string{LUCID_TEST_DATA} + "/" + name);
  if (!file) throw std::runtime_error("no test data: " + name);
  return nlohmann::json::parse(file);
}

// A decimal string as an element of a prime field.
template <class F>
F element_of(nlohmann::json const& text) {
  return F::from_canonical(lucid::parse_decimal<F::limbs>(text.get<std::string>()).value()).value();
}

template <class F>
std::vector<F> elements_of(nlohmann::json const& list) {
  std::vector<F> values;
  for (auto const& text : list) values.push_back(element_of<F>(text));
  return values;
}

// ["x", "y", "1"], or coordinates of pairs for a quadratic extension; the third is 0 at infinity.
template <class G>
lucid::affine<G> point_of(nlohmann::json const& json) {
  using F = typename G::field;
  auto const coordinate = [](nlohmann::json const& value) {
    if constexpr (requires { F{}.c0; }) {
      using base = typename F::base;
      return F{element_of<base>(value.at(0)), element_of<base>(value.at(1))};
    } else {
      return element_of<F>(value);
    }
  };
  if (coordinate(json.at(2)).is_zero()) return lucid::affine<G>::infinity();
  return {coordinate(json.at(0)), coordinate(json.at(1))};
}

}  // namespace support
