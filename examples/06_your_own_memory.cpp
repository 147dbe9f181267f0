// A memory resource of one's own, and a proof whose every buffer is in it: pages that are locked in memory and left out of core dumps, so that a witness
// reaches neither the swap file nor a crash report. Above it stand ready parts: counted, given back by another thread, and overwritten before that.
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <lucid/memory.hpp>

#include "sha256_preimage.hpp"

// Three members make a resource: where its memory is, how it is had, and how it is given back. Several threads may call at once.
class locked_pages {
 public:
  static constexpr auto space = lucid::memory_space::host;

  void* allocate(lucid::stream_ref, std::size_t bytes, std::size_t alignment) {
    void* const p = alignment > 4096 ? MAP_FAILED : ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw lucid::out_of_memory("locked_pages: " + std::to_string(bytes) + " bytes could not be had");
    // The system allows only so many locked bytes (ulimit -l): beyond them the proof goes on, and we say so.
    if (::mlock(p, bytes) != 0) unlocked_ += bytes;
    ::madvise(p, bytes, MADV_DONTDUMP);
    return p;
  }
  // Never throws: it is called from destructors, and from the release thread.
  void deallocate(lucid::stream_ref, void* p, std::size_t bytes, std::size_t) noexcept { ::munmap(p, bytes); }

  [[nodiscard]] std::size_t unlocked() const { return unlocked_; }  // bytes, of all blocks

 private:
  std::atomic<std::size_t> unlocked_ = 0;
};
static_assert(lucid::memory_resource<locked_pages>);

// SHA-256 of the bytes 0, 1, …, 63.
constexpr std::array<std::uint8_t, 32> digest = {0xfd, 0xea, 0xb9, 0xac, 0xf3, 0x71, 0x03, 0x62, 0xbd, 0x26, 0x58,
                                                 0xcd, 0xc9, 0xa2, 0x9e, 0x8f, 0x9c, 0x75, 0x7f, 0xcf, 0x98, 0x11,
                                                 0x60, 0x3a, 0x8c, 0x44, 0x7c, 0xd1, 0xd9, 0x15, 0x11, 0x08};

int main() {
  using curve = lucid::bn254::curve;
  using scalar = curve::scalar;

  // From the bottom up; each must outlive what stands on it.
  locked_pages pages;
  lucid::memory::tally tally{pages};
  lucid::memory::deferred_release deferred{tally, {.limit = std::size_t{256} << 20}};
  lucid::memory::wiping memory{deferred};
  auto const exec = lucid::cpu::seq.with(memory);

  lucid::os_entropy entropy;
  auto const shape = lucid::shape_of<scalar>(lucid::cpu::seq, sha256_preimage{});  // public: the heap will do
  auto const keys = lucid::groth16::single_party_setup<curve>(lucid::cpu::seq, shape, entropy);

  sha256_preimage statement;
  for (std::size_t i = 0; i < statement.secret.size(); ++i) statement.secret[i] = static_cast<std::uint8_t>(i);
  auto const proof = lucid::groth16::prove(exec, keys.proving, lucid::assign(exec, shape, statement), entropy);
  deferred.flush();

  auto const inputs = sha256_preimage_inputs<scalar>(digest);
  bool const accepted = lucid::groth16::verify<curve>(keys.verifying, proof, lucid::view<scalar const>{inputs});
  constexpr double mib = 1048576.0;
  std::printf("the digest is %s\n", accepted ? "proved" : "NOT proved");
  std::printf("%zu buffers, at most %.1f MiB at once, %.1f MiB still held\n", tally.allocations(), static_cast<double>(tally.peak()) / mib,
              static_cast<double>(tally.held()) / mib);
  std::printf("%.1f MiB could not be locked\n", static_cast<double>(pages.unlocked()) / mib);
  std::printf("given back: %llu buffers by the release thread in %.2f ms, %llu by the caller in %.2f ms\n",
              static_cast<unsigned long long>(deferred.deferred()), 1e3 * deferred.thread_seconds(),
              static_cast<unsigned long long>(deferred.immediate()), 1e3 * deferred.caller_seconds());
  return accepted && tally.held() == 0 ? 0 : 1;
}
