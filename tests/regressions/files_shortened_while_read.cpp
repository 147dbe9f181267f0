// A prover that maps its key dies by a signal when somebody shortens the file meanwhile. read_file copies: it ends with an error that says so.
// A file that is replaced by renaming, as this library writes, stays whole under a mapping.
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/interop/atomic_file.hpp>
#include <lucid/interop/mapped_file.hpp>
#include <support/scratch_folder.hpp>

namespace {

// Host memory that shortens a file when it is asked for: between the look at the file's size and the first read.
struct shortening_memory {
  static constexpr auto space = lucid::memory_space::host;
  std::string path;

  void* allocate(lucid::stream_ref stream, std::size_t bytes, std::size_t alignment) {
    std::filesystem::resize_file(path, 1000);
    return lucid::heap::allocate(stream, bytes, alignment);
  }
  void deallocate(lucid::stream_ref stream, void* p, std::size_t bytes, std::size_t alignment) noexcept {
    lucid::heap::deallocate(stream, p, bytes, alignment);
  }
};

}  // namespace

TEST_CASE("a file that becomes shorter while it is read is an io_error, not a signal") {
  support::scratch_folder const folder;
  support::write_text(folder / "key", std::string(100'000, 'k'));
  shortening_memory memory{folder / "key"};
  CHECK_THROWS_WITH_AS(static_cast<void>(lucid::read_file(lucid::cpu::seq.with(memory), folder / "key")),
                       (folder / "key" + ": has become shorter while it was read: it had 100000 bytes, now ends at 1000").c_str(),
                       lucid::io_error);
}

TEST_CASE("a mapped file that is written anew keeps its old bytes") {
  support::scratch_folder const folder;
  support::write_text(folder / "key", std::string(100'000, 'a'));
  lucid::mapped_file const mapped{folder / "key"};
  lucid::write_file(folder / "key", "short");
  for (std::byte const b : mapped.bytes()) REQUIRE(b == std::byte{'a'});
  CHECK(support::read_text(folder / "key") == "short");
}
