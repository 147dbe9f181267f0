// Writes the container of iden3_container.hpp: sections whose lengths are announced, and held to. Knows nothing of what they hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include <lucid/config/assert.hpp>
#include <lucid/config/error.hpp>
#include <lucid/field/codec.hpp>
#include <lucid/integer/big_uint.hpp>
#include <lucid/interop/atomic_file.hpp>
#include <lucid/interop/iden3_container.hpp>

namespace lucid::inline v0::iden3 {

class container_writer {
 public:
  container_writer(atomic_file& out, file_kind const& kind, std::uint32_t sections)
      : out_(out), left_(container::header_size), sections_(sections) {
    bytes(std::as_bytes(std::span{kind.magic, 4}));
    u32(kind.version);
    u32(sections);
  }

  // The next section, of exactly so many bytes. Precondition: the one before is complete.
  void section(std::uint32_t type, std::uint64_t length) {
    LUCID_EXPECTS(left_ == 0 && sections_ > 0);
    --sections_;
    left_ = container::section_header_size;
    size_ += container::section_header_size + length;
    u32(type);
    u64(length);
    left_ = length;
  }

  void u32(std::uint32_t x) { bytes(std::as_bytes(std::span{&x, 1})); }
  void u64(std::uint64_t x) { bytes(std::as_bytes(std::span{&x, 1})); }
  // A number that the format holds in four bytes. Throws argument_error when it does not fit.
  void count(std::uint64_t x) {
    if (x > 0xffff'ffff)
      throw argument_error(out_.path() + ": the count " + std::to_string(x) + " does not fit in the format's four bytes");
    u32(static_cast<std::uint32_t>(x));
  }
  // A size and the plain integer.
  template <std::size_t N>
  void prime(big_uint<N> const& p) {
    u32(N * sizeof(limb_t));
    std::byte digits[N * sizeof(limb_t)];
    store_integer(p, digits, byte_order::little);
    bytes(digits);
  }
  void bytes(std::span<std::byte const> data) {
    LUCID_EXPECTS(data.size() <= left_);
    left_ -= data.size();
    out_.write(data);
  }

  // Bytes of the file up to the end of the section that is under way.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

  // Precondition: every section that was announced is there and complete.
  void finish() const { LUCID_EXPECTS(left_ == 0 && sections_ == 0); }

 private:
  atomic_file& out_;
  std::uint64_t left_, size_ = container::header_size;
  std::uint32_t sections_;
};

}  // namespace lucid::inline v0::iden3
