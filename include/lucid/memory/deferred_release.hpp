// Memory given back later, by a thread of its own: for the latency of one proof. The same bytes are unmapped, at another time; flush() waits for them.
// Keeps nothing for reuse (recycling.hpp) and wipes nothing (wiping.hpp, above it).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>

#include <lucid/config/error.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/exec/wipe.hpp>
#include <lucid/memory/release_queue.hpp>

namespace lucid::inline v0::memory {

struct deferred_release_options {
  std::size_t limit;  // bytes queued at most, the block that is being given back included
  // Smaller blocks are given back at once: handing over takes 1 to 10 µs, unmapping 64 KiB 13 (Zen 1, 4 KiB pages).
  std::size_t from = std::size_t{1} << 16;
};

// The upstream must outlive it, and serve two threads at once. The thread starts with the first block that is handed over. What would exceed
// the limit, or a queue of 1024 blocks, is given back by the caller: a caller faster than the upstream is slowed down to it. Blocks go in the
// order in which they came, each on the stream that it was given back on. At destruction, and where it lives longer, at return from main and
// exit(), the queue is emptied and the thread ended; from then on everything is given back at once. fork() waits until no other thread is inside the
// upstream by way of this policy: a child finds it whole and its locks free. A child has its own copies of queued host memory, which it gives back in
// flush(), at destruction, or by a thread of its own after its next release; queued pinned and device memory stays the parent's.
// What the upstream must not do, as it would wait for itself: call exit() or fork() while another thread is at either; wait in allocate for a release on
// another thread, which a pending fork holds back; flush() this policy from inside two releases at once.
template <memory_resource Upstream>
class deferred_release {
 public:
  static constexpr memory_space space = Upstream::space;

  deferred_release(Upstream& upstream, deferred_release_options options) noexcept
      : upstream_(&upstream), from_(options.from), queue_(&upstream, &give_back, options.limit, space == memory_space::host) {}

  // When the upstream refuses while blocks are queued, these go back first and it is asked once more. Throws out_of_memory when the upstream does.
  [[nodiscard]] void* allocate(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    bool const some_waited = queue_.bytes() != 0;  // perhaps gone by the time the refusal is heard, and worth asking again
    try {
      return ask(stream, bytes, alignment);
    } catch (out_of_memory const&) {
      if (!some_waited && queue_.bytes() == 0) throw;
    }
    flush();
    return ask(stream, bytes, alignment);
  }
  void deallocate(stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    queued_block const block{p, bytes, alignment, stream};
    if (bytes >= from_ && queue_.push(block)) return;
    immediate_.fetch_add(1, std::memory_order_relaxed);
    queue_.release_at_once(block);
  }
  void wait(stream_ref stream) noexcept
    requires(space == memory_space::pinned)
  {
    release_queue::visit const inside{queue_};
    upstream_->wait(stream);
  }
  [[nodiscard]] bool wipe(stream_ref stream, void* p, std::size_t bytes) noexcept
    requires(wipes_device_memory<Upstream>)
  {
    release_queue::visit const inside{queue_};
    return upstream_->wipe(stream, p, bytes);
  }

  // Returns when everything that was queued has been given back; the caller helps.
  void flush() noexcept { queue_.flush(); }

  [[nodiscard]] std::size_t queued() const noexcept { return queue_.bytes(); }            // bytes
  [[nodiscard]] std::size_t peak_queued() const noexcept { return queue_.peak_bytes(); }  // bytes
  // Blocks that were handed over, and blocks that their caller gave back.
  [[nodiscard]] std::uint64_t deferred() const noexcept { return queue_.pushed(); }
  [[nodiscard]] std::uint64_t immediate() const noexcept { return immediate_.load(std::memory_order_relaxed); }
  // Time spent giving back: by the thread, and by callers (small blocks, blocks above the limit, flush).
  [[nodiscard]] double thread_seconds() const noexcept { return queue_.thread_seconds(); }
  [[nodiscard]] double caller_seconds() const noexcept { return queue_.caller_seconds(); }
  // The first failure to start the thread since the last call, null where there was none. Nothing is lost by one: the caller gives back, and the next block
  // tries again. The upstream's own release cannot throw (catching.hpp is for one that does).
  [[nodiscard]] std::exception_ptr take_error() noexcept { return queue_.take_error(); }

 private:
  [[nodiscard]] void* ask(stream_ref stream, std::size_t bytes, std::size_t alignment) {
    release_queue::visit const inside{queue_};
    return upstream_->allocate(stream, bytes, alignment);
  }
  static void give_back(void* upstream, queued_block const& block) noexcept {
    static_cast<Upstream*>(upstream)->deallocate(block.stream, block.begin, block.bytes, block.alignment);
  }

  Upstream* upstream_;
  std::size_t from_;
  std::atomic<std::uint64_t> immediate_ = 0;
  release_queue queue_;
};

static_assert(memory_resource<deferred_release<heap>>);

}  // namespace lucid::inline v0::memory
