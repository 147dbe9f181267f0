// A checked cursor over bytes that somebody else wrote: every read is within bounds or a decode_error that says where. Owns nothing, copies
// every number out (files hold them unaligned). Knows no format.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include <lucid/config/error.hpp>

namespace lucid::inline v0 {

static_assert(std::endian::native == std::endian::little, "the numbers of these files are copied as they are");

namespace detail {

// The number at the front of bytes, at any alignment. Precondition: enough bytes.
template <class T>
[[nodiscard]] T load_little(std::byte const* bytes) noexcept {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace detail

class byte_reader {
 public:
  // offset: of the first byte in the source, for messages. source and section are named in every error.
  byte_reader(std::span<std::byte const> bytes, std::string source, std::string section, std::uint64_t offset)
      : bytes_(bytes), source_(std::move(source)), section_(std::move(section)), offset_(offset) {}

  [[nodiscard]] std::size_t remaining() const noexcept { return bytes_.size() - position_; }
  // Of the next byte, in the source.
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_ + position_; }
  [[nodiscard]] std::string const& source() const noexcept { return source_; }
  [[nodiscard]] std::string const& section() const noexcept { return section_; }

  std::uint32_t u32(char const* what) { return detail::load_little<std::uint32_t>(take(sizeof(std::uint32_t), what).data()); }
  std::uint64_t u64(char const* what) { return detail::load_little<std::uint64_t>(take(sizeof(std::uint64_t), what).data()); }

  // The next n bytes.
  std::span<std::byte const> take(std::uint64_t n, char const* what) {
    if (n > remaining()) {
      fail(std::string{what} + " needs " + std::to_string(n) + " bytes, but only " + std::to_string(remaining()) + " are left");
    }
    auto const taken = bytes_.subspan(position_, static_cast<std::size_t>(n));
    position_ += taken.size();
    return taken;
  }

  // count elements of `size` bytes, the product checked.
  std::span<std::byte const> take(std::uint64_t count, std::uint64_t size, char const* what) {
    if (size != 0 && count > remaining() / size) {
      fail(std::to_string(count) + ' ' + what + " of " + std::to_string(size) + " bytes do not fit in the " + std::to_string(remaining()) +
           " bytes left");
    }
    return take(count * size, what);
  }

  // Nothing may be left.
  void expect_end() const {
    if (remaining() != 0) fail(std::to_string(remaining()) + " bytes too many");
  }

  // The decode_error of the next byte.
  [[noreturn]] void fail(std::string const& reason) const { throw decode_error(source_, section_, offset(), reason); }
  [[noreturn]] void fail_at(std::uint64_t offset, std::string const& reason) const {
    throw decode_error(source_, section_, offset, reason);
  }

 private:
  std::span<std::byte const> bytes_;
  std::size_t position_ = 0;
  std::string source_;
  std::string section_;
  std::uint64_t offset_;
};

}  // namespace lucid::inline v0
