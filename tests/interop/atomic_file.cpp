#include <lucid/interop/atomic_file.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include <support/scratch_folder.hpp>

using lucid::argument_error;
using lucid::atomic_file;
using lucid::io_error;

using names = std::vector<std::string>;

TEST_CASE("atomic_file: nothing is seen before commit, all of it after") {
  support::scratch_folder const folder;
  std::string text;
  {
    atomic_file file{folder / "out"};
    for (int i = 0; i < 50'000; ++i) {
      file.write(std::to_string(i));
      text += std::to_string(i);
    }
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
    file.commit();
    CHECK(support::read_text(folder / "out") == text);
  }
  CHECK(folder.names() == names{"out"});
}

TEST_CASE("atomic_file: uncommitted leaves no trace, also where a file stood") {
  support::scratch_folder const folder;
  support::write_text(folder / "out", "old");
  {
    atomic_file file{folder / "out"};
    file.write("new");
    file.flush();
    atomic_file const moved{std::move(file)};
  }
  CHECK(support::read_text(folder / "out") == "old");
  CHECK(folder.names() == names{"out"});
}

TEST_CASE("atomic_file: replaces a file, keeps its mode, follows a link") {
  support::scratch_folder const folder;
  support::write_text(folder / "real", "old");
  REQUIRE(::chmod((folder / "real").c_str(), 0640) == 0);
  std::filesystem::create_symlink(folder / "real", folder / "link");
  lucid::write_file(folder / "link", "new");
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(support::read_text(folder / "real") == "new");
  struct stat status {};
  REQUIRE(::stat((folder / "real").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0640);
  CHECK(folder.names() == names{"link", "real"});
}

TEST_CASE("atomic_file: an empty text makes an empty file, a name without a folder stands in the current one") {
  support::scratch_folder const folder;
  lucid::write_file(folder / "empty", "");
  CHECK(support::read_text(folder / "empty").empty());
  int const here = ::open(".", O_RDONLY);
  REQUIRE(::chdir((folder / ".").c_str()) == 0);
  CHECK_NOTHROW(lucid::write_file("plain", "x"));
  REQUIRE(::fchdir(here) == 0);
  ::close(here);
  CHECK(support::read_text(folder / "plain") == "x");
}

TEST_CASE("atomic_file: a path that cannot become a file is refused at once, and left alone") {
  support::scratch_folder const folder;
  support::write_text(folder / "file", "kept");
  std::filesystem::create_directory(folder / "dir");
  std::filesystem::create_symlink(folder / "nowhere/at/all", folder / "link");
  for (std::string const& path : {folder / "missing/out", folder / "file/out", folder / "dir", folder / "link", std::string{"/dev/null"},
                                  std::string{"/proc/none"}, std::string{}}) {
    CAPTURE(path);
    CHECK_THROWS_AS(atomic_file{path}, io_error);
  }
  CHECK(folder.names() == names{"dir", "file", "link"});
  CHECK(support::read_text(folder / "file") == "kept");
  if (::geteuid() != 0) {
    REQUIRE(::chmod((folder / "file").c_str(), 0444) == 0);
    CHECK_THROWS_AS(atomic_file{folder / "file"}, io_error);
  }
}

TEST_CASE("atomic_file: several together, all or none") {
  support::scratch_folder const folder;
  support::write_text(folder / "a", "old a");
  {
    atomic_file a{folder / "a"}, b{folder / "b"}, c{folder / "c"};
    a.write("new a");
    b.write("new b");
    c.write("new c");
    std::filesystem::create_directory(folder / "c");  // between opening and committing, somebody takes the place
    support::write_text(folder / "c/occupied", "");
    CHECK_THROWS_AS(atomic_file::commit_together({&a, &b, &c}), io_error);
  }
  CHECK(folder.names() == names{"a", "c"});
  CHECK(support::read_text(folder / "a") == "old a");

  std::filesystem::remove_all(folder / "c");
  atomic_file a{folder / "a"}, b{folder / "b"};
  a.write("new a");
  b.write("new b");
  atomic_file::commit_together({&a, &b});
  CHECK(support::read_text(folder / "a") == "new a");
  CHECK(support::read_text(folder / "b") == "new b");
  CHECK(folder.names() == names{"a", "b"});
}

TEST_CASE("atomic_file: two outputs of one path are refused") {
  support::scratch_folder const folder;
  atomic_file a{folder / "same"}, b{folder / "same"};
  CHECK_THROWS_AS(atomic_file::commit_together({&a, &b}), argument_error);
  CHECK_FALSE(std::filesystem::exists(folder / "same"));
}

// A full disk, as far as a test may make one: the limit on the size of a file.
TEST_CASE("atomic_file: no room is an io_error and leaves nothing") {
  support::scratch_folder const folder;
  support::write_text(folder / "out", "old");
  pid_t const child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit const limit{1 << 16, 1 << 16};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      atomic_file file{folder / "out"};
      file.write(std::string(1 << 20, 'x'));
      file.commit();
      ::_exit(1);
    } catch (io_error const&) {
      ::_exit(0);
    } catch (...) {
      ::_exit(2);
    }
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(support::read_text(folder / "out") == "old");
  CHECK(folder.names() == names{"out"});
}
