// Host memory that takes its time to give back, knows what it lent, on which stream and how, and notes what came back otherwise, twice, or never had been lent.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <limits>
#include <map>
#include <mutex>
#include <thread>

#include <lucid/exec/memory.hpp>

namespace lucid_test {

class watchful_memory {
 public:
  static constexpr lucid::memory_space space = lucid::memory_space::host;

  explicit watchful_memory(std::chrono::microseconds delay = {}) : delay_(delay) {}

  void* allocate(lucid::stream_ref stream, std::size_t bytes, std::size_t alignment) {
    std::lock_guard const lock{mutex_};
    if (allowed_ == 0) throw lucid::out_of_memory("watchful_memory: refused on demand");
    void* const p = lucid::heap::allocate(stream, bytes, alignment);
    lent_[p] = {bytes, alignment, stream};
    --allowed_;
    held_ += bytes;
    if (held_ > peak_) peak_ = held_.load();
    return p;
  }
  void deallocate(lucid::stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    if (delay_.count() != 0) std::this_thread::sleep_for(delay_);
    std::lock_guard const lock{mutex_};
    auto const found = lent_.find(p);
    if (found == lent_.end() || found->second != loan{bytes, alignment, stream}) {
      ++faults_;
      return;
    }
    lent_.erase(found);
    lucid::heap::deallocate(stream, p, bytes, alignment);
    held_ -= bytes;
    given_back_ += bytes;
    ++releases_;
    if (std::this_thread::get_id() == here_) ++releases_here_;
  }

  // Allows so many more allocations.
  void refuse_after(std::size_t more) {
    std::lock_guard const lock{mutex_};
    allowed_ = more;
  }
  [[nodiscard]] bool lends(void* p) const {
    std::lock_guard const lock{mutex_};
    return lent_.count(p) != 0;
  }
  [[nodiscard]] std::size_t held() const noexcept { return held_; }                    // bytes
  [[nodiscard]] std::size_t peak() const noexcept { return peak_; }                    // bytes
  [[nodiscard]] std::size_t given_back() const noexcept { return given_back_; }        // bytes, in all
  [[nodiscard]] std::size_t releases() const noexcept { return releases_; }            // that were right
  [[nodiscard]] std::size_t releases_here() const noexcept { return releases_here_; }  // on the thread that made it
  [[nodiscard]] std::size_t faults() const noexcept { return faults_; }

 private:
  struct loan {
    std::size_t bytes, alignment;
    lucid::stream_ref stream;
    friend bool operator==(loan const&, loan const&) = default;
  };

  std::chrono::microseconds delay_;
  std::thread::id here_ = std::this_thread::get_id();
  mutable std::mutex mutex_;
  std::map<void*, loan> lent_;
  std::atomic<std::size_t> held_ = 0, peak_ = 0, given_back_ = 0, releases_ = 0, releases_here_ = 0, faults_ = 0;
  std::size_t allowed_ = std::numeric_limits<std::size_t>::max();
};

static_assert(lucid::memory_resource<watchful_memory>);

}  // namespace lucid_test
