// Keeps what is given back and hands it out again, so that the next proof faults no page and gives none back. Bounded; what is kept can be wiped.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <mutex>
#include <new>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/exec/wipe.hpp>
#include <lucid/memory/gauge.hpp>

namespace lucid::inline v0::memory {

struct recycling_options {
  std::size_t limit = std::numeric_limits<std::size_t>::max();  // bytes kept at most; beyond, the largest go back first
  bool wipe = false;  // overwrite with zeros what is given back; device memory on its stream, and what that refuses is not kept
};

// The upstream must outlive it. A request takes the smallest kept block of its stream that is large enough, aligned, and at most an eighth too large. Blocks are
// few and large (tens a proof): lists, searched from the front, under one lock that is never held while memory is taken, given back or wiped.
// When the upstream refuses, everything kept goes back and it is asked once more. A kept block of pinned memory is handed out when its stream is done.
// Before a stream ends: flush(), as blocks are kept under its handle.
template <memory_resource Upstream>
class recycling {
 public:
  static constexpr memory_space space = Upstream::space;

  // Throws argument_error where device memory is to be wiped and the upstream does not offer it (exec/wipe.hpp).
  explicit recycling(Upstream& upstream, recycling_options options = {}) : upstream_(&upstream), options_(options) {
    if (options.wipe && !wipes_memory<Upstream>) throw argument_error("recycling: this upstream cannot wipe the device's memory");
  }
  recycling(recycling const&) = delete;
  recycling& operator=(recycling const&) = delete;
  // Precondition: everything allocated has been given back.
  ~recycling() { flush(); }

  // Throws out_of_memory when the upstream does, twice, or the lists cannot grow.
  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    if (void* const kept = reuse(stream, bytes, alignment)) {
      wait_before_reuse(*upstream_, stream);
      return kept;
    }
    void* p = nullptr;
    try {
      p = take(stream, bytes, alignment);
    } catch (...) {
      std::lock_guard const lock{mutex_};
      --pending_;
      throw;
    }
    std::lock_guard const lock{mutex_};
    --pending_;
    lent_.push_back({p, bytes, alignment, stream});
    return p;
  }

  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    bool may_keep = true;
    if constexpr (wipes_memory<Upstream>) {
      if (options_.wipe) may_keep = wipe_memory(*upstream_, stream, p, bytes);
    }
    block returned{p, bytes, alignment, stream};
    {
      std::lock_guard const lock{mutex_};
      auto const lent = std::find_if(lent_.begin(), lent_.end(), [p](block const& b) { return b.begin == p; });
      if (lent != lent_.end()) {  // it may be larger than what was asked of it
        returned = *lent;
        *lent = lent_.back();
        lent_.pop_back();
      }
      returned.stream = stream;
    }
    if (returned.bytes > options_.limit || !may_keep) {
      give_back(returned);
      return;
    }
    for (bool is_settled = false; !is_settled;) {  // the largest go first, one by one, each outside of the lock
      block victim = returned;
      {
        std::lock_guard const lock{mutex_};
        is_settled = kept_.size() == kept_.capacity();  // a block that was not lent from here: there is no place for it
        if (!is_settled && kept_bytes_.add_within(returned.bytes, options_.limit)) {
          kept_.insert(std::upper_bound(kept_.begin(), kept_.end(), returned, smaller), returned);
          return;
        }
        if (!is_settled) {
          victim = kept_.back();
          kept_.pop_back();
          kept_bytes_.subtract(victim.bytes);
        }
      }
      give_back(victim);
    }
  }
  void wait(stream_ref stream) noexcept
    requires(space == memory_space::pinned)
  {
    upstream_->wait(stream);
  }
  [[nodiscard]] bool wipe(stream_ref stream, void* p, std::size_t bytes) noexcept
    requires(wipes_device_memory<Upstream>)
  {
    return upstream_->wipe(stream, p, bytes);
  }

  // Gives back everything that is kept.
  void flush() noexcept {
    for (;;) {
      block victim;
      {
        std::lock_guard const lock{mutex_};
        if (kept_.empty()) return;
        victim = kept_.back();
        kept_.pop_back();
        kept_bytes_.subtract(victim.bytes);
      }
      give_back(victim);
    }
  }

  [[nodiscard]] std::size_t kept() const noexcept { return kept_bytes_.now(); }  // bytes
  [[nodiscard]] std::size_t peak_kept() const noexcept { return kept_bytes_.peak(); }
  [[nodiscard]] std::size_t hits() const noexcept {
    std::lock_guard const lock{mutex_};
    return hits_;
  }
  [[nodiscard]] std::size_t misses() const noexcept {
    std::lock_guard const lock{mutex_};
    return misses_;
  }

 private:
  struct block {
    void* begin = nullptr;
    std::size_t bytes = 0;
    std::size_t alignment = 1;
    stream_ref stream{};

    [[nodiscard]] bool serves(stream_ref s, std::size_t n, std::size_t a) const noexcept {
      return bytes >= n && bytes - n <= n / 8 && alignment >= a && stream == s;
    }
  };
  static bool smaller(block const& x, block const& y) noexcept { return x.bytes < y.bytes; }

  // A kept block that serves, lent from now on; null, and a block pending, where there is none.
  [[nodiscard]] void* reuse(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    std::lock_guard const lock{mutex_};
    // Room for one entry more in both lists, here where it may be refused: giving back then needs none.
    reserve();
    auto const found = std::find_if(kept_.begin(), kept_.end(), [&](block const& b) { return b.serves(stream, bytes, alignment); });
    if (found == kept_.end()) {
      ++misses_;
      ++pending_;
      return nullptr;
    }
    block const b = *found;
    kept_.erase(found);
    lent_.push_back(b);
    kept_bytes_.subtract(b.bytes);
    ++hits_;
    return b.begin;
  }
  // Under the lock. Every block there is may end in either list.
  void reserve() {
    std::size_t const all = kept_.size() + lent_.size() + pending_ + 1;
    try {
      if (kept_.capacity() < all) kept_.reserve(2 * all);
      if (lent_.capacity() < all) lent_.reserve(2 * all);
    } catch (std::bad_alloc const&) {
      throw out_of_memory("recycling: no memory for its own lists");
    }
  }
  [[nodiscard]] void* take(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    try {
      return upstream_->allocate(stream, bytes, alignment);
    } catch (out_of_memory const&) {
      flush();
    }
    return upstream_->allocate(stream, bytes, alignment);
  }
  void give_back(block const& b) noexcept { upstream_->deallocate(b.stream, b.begin, b.bytes, b.alignment); }

  Upstream* upstream_;
  recycling_options options_;
  mutable std::mutex mutex_;
  std::vector<block> kept_;  // by ascending size
  std::vector<block> lent_;
  std::size_t pending_ = 0;  // blocks being taken from the upstream
  std::size_t hits_ = 0, misses_ = 0;
  gauge kept_bytes_;
};

static_assert(memory_resource<recycling<heap>>);

}  // namespace lucid::inline v0::memory
