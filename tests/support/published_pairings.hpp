// Numbers out of published files, for comparison with pairings. Not a JSON reader: finds a key and takes the decimal numbers after it, in their order.
#pragma once

#include <doctest/doctest.h>

#include <cctype>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <lucid/group/affine.hpp>
#include <lucid/integer/literal.hpp>

namespace lucid_test {

inline std::string whole_file(std::string const& path) {
  std::ifstream file{path, std::ios::binary};
  REQUIRE_MESSAGE(file.good(), path);
  return {std::istreambuf_iterator<char>{file}, {}};
}

// The first `count` runs of digits after the text `key`.
template <class F>
std::vector<F> numbers_after(std::string_view text, std::string_view key, std::size_t count) {
  std::size_t at = text.find(key);
  REQUIRE(at != std::string_view::npos);
  at += key.size();
  std::vector<F> numbers;
  while (numbers.size() < count) {
    while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) == 0) ++at;
    std::size_t end = at;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    auto const value = lucid::parse_decimal<F::limbs>(text.substr(at, end - at));
    REQUIRE(value);
    numbers.push_back(F::from_integer(*value));
    at = end;
  }
  return numbers;
}

template <class Curve>
lucid::affine<typename Curve::g1> point1(typename Curve::base const* c) {
  return {c[0], c[1]};
}
template <class Curve>
lucid::affine<typename Curve::g2> point2(typename Curve::base const* c) {
  return {{c[0], c[1]}, {c[2], c[3]}};
}
template <class Curve>
typename Curve::fq12 target(typename Curve::base const* c) {
  return {{{c[0], c[1]}, {c[2], c[3]}, {c[4], c[5]}}, {{c[6], c[7]}, {c[8], c[9]}, {c[10], c[11]}}};
}

}  // namespace lucid_test
