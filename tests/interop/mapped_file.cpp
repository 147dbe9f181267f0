#include <lucid/interop/mapped_file.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <utility>

#include <doctest/doctest.h>

#include <lucid/backend/cpu/policy.hpp>
#include <support/scratch_folder.hpp>

using lucid::io_error;
using lucid::mapped_file;
using lucid::read_file;
namespace cpu = lucid::cpu;

namespace {

std::string text_of(lucid::view<std::byte const> bytes) { return {reinterpret_cast<char const*>(bytes.data()), bytes.size()}; }

}  // namespace

TEST_CASE("mapped_file, read_file: the bytes of the file") {
  support::scratch_folder const folder;
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i);
  support::write_text(folder / "a", text);
  mapped_file const mapped{folder / "a"};
  CHECK(text_of(mapped.bytes()) == text);
  CHECK(mapped.path() == folder / "a");
  auto const read = read_file(cpu::seq, folder / "a");
  CHECK(text_of(read.all()) == text);
}

TEST_CASE("mapped_file: moves") {
  support::scratch_folder const folder;
  support::write_text(folder / "a", "first");
  support::write_text(folder / "b", "second");
  mapped_file a{folder / "a"};
  mapped_file b{std::move(a)};
  CHECK(text_of(b.bytes()) == "first");
  CHECK(a.bytes().empty());  // NOLINT(bugprone-use-after-move)
  b = mapped_file{folder / "b"};
  CHECK(text_of(b.bytes()) == "second");
}

TEST_CASE("mapped_file, read_file: stays what it was when the file is replaced by renaming") {
  support::scratch_folder const folder;
  support::write_text(folder / "a", "old");
  mapped_file const mapped{folder / "a"};
  support::write_text(folder / "b", "new and longer");
  std::filesystem::rename(folder / "b", folder / "a");
  CHECK(text_of(mapped.bytes()) == "old");
}

TEST_CASE("mapped_file, read_file: what is not a file with bytes in it is an io_error that names it") {
  support::scratch_folder const folder;
  support::write_text(folder / "empty", "");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  std::filesystem::create_symlink(folder / "nowhere", folder / "link");
  for (std::string const& path : {folder / "empty", folder / "missing", folder / "pipe", folder / "link", folder / "empty/below",
                                  std::string{"/"}, std::string{"/dev/null"}, std::string{"/dev/zero"}, std::string{}}) {
    CAPTURE(path);
    CHECK_THROWS_AS(mapped_file{path}, io_error);
    CHECK_THROWS_AS(static_cast<void>(read_file(cpu::seq, path)), io_error);
    try {
      mapped_file const m{path};
    } catch (io_error const& e) {
      CHECK(std::string{e.what()}.rfind(path + ": ", 0) == 0);
    }
  }
}
