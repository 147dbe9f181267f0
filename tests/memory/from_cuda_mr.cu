#include <doctest/doctest.h>

#include <laws/device_resource.hpp>
#include <laws/resource.hpp>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/from_cuda_mr.cuh>
#include <lucid/memory/pinned.cuh>
#include <lucid/memory/recycling.hpp>
#include <support/counting_memory.hpp>
#include <support/cuda_machine.hpp>
#include <support/watchful_memory.hpp>

using namespace lucid;

namespace {

// As theirs: made of the runtime's handle without a word.
struct their_stream {
  their_stream(cudaStream_t s) : handle(s) {}  // NOLINT(google-explicit-constructor)
  cudaStream_t handle;
};
struct their_bad_alloc : std::bad_alloc {
  [[nodiscard]] char const* what() const noexcept override { return "theirs is full"; }
};

// The same memory in both spellings; says no, and fails in a release, on demand.
template <class Upstream>
struct theirs {
  Upstream& upstream;
  bool refuses = false, is_lost = false, release_fails = false;

  void* take(their_stream s, std::size_t bytes, std::size_t alignment) {
    if (refuses) throw their_bad_alloc{};
    if (is_lost) throw std::runtime_error("theirs is lost");
    try {
      return upstream.allocate({s.handle}, bytes, alignment);
    } catch (out_of_memory const&) {
      throw their_bad_alloc{};
    }
  }
  void give(their_stream s, void* p, std::size_t bytes, std::size_t alignment) {
    upstream.deallocate({s.handle}, p, bytes, alignment);
    if (std::exchange(release_fails, false)) throw std::runtime_error("their release");
  }
};
template <class Upstream>
struct stream_first : theirs<Upstream> {
  void* allocate(their_stream s, std::size_t bytes, std::size_t alignment) { return this->take(s, bytes, alignment); }
  void deallocate(their_stream s, void* p, std::size_t bytes, std::size_t alignment) { this->give(s, p, bytes, alignment); }
  void* allocate_sync(std::size_t bytes, std::size_t alignment);  // there, and not ours to call
};
template <class Upstream>
struct stream_last : theirs<Upstream> {
  void* allocate(std::size_t bytes, std::size_t alignment);
  void* allocate_async(std::size_t bytes, std::size_t alignment, their_stream s) { return this->take(s, bytes, alignment); }
  void deallocate_async(void* p, std::size_t bytes, std::size_t alignment, their_stream s) { this->give(s, p, bytes, alignment); }
};
static_assert(memory_resource<memory::from_cuda_mr<stream_first<memory::device_pool>>>);
static_assert(memory_resource<memory::from_cuda_mr<stream_last<memory::pinned>, memory_space::pinned>>);

// Theirs and ours above it, above one that is slow or refuses. Its memory is the host's, which nobody here can tell.
template <class Theirs>
struct with_theirs : Theirs, memory::from_cuda_mr<Theirs> {
  using ours = memory::from_cuda_mr<Theirs>;
  using ours::allocate, ours::deallocate;
  explicit with_theirs(auto& upstream) : Theirs{{upstream}}, ours(static_cast<Theirs&>(*this)) {}
};

template <template <class> class Spelling>
void loses_nothing() {
  using lucid_test::counting_memory, lucid_test::watchful_memory;
  laws::refusals_lose_nothing<counting_memory>([](auto& up) { return std::make_unique<with_theirs<Spelling<counting_memory>>>(up); });
  laws::gives_back_what_it_took([](auto& up) { return std::make_unique<with_theirs<Spelling<watchful_memory>>>(up); });
}

template <class Theirs>
void device_spelling() {
  memory::device_pool pool;
  Theirs upstream{{pool}};
  memory::from_cuda_mr ours{upstream};
  laws::device::resource(ours);
  gpu::stream const stream;
  std::string said;
  try {
    upstream.refuses = true;
    static_cast<void>(ours.allocate(stream, 100, 64));
  } catch (out_of_memory const& e) {
    said = e.what();
  }
  CHECK(said.find("theirs is full") != std::string::npos);
  upstream.refuses = false;
  upstream.is_lost = true;
  CHECK_THROWS_AS(static_cast<void>(ours.allocate(stream, 100, 64)), device_error);
  upstream.is_lost = false;
  upstream.release_fails = true;
  ours.deallocate(stream, ours.allocate(stream, 100, 64), 100, 64);
  CHECK_THROWS_AS(static_cast<void>(ours.allocate(stream, 100, 64)), device_error);
  ours.deallocate(stream, ours.allocate(stream, 100, 64), 100, 64);
  CHECK(pool.held() == 0);
}

}  // namespace

TEST_CASE("from_cuda_mr: a resource like any other in either spelling, its errors ours") {
  lucid_test::machine const fresh;
  device_spelling<stream_first<memory::device_pool>>();
  device_spelling<stream_last<memory::device_pool>>();
}

TEST_CASE("from_cuda_mr: what theirs refuses is lost by neither, and what it lends comes back as it was lent") {
  lucid_test::machine const fresh;
  loses_nothing<stream_first>();
  loses_nothing<stream_last>();
}

TEST_CASE("from_cuda_mr: pinned memory of theirs") {
  lucid_test::machine const fresh;
  memory::pinned pinned;
  stream_last<memory::pinned> upstream{{pinned}};
  memory::from_cuda_mr<stream_last<memory::pinned>, memory_space::pinned> ours{upstream};
  memory::recycling recycling{ours};
  laws::buffers_are_apart(recycling);
  laws::absurd_requests_are_refused(recycling);
  recycling.flush();
  CHECK(pinned.held() == 0);
}
