// The digests and constants of tests/data/poseidon and tests/data/filecoin, read as text: they stand in the files in a fixed order.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lucid/gadget/poseidon_digest.hpp>
#include <lucid/integer/literal.hpp>
#include <support/hex.hpp>

namespace support {

inline std::string text_of(std::string const& name) {
  auto const file = read_data(name);
  return {reinterpret_cast<char const*>(file.data()), file.size()};
}

// The strings between quotes, from a key of the file to the end of it.
inline std::vector<std::string> strings_after(std::string const& text, std::string const& key) {
  std::vector<std::string> strings;
  for (std::size_t at = text.find('"', text.find('"' + key + '"') + key.size() + 2); at != std::string::npos;) {
    std::size_t const end = text.find('"', at + 1);
    strings.push_back(text.substr(at + 1, end - at - 1));
    at = text.find('"', end + 1);
  }
  return strings;
}

template <class F>
F element_of_text(std::string_view text) {
  bool const hexadecimal = text.substr(0, 2) == "0x";
  return F::from_canonical(hexadecimal ? lucid::parse_hex<F::limbs>(text).value() : lucid::parse_decimal<F::limbs>(text).value()).value();
}

// The string that follows each "digest" after a key.
template <class F>
std::vector<F> digests_after(std::string const& file, std::string const& key) {
  auto const strings = strings_after(text_of(file), key);
  std::vector<F> digests;
  for (std::size_t i = 0; i + 1 < strings.size(); ++i) {
    if (strings[i] != "digest") continue;
    if (auto const& text = strings[i + 1]; digests.size() < 16) digests.push_back(element_of_text<F>(text));
  }
  return digests;
}

// Of (1, …, n), n = 1 … 16; field: "bn254" or "bls12-381".
template <class F>
std::vector<F> poseidon_digests(std::string const& field) {
  return digests_after<F>("poseidon/poseidon.json", field);
}
// Of (0, …, arity − 1) for 2, 4, 8, 11, 16, 24, 36; strength: "standard" or "strengthened".
template <class F>
std::vector<F> filecoin_digests(std::string const& strength) {
  auto digests = digests_after<F>("filecoin/neptune_poseidon.json", strength);
  digests.resize(7);
  return digests;
}

// Round constants and then the matrix by rows, of width 3.
template <class F>
std::vector<F> poseidon_constants(std::string const& field) {
  std::vector<F> constants;
  for (auto const& text : strings_after(text_of("poseidon/poseidon.json"), "constants_" + field + "_t3")) {
    if (text.substr(0, 9) == "constants") break;
    if (text[0] >= '0' && text[0] <= '9') constants.push_back(element_of_text<F>(text));
  }
  return constants;
}

// By the permutation as the paper writes it.
template <class F>
F digest_by(lucid::poseidon_parameters<F> const& parameters, std::span<F const> inputs) {
  std::vector<F> state{parameters.capacity()};
  state.insert(state.end(), inputs.begin(), inputs.end());
  lucid::poseidon_permutation_naive<F>(parameters, state);
  return state[parameters.digest_element()];
}
template <class F>
std::vector<F> counted_from(lucid::limb_t first, std::size_t n) {
  std::vector<F> values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(F{first + i});
  return values;
}

}  // namespace support
