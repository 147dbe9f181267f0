// The container that .r1cs, .wtns, .zkey and .ptau files share: a magic, a version, and sections of a type and a length, in any order and
// at any alignment. Finds sections; knows nothing of what they hold.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include <lucid/config/error.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/interop/byte_reader.hpp>

namespace lucid::inline v0::iden3 {

// What the first bytes of a file must say.
struct file_kind {
  char magic[5];  // four characters
  std::uint32_t version;
};
inline constexpr file_kind r1cs_kind{"r1cs", 1};
inline constexpr file_kind wtns_kind{"wtns", 2};
inline constexpr file_kind zkey_kind{"zkey", 1};
inline constexpr file_kind ptau_kind{"ptau", 1};

// A view of a file's bytes and the places of its sections; the bytes must outlive it. Allocates nothing, whatever the file says.
class container {
 public:
  static constexpr std::size_t header_size = 12;          // magic, version, number of sections
  static constexpr std::size_t section_header_size = 12;  // type (4), length (8)

  // One pass over the section headers. Throws decode_error: wrong magic or version, a section that runs past the end, two sections of one
  // known type, bytes after the last section. Sections of types that no format defines (16 and above) are skipped.
  container(view<std::byte const> bytes, std::string source, file_kind const& kind) : bytes_(bytes), source_(std::move(source)) {
    if (bytes_.empty()) throw decode_error(source_, "header", 0, "the file is empty");
    byte_reader in{bytes_, source_, "header", 0};
    auto const magic = in.take(4, "the magic");
    if (std::memcmp(magic.data(), kind.magic, 4) != 0)
      in.fail_at(0, std::string{"the file does not begin with \""} + kind.magic + "\" as a ." + kind.magic + " file does");
    std::uint32_t const version = in.u32("the version");
    if (version != kind.version)
      in.fail_at(4, "version " + std::to_string(version) + " is not supported; version " + std::to_string(kind.version) + " is");
    std::uint32_t const count = in.u32("the number of sections");

    byte_reader sections{bytes_.from(header_size), source_, "section headers", header_size};
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint64_t const at = sections.offset();
      if (sections.remaining() < section_header_size) {
        sections.fail("the file ends before section header " + std::to_string(i + 1) + " of " + std::to_string(count));
      }
      std::uint32_t const type = sections.u32("a section's type");
      std::uint64_t const length = sections.u64("a section's length");
      if (length > sections.remaining()) {
        sections.fail_at(at, "section " + std::to_string(type) + " is truncated: it has " + std::to_string(length) +
                                 " bytes, the file holds " + std::to_string(sections.remaining()) + " more");
      }
      std::uint64_t const offset = sections.offset();
      sections.take(length, "a section");
      if (type >= known_types) continue;
      if (places_[type].present) sections.fail_at(at, "section " + std::to_string(type) + " occurs twice");
      places_[type] = {offset, length, true};
    }
    sections.expect_end();
  }

  [[nodiscard]] std::string const& source() const noexcept { return source_; }
  [[nodiscard]] bool has(std::uint32_t type) const noexcept { return type < known_types && places_[type].present; }

  // A reader of the whole section; name is what messages call it. Throws decode_error when the section is missing.
  [[nodiscard]] byte_reader section(std::uint32_t type, char const* name) const {
    std::string label = "section " + std::to_string(type) + " (" + name + ')';
    if (!has(type)) throw decode_error(source_, std::move(label), bytes_.size(), "the section is missing");
    place const& p = places_[type];
    return {bytes_.subview(static_cast<std::size_t>(p.offset), static_cast<std::size_t>(p.length)), source_, std::move(label), p.offset};
  }

  // Length in bytes; 0 when the section is missing.
  [[nodiscard]] std::uint64_t length(std::uint32_t type) const noexcept { return has(type) ? places_[type].length : 0; }

 private:
  static constexpr std::uint32_t known_types = 16;  // the largest of any format is 15, of .ptau
  struct place {
    std::uint64_t offset = 0, length = 0;
    bool present = false;
  };

  view<std::byte const> bytes_;
  std::string source_;
  std::array<place, known_types> places_{};
};

}  // namespace lucid::inline v0::iden3
