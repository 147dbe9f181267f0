// Text as a JSON string [RFC 8259]. Writes nothing else of JSON.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lucid::inline v0::trace {

namespace detail {

// Bytes of the UTF-8 character at the front (Unicode, table 3-7), 0 where there is none.
[[nodiscard]] inline std::size_t utf8_length(std::string_view text) noexcept {
  auto const byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  auto const within = [&](std::size_t i, unsigned low, unsigned high) { return byte(i) >= low && byte(i) <= high; };
  unsigned const lead = byte(0);
  auto const follows = [&](std::size_t i) { return within(i, 0x80, 0xbf); };
  if (lead < 0x80) return text.empty() ? 0 : 1;
  if (lead >= 0xc2 && lead <= 0xdf) return follows(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) return within(1, lead == 0xe0 ? 0xa0 : 0x80, lead == 0xed ? 0x9f : 0xbf) && follows(2) ? 3 : 0;
  if (lead >= 0xf0 && lead <= 0xf4) {
    return within(1, lead == 0xf0 ? 0x90 : 0x80, lead == 0xf4 ? 0x8f : 0xbf) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace detail

// With its quotes. A byte that is not UTF-8 becomes U+FFFD: what comes out is a JSON string, whatever went in.
inline void append_json_string(std::string& out, std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  out += '"';
  while (!text.empty()) {
    auto const length = detail::utf8_length(text);
    auto const byte = static_cast<unsigned char>(text.front());
    if (length == 0) {
      out += "\\ufffd";
    } else if (byte == '"' || byte == '\\') {
      out += '\\';
      out += text.front();
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\\u00";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
}

}  // namespace lucid::inline v0::trace
