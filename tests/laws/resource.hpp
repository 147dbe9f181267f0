// What every memory resource owes its callers, on every thread: aligned memory of its own that keeps what is written, a typed no, and nothing lost.
#pragma once

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <support/watchful_memory.hpp>

namespace laws {

// Sizes around cache lines, pages and huge pages.
inline std::vector<std::size_t> const& request_sizes() {
  static std::vector<std::size_t> const sizes = {
      1, 2, 63, 64, 65, 1000, 4095, 4096, 4097, 70'000, (1u << 21) - 1, 1u << 21, (1u << 21) + 1, 5'000'000};
  return sizes;
}

template <lucid::memory_resource M>
class live_buffer {
 public:
  live_buffer(M& resource, std::size_t bytes, std::size_t alignment, unsigned char mark)
      : resource_(&resource),
        data_(static_cast<unsigned char*>(resource.allocate({}, bytes, alignment))),
        bytes_(bytes),
        alignment_(alignment),
        mark_(mark) {
    std::memset(data_, mark, bytes);
  }
  live_buffer(live_buffer&& other) noexcept
      : resource_(other.resource_), data_(other.data_), bytes_(other.bytes_), alignment_(other.alignment_), mark_(other.mark_) {
    other.data_ = nullptr;
  }
  live_buffer& operator=(live_buffer&&) = delete;
  ~live_buffer() {
    if (data_ != nullptr) resource_->deallocate({}, data_, bytes_, alignment_);
  }
  [[nodiscard]] bool is_aligned() const { return reinterpret_cast<std::uintptr_t>(data_) % alignment_ == 0; }
  [[nodiscard]] bool is_intact() const {
    for (std::size_t i = 0; i < bytes_; i += 61) {
      if (data_[i] != mark_) return false;
    }
    return data_[bytes_ - 1] == mark_;
  }

 private:
  M* resource_;
  unsigned char* data_;
  std::size_t bytes_, alignment_;
  unsigned char mark_;
};

// Buffers of all sizes and alignments, alive at once, given back in another order than they were taken.
template <lucid::memory_resource M>
void buffers_are_apart(M& resource) {
  std::vector<live_buffer<M>> buffers;
  unsigned char mark = 1;
  for (std::size_t const bytes : request_sizes()) {
    for (std::size_t const alignment : {1u, 8u, 64u, 4096u}) buffers.emplace_back(resource, bytes, alignment, mark++);
  }
  bool good = true;
  for (auto const& b : buffers) good = good && b.is_aligned() && b.is_intact();
  CHECK(good);
  std::vector<live_buffer<M>> rest;
  for (std::size_t i = 0; i < buffers.size(); i += 2) rest.push_back(std::move(buffers[i]));
  buffers.clear();
  for (auto const& b : rest) good = good && b.is_intact();
  CHECK(good);
}

// Four threads that take and give back at once.
template <lucid::memory_resource M>
void threads_do_not_meet(M& resource) {
  std::atomic<bool> good = true;
  auto const work = [&](unsigned seed) {
    std::uint32_t state = seed;
    std::vector<live_buffer<M>> mine;
    for (int i = 0; i < 400; ++i) {
      state = state * 1'664'525u + 1'013'904'223u;
      std::size_t const bytes = 1 + (state >> 8) % 9000;
      mine.emplace_back(resource, bytes, std::size_t{1} << (state >> 28) % 8, static_cast<unsigned char>(state >> 4));
      if (mine.size() > 12) {
        if (!mine.front().is_intact()) good = false;
        std::vector<live_buffer<M>> kept;
        for (std::size_t k = mine.size() / 2; k < mine.size(); ++k) kept.push_back(std::move(mine[k]));
        mine.swap(kept);
      }
    }
    for (auto const& b : mine) {
      if (!b.is_intact()) good = false;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) threads.emplace_back(work, 17 * t + 1);
  for (auto& t : threads) t.join();
  CHECK(good);
}

// make(upstream), a unique_ptr, on a counting upstream that refuses its n-th request, for every n: out_of_memory comes out, what was had before is intact, and
// when all is given back and the resource is gone, the upstream holds nothing.
template <class Counting, class Make>
void refusals_lose_nothing(Make const& make) {
  auto const refused_after = [&](std::size_t n) {
    Counting upstream;
    bool refused = false;
    {
      auto resource = make(upstream);
      using M = typename decltype(resource)::element_type;
      upstream.refuse_after(n);
      std::vector<live_buffer<M>> had;
      had.reserve(8);
      try {
        for (std::size_t i = 0; i < 8; ++i)
          had.emplace_back(*resource, std::size_t{300'000} << (i % 3), 64, static_cast<unsigned char>(i + 1));
      } catch (lucid::out_of_memory const&) {
        refused = true;
      }
      bool intact = true;
      for (auto const& b : had) intact = intact && b.is_intact();
      CHECK(intact);
    }
    CHECK(upstream.held() == 0);
    return refused;
  };
  CHECK(refused_after(0));
  std::size_t n = 1;
  while (refused_after(n)) REQUIRE(++n < 100);
}

// make(upstream), a unique_ptr, on an upstream that takes its time: whatever comes back to it comes as it was lent, on its own stream and once, and when the
// resource is gone the upstream holds nothing.
template <class Make>
void gives_back_what_it_took(Make const& make) {
  lucid_test::watchful_memory upstream{std::chrono::microseconds{200}};
  {
    auto const resource = make(upstream);
    int streams[2] = {};
    struct taken {
      void* p;
      std::size_t bytes, alignment;
      lucid::stream_ref stream;
    };
    std::vector<taken> all;
    for (std::size_t round = 0; round < 3; ++round) {
      for (std::size_t i = 0; i < 12; ++i) {
        std::size_t const bytes = (std::size_t{40'000} << (i % 3)) + round, alignment = std::size_t{8} << (i % 4);
        lucid::stream_ref const stream{&streams[i % 2]};
        all.push_back({resource->allocate(stream, bytes, alignment), bytes, alignment, stream});
      }
      for (std::size_t i = 0; !all.empty(); i += 5) {
        auto const place = all.begin() + static_cast<std::ptrdiff_t>(i % all.size());
        resource->deallocate(place->stream, place->p, place->bytes, place->alignment);
        all.erase(place);
      }
    }
  }
  CHECK(upstream.faults() == 0);
  CHECK(upstream.held() == 0);
}

// A request that cannot be met anywhere is a typed no, and the next one is served.
template <lucid::memory_resource M>
void absurd_requests_are_refused(M& resource) {
  CHECK_THROWS_AS(static_cast<void>(resource.allocate({}, ~std::size_t{0} / 2, 64)), lucid::out_of_memory);
  CHECK_THROWS_AS(static_cast<void>(resource.allocate({}, ~std::size_t{0} - 4096, 64)), lucid::out_of_memory);
  live_buffer<M> const b{resource, 100, 64, 7};
  CHECK(b.is_intact());
}

template <lucid::memory_resource M>
void resource(M& resource) {
  buffers_are_apart(resource);
  threads_do_not_meet(resource);
  absurd_requests_are_refused(resource);
}

}  // namespace laws
