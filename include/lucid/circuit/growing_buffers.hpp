// Where `synthesize` writes rows and values whose number it does not know: buffers that double, which independent parts fill range by range. Knows no circuit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include <lucid/circuit/independent.hpp>
#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

namespace detail {

// N buffers of one length that double, or a range of such for an independent part, which is as large as it is. `gap` elements at the front are left for the
// owner to fill.
template <std::size_t N, class F, class Exec>
class growing_buffers {
 public:
  static constexpr std::size_t first_capacity(std::size_t expected, std::size_t gap) noexcept {
    return std::max<std::size_t>(expected, gap + 64);
  }
  growing_buffers(Exec const& exec, std::size_t expected, std::size_t gap = 0)
      : exec_(exec), size_(gap), capacity_(first_capacity(expected, gap)) {
    for (std::size_t i = 0; i < N; ++i) own(i, buffer<F>{exec, capacity_});
  }
  // The elements [begin, end) behind those of `whole`, for the part of that number. The whole must not grow meanwhile.
  growing_buffers(growing_buffers const& whole, std::size_t part, std::size_t begin, std::size_t end)
      : exec_(whole.exec_), size_(whole.size_ + begin), capacity_(whole.size_ + end), part_(part) {
    for (std::size_t i = 0; i < N; ++i) data_[i] = whole.data_[i];
  }
  growing_buffers(growing_buffers const&) = delete;
  growing_buffers& operator=(growing_buffers const&) = delete;

  // One element for each buffer.
  template <class... Elements>
    requires(sizeof...(Elements) == N)
  LUCID_INLINE void push_back(Elements const&... x) {
    std::size_t const at = size_;
    if (at == capacity_) [[unlikely]]
      grow(at + 1);
    std::size_t i = 0;
    ((data_[i++][at] = x), ...);
    size_ = at + 1;
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] F* data(std::size_t i = 0) const noexcept { return data_[i]; }
  [[nodiscard]] bool is_closed() const noexcept { return data_[0] == nullptr; }

  // Makes room for n elements that parts are going to fill; until then nothing else may be added.
  void hold(std::size_t n) {
    if (held_ != not_held) refuse_use_around_parts();
    if (n > capacity_ - size_) grow(size_ + n);
    held_ = std::exchange(capacity_, size_);
  }
  void release(std::size_t n) noexcept {
    capacity_ = std::exchange(held_, not_held);
    size_ += n;
  }

  // The elements of buffer i in one of exactly their number. Nothing can be added any more.
  [[nodiscard]] buffer<F> take(std::size_t i = 0) {
    data_[0] = nullptr;
    capacity_ = size_;
    return size_ == owned_[i].size() ? std::move(owned_[i]) : clone<F>(exec_, std::as_const(owned_[i]).all().subview(0, size_));
  }
  // Gives the memory back.
  void close() noexcept {
    for (buffer<F>& b : owned_) b.reset();
    data_[0] = nullptr;
    capacity_ = size_;
  }

 private:
  void own(std::size_t i, buffer<F> elements) noexcept {
    owned_[i] = std::move(elements);
    data_[i] = owned_[i].data();
  }
  LUCID_NOINLINE void grow(std::size_t least) {
    if (is_closed()) throw builder_closed("circuit: a variable or a row is made after the end");
    if (held_ != not_held) refuse_use_around_parts();
    if (part_ != not_a_part) refuse_overrun_of_part(part_);
    std::size_t const wider = std::max(2 * capacity_, least);
    for (std::size_t i = 0; i < N; ++i) {
      buffer<F> larger{exec_, wider};
      copy<F>(exec_, std::as_const(owned_[i]).all().subview(0, size_), larger.all().subview(0, size_));
      own(i, std::move(larger));
    }
    capacity_ = wider;  // only now: where memory runs out half-way, all are still as large as they were said to be
  }

  static constexpr std::size_t not_held = ~std::size_t{0};

  Exec const& exec_;
  F* data_[N];
  std::size_t size_;
  std::size_t capacity_;
  std::size_t held_ = not_held;  // the capacity meanwhile
  std::size_t part_ = not_a_part;
  buffer<F> owned_[N];  // empty in a part
};

}  // namespace detail

}  // namespace lucid::inline v0
