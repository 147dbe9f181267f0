// The laws of resource.hpp for memory that the host cannot touch: patterns go in and come back by copies in stream order.
#pragma once

#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/cuda_api/copy.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <lucid/exec/memory.hpp>
#include <support/cuda_machine.hpp>

namespace laws::device {

template <class T>
using device_view = lucid::view<T, lucid::memory_space::device>;

// Words of one value, in memory of the resource; given back on the stream it was taken on.
template <lucid::memory_resource M>
class words {
 public:
  words(M& resource, lucid::stream_ref stream, std::size_t count, std::uint32_t value)
      : resource_(&resource),
        stream_(stream),
        data_(static_cast<std::uint32_t*>(resource.allocate(stream, count * sizeof(std::uint32_t), 64))),
        count_(count),
        value_(value) {
    lucid_test::slow_fill(stream, {data_, count_}, value_);
  }
  words(words&& other) noexcept
      : resource_(other.resource_),
        stream_(other.stream_),
        data_(std::exchange(other.data_, nullptr)),
        count_(other.count_),
        value_(other.value_) {}
  words& operator=(words&&) = delete;
  ~words() {
    if (data_ != nullptr) resource_->deallocate(stream_, data_, count_ * sizeof(std::uint32_t), 64);
  }

  [[nodiscard]] device_view<std::uint32_t> all() const { return {data_, count_}; }
  [[nodiscard]] std::uint32_t value() const { return value_; }
  [[nodiscard]] bool is_aligned() const { return reinterpret_cast<std::uintptr_t>(data_) % 64 == 0; }
  // Read back; the host waits.
  [[nodiscard]] bool is_intact() const {
    std::vector<std::uint32_t> back(count_);
    lucid::gpu::copy(stream_, all(), lucid::view<std::uint32_t>{back});
    lucid::gpu::synchronize(stream_);
    std::size_t bad = 0;
    for (std::uint32_t const x : back) bad += x != value_;
    return bad == 0;
  }

 private:
  M* resource_;
  lucid::stream_ref stream_;
  std::uint32_t* data_;
  std::size_t count_;
  std::uint32_t value_;
};

// Buffers of all sizes alive at once, given back in another order than they were taken.
template <lucid::memory_resource M>
void buffers_are_apart(M& resource, lucid::stream_ref stream) {
  std::vector<words<M>> buffers;
  std::uint32_t value = 1;
  for (std::size_t const count : {1u, 15u, 16u, 17u, 64u, 1000u, 1024u, 1025u, 70'000u, (1u << 19) + 1, 1'250'000u}) {
    for (int k = 0; k < 3; ++k) buffers.emplace_back(resource, stream, count, 0x01010101u * value++);
  }
  bool good = true;
  for (auto const& b : buffers) good = good && b.is_aligned() && b.is_intact();
  CHECK(good);
  {
    std::vector<words<M>> rest;
    for (std::size_t i = 0; i < buffers.size(); i += 2) rest.push_back(std::move(buffers[i]));
    buffers.clear();
    for (auto const& b : rest) good = good && b.is_intact();
  }
  CHECK(good);
}

// One thread's life: take, let a slow kernel write, let another read, give back at once, on streams of its own. Whoever hands out memory before the work that
// used it is done, or takes it back too early, changes a word that check_late sees. Returns the words that were wrong.
template <lucid::memory_resource M>
[[nodiscard]] std::size_t churn(M& resource, std::uint32_t seed, int rounds, std::size_t most) {
  lucid::gpu::stream const streams[3];
  std::uint32_t* const bad = static_cast<std::uint32_t*>(resource.allocate(streams[0], 64, 64));
  lucid::gpu::fill_bytes(streams[0], device_view<std::uint32_t>{bad, 1}, 0);
  for (auto const& s : streams) lucid::gpu::order(streams[0], s);
  std::uint32_t state = seed * 2'654'435'761u + 1;
  for (int i = 0; i < rounds; ++i) {
    state = state * 1'664'525u + 1'013'904'223u;
    lucid::stream_ref const stream = streams[(state >> 8) % 3];
    words<M> const made{resource, stream, 1 + (state >> 12) % most, state | 1};
    if ((state >> 5) % 2 == 0) {
      lucid_test::slow_check(stream, made.all(), made.value(), {bad, 1});
    } else {  // read on another stream, which the giver must wait for
      lucid::stream_ref const reader = streams[(state >> 9) % 3];
      lucid::gpu::order(stream, reader);
      lucid_test::slow_check(reader, made.all(), made.value(), {bad, 1});
      lucid::gpu::order(reader, stream);
    }
  }  // given back while the device is still far behind
  for (auto const& s : streams) lucid::gpu::order(s, streams[0]);
  std::uint32_t found = 0;
  lucid::gpu::copy(streams[0], device_view<std::uint32_t>{bad, 1}, lucid::view<std::uint32_t>{&found, 1});
  streams[0].synchronize();
  resource.deallocate(streams[0], bad, 64, 64);
  return found;
}

template <lucid::memory_resource M>
void threads_do_not_meet(M& resource, unsigned threads, int rounds) {
  std::atomic<std::size_t> bad = 0;
  std::vector<std::thread> pool;
  for (unsigned t = 0; t < threads; ++t) {
    pool.emplace_back([&, t] {
      try {
        bad += churn(resource, t + 1, rounds, 20'000);
      } catch (...) {
        bad += 1'000'000;
      }
    });
  }
  for (auto& t : pool) t.join();
  CHECK(bad == 0);
}

template <lucid::memory_resource M>
void absurd_requests_are_refused(M& resource, lucid::stream_ref stream) {
  CHECK_THROWS_AS(static_cast<void>(resource.allocate(stream, ~std::size_t{0} / 2, 64)), lucid::out_of_memory);
  CHECK_THROWS_AS(static_cast<void>(resource.allocate(stream, ~std::size_t{0} - 4096, 64)), lucid::out_of_memory);
  words<M> const next{resource, stream, 100, 7};
  CHECK(next.is_intact());
}

template <lucid::memory_resource M>
void resource(M& resource) {
  lucid::gpu::stream const stream;
  buffers_are_apart(resource, stream);
  CHECK(churn(resource, 99, 60, 20'000) == 0);
  threads_do_not_meet(resource, 4, 40);
  absurd_requests_are_refused(resource, stream);
}

}  // namespace laws::device
