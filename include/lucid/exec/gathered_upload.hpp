// Many arrays of a host into one buffer of another space: one request, and so one refusal that names all the bytes. Knows nothing of what they hold.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include <lucid/exec/buffer.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

template <memory_space Space>
class gathered_upload {
 public:
  // After go(), `to` views the copy. Both must stay where they are until then, and `from` until the copies are done (synchronize).
  template <class T>
  void add(view<T const> from, view<T const, Space>& to) {
    static_assert(std::is_trivially_copyable_v<T>, "elements travel as bytes");
    parts_.push_back(
        {reinterpret_cast<std::byte const*>(from.data()), from.size() * sizeof(T), &to, [](void* v, std::byte* p, std::size_t n) {
           *static_cast<view<T const, Space>*>(v) = {static_cast<T const*>(static_cast<void const*>(p)), n / sizeof(T)};
         }});
    bytes_ += rounded(from.size() * sizeof(T));
  }
  template <class T>
  void add(view<T> from, view<T const, Space>& to) {
    add(view<T const>{from}, to);
  }

  // Of the buffer; and what an array adds to it.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] static constexpr std::size_t rounded(std::size_t bytes) noexcept {
    return (bytes + 255) / 256 * 256;  // a line of any memory that a device reads at once
  }

  // The owner of all that was added. Throws out_of_memory before anything is copied.
  template <class Exec>
  [[nodiscard]] buffer<std::byte, Space> go(Exec const& exec) const {
    buffer<std::byte, Space> all{exec, bytes_};
    std::size_t at = 0;
    for (part const& p : parts_) {
      if (p.bytes != 0) copy<std::byte>(exec, view<std::byte const>{p.from, p.bytes}, all.all().subview(at, p.bytes));
      p.set(p.to, all.data() + at, p.bytes);
      at += rounded(p.bytes);
    }
    return all;
  }

 private:
  struct part {
    std::byte const* from;
    std::size_t bytes;
    void* to;
    void (*set)(void*, std::byte*, std::size_t);
  };
  std::vector<part> parts_;
  std::size_t bytes_ = 0;
};

}  // namespace lucid::inline v0
