// Hexadecimal text and bytes, and whole files of tests/data as bytes.
#pragma once

#include <cstddef>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace support {

using bytes = std::vector<std::byte>;

// Digits only, in pairs; anything else is a mistake in the test.
inline bytes from_hex(std::string_view text) {
  auto const digit = [](char c) -> unsigned {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
    throw std::invalid_argument("not a hexadecimal digit");
  };
  if (text.size() % 2 != 0) throw std::invalid_argument("an odd number of hexadecimal digits");
  bytes result(text.size() / 2);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = static_cast<std::byte>(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
  return result;
}

inline std::string to_hex(std::span<std::byte const> data) {
  std::string text;
  text.reserve(2 * data.size());
  for (std::byte const b : data) {
    text.push_back("0123456789abcdef"[std::to_integer<unsigned>(b) >> 4]);
    text.push_back("0123456789abcdef"[std::to_integer<unsigned>(b) & 0xf]);
  }
  return text;
}

inline bytes to_bytes(std::span<std::byte const> data) { return {data.begin(), data.end()}; }

// One after the other.
inline bytes joined(std::initializer_list<std::span<std::byte const>> parts) {
  bytes all;
  for (auto const part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// The file LUCID_TEST_DATA/name.
inline bytes read_data(std::string const& name) {
  std::ifstream file(std::string{LUCID_TEST_DATA} + "/" + name, std::ios::binary);
  if (!file) throw std::runtime_error("no test data: " + name);
  std::string const text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  bytes data(text.size());
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(text[i]);
  return data;
}

}  // namespace support
