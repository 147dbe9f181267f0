// Points as .zkey and .ptau hold them: affine, Montgomery form, little-endian, infinity all zero. That is the form in memory, so they are
// copied, then checked. Single points: read_uncompressed<iden3_format, G>.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/interop/byte_reader.hpp>

namespace lucid::inline v0::iden3 {

template <class G>
inline constexpr std::size_t point_size = uncompressed_size<iden3_format, G>;

// A stretch of points in a file. The bytes must outlive it.
template <class G>
class point_section {
 public:
  using point = affine<G>;
  static_assert(sizeof(affine<G>) == point_size<G> && std::is_trivially_copyable_v<affine<G>>,
                "the form in memory is the form in the file");

  // Takes count points from the reader. Throws decode_error when they are not there.
  point_section(byte_reader& in, std::uint64_t count, char const* what)
      : offset_(in.offset()), bytes_(in.take(count, point_size<G>, what)), where_(in) {}

  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size() / point_size<G>; }

  // Points [begin, begin + to.size()), each canonical and on the curve, and in the subgroup where that is required. Throws decode_error
  // that names the first point that is not. Cost: a copy, and a square and a product and a square in the field a point.
  void read(std::size_t begin, view<affine<G>> to, subgroup_check check) const {
    if (to.empty()) return;
    std::memcpy(static_cast<void*>(to.data()), bytes_.data() + begin * point_size<G>, to.size() * point_size<G>);
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (!is_canonical(to[i].x) || !is_canonical(to[i].y)) fail(begin + i, decode_fault::coordinate_too_large);
      if (auto const fault = check_point(to[i], check); fault != decode_fault::none) fail(begin + i, fault);
    }
  }

  // All points, in parallel.
  template <class Exec>
  [[nodiscard]] buffer<affine<G>> read_all(Exec const& exec, subgroup_check check) const {
    constexpr std::size_t grain = 1024;
    buffer<affine<G>> points{exec, size()};
    for_ranges(exec, size(), grain,
               [&](std::size_t begin, std::size_t end) { read(begin, points.all().subview(begin, end - begin), check); });
    return points;
  }

 private:
  template <class F>
  static bool is_canonical(F const& x) noexcept {
    using parts = lucid::detail::coordinate_parts<F>;
    for (std::size_t i = 0; i < parts::count; ++i) {
      if (parts::at(x, i).to_montgomery() >= parts::prime::modulus()) return false;
    }
    return true;
  }
  [[noreturn]] void fail(std::size_t i, decode_fault fault) const {
    where_.fail_at(offset_ + i * point_size<G>, "point " + std::to_string(i) + ": " + describe(fault));
  }

  std::uint64_t offset_;
  std::span<std::byte const> bytes_;
  byte_reader where_;  // for messages
};

}  // namespace lucid::inline v0::iden3
