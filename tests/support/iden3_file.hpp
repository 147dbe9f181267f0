// A container of iden3 files taken apart, to be put together again in other ways: written from the format's description, not with the library's reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <support/hex.hpp>

namespace support {

template <class T>
T number_at(std::span<std::byte const> data, std::size_t offset) {
  T value;
  if (offset + sizeof value > data.size()) throw std::out_of_range("number_at");
  std::memcpy(&value, data.data() + offset, sizeof value);
  return value;
}
template <class T>
void put_number(std::span<std::byte> data, std::size_t offset, T value) {
  if (offset + sizeof value > data.size()) throw std::out_of_range("put_number");
  std::memcpy(data.data() + offset, &value, sizeof value);
}
template <class T>
void append_number(bytes& data, T value) {
  data.resize(data.size() + sizeof value);
  put_number(data, data.size() - sizeof value, value);
}

struct iden3_file {
  struct section {
    std::uint32_t type = 0;
    bytes content;
  };
  std::string magic;
  std::uint32_t version = 0;
  std::vector<section> sections;

  static iden3_file parse(std::span<std::byte const> data) {
    iden3_file file;
    file.magic.assign(reinterpret_cast<char const*>(data.data()), 4);
    file.version = number_at<std::uint32_t>(data, 4);
    std::size_t at = 12;
    for (auto left = number_at<std::uint32_t>(data, 8); left > 0; --left) {
      auto const length = static_cast<std::size_t>(number_at<std::uint64_t>(data, at + 4));
      auto const content = data.subspan(at + 12, length);
      file.sections.push_back({number_at<std::uint32_t>(data, at), to_bytes(content)});
      at += 12 + length;
    }
    return file;
  }

  [[nodiscard]] bytes build() const {
    bytes data(4);
    std::memcpy(data.data(), magic.data(), 4);
    append_number(data, version);
    append_number(data, static_cast<std::uint32_t>(sections.size()));
    for (section const& s : sections) {
      append_number(data, s.type);
      append_number(data, static_cast<std::uint64_t>(s.content.size()));
      data.insert(data.end(), s.content.begin(), s.content.end());
    }
    return data;
  }

  // Of the first section of this type.
  [[nodiscard]] bytes& content(std::uint32_t type) {
    for (section& s : sections) {
      if (s.type == type) return s.content;
    }
    throw std::out_of_range("no such section");
  }
  void remove(std::uint32_t type) {
    std::erase_if(sections, [type](section const& s) { return s.type == type; });
  }
};

}  // namespace support
