#include <doctest/doctest.h>

#include <string>

#include <lucid/config/error.hpp>
#include <lucid/trace/event_file.hpp>
#include <support/scratch_folder.hpp>

#if defined(__unix__)
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#endif

using namespace lucid;

TEST_CASE("event_file: an array at every moment") {
  support::scratch_folder const folder;
  std::string const path = folder / "events.json";
  {
    trace::event_file file{path};
    CHECK(support::read_text(path) == "[\n]\n");
    file.add("{}");
    CHECK(support::read_text(path) == "[\n]\n");
    file.flush();
    CHECK(support::read_text(path) == "[\n{}\n]\n");
    file.add("{\"a\":1}");
    file.flush();
    file.flush();
    CHECK(support::read_text(path) == "[\n{},\n{\"a\":1}\n]\n");
    file.add("{}");
  }
  CHECK(support::read_text(path) == "[\n{},\n{\"a\":1},\n{}\n]\n");
}

TEST_CASE("event_file: an event longer than what is gathered, and nothing after close()") {
  support::scratch_folder const folder;
  std::string const path = folder / "events.json";
  std::string const large = "\"" + std::string(300'000, 'x') + "\"";
  trace::event_file file{path};
  for (int i = 0; i < 3; ++i) file.add(large);
  file.close();
  auto const text = support::read_text(path);
  CHECK(text == "[\n" + large + ",\n" + large + ",\n" + large + "\n]\n");
  CHECK(!file.is_open());
  file.add("{}");
  file.flush();
  CHECK_NOTHROW(file.close());
  CHECK(support::read_text(path) == text);
}

TEST_CASE("event_file: what cannot be opened") {
  support::scratch_folder const folder;
  CHECK_THROWS_AS(trace::event_file{folder / "no/such/folder.json"}, io_error);
  CHECK_THROWS_AS(trace::event_file{folder / "."}, io_error);
}

#if defined(__unix__)
TEST_CASE("event_file: a pipe gets its bracket at the end") {
  support::scratch_folder const folder;
  std::string const path = folder / "pipe";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  std::string const copy = folder / "copy";
  pid_t const reader = ::fork();
  if (reader == 0) {
    ::execlp("sh", "sh", "-c", ("cat '" + path + "' > '" + copy + "'").c_str(), nullptr);
    ::_exit(127);
  }
  {
    trace::event_file file{path};
    file.add("{}");
    file.flush();
    file.add("{}");
    file.close();
  }
  int status = 0;
  ::waitpid(reader, &status, 0);
  CHECK(support::read_text(copy) == "[\n{},\n{}\n]\n");
}

// In a process of its own: the limit on the size of files cannot be lifted again.
TEST_CASE("event_file: when there is no more room the file ends behind the last whole write, and close() says so") {
  support::scratch_folder const folder;
  std::string const path = folder / "events.json";
  pid_t const child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit const limit{40, 40};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    trace::event_file file{path};
    file.add("{\"fits\":1}");
    file.flush();
    file.add("{\"does not fit any more, whatever one tries\":2}");
    file.flush();
    file.add("{}");
    try {
      file.close();
    } catch (io_error const&) {
      ::_exit(0);
    }
    ::_exit(1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
  CHECK(support::read_text(path) == "[\n{\"fits\":1}\n]\n");
}

TEST_CASE("event_file: a program that is killed leaves an array") {
  support::scratch_folder const folder;
  std::string const path = folder / "events.json";
  pid_t const child = ::fork();
  if (child == 0) {
    trace::event_file file{path};
    file.add("{\"written\":1}");
    file.flush();
    file.add("{\"gathered\":2}");
    ::raise(SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  CHECK(support::read_text(path) == "[\n{\"written\":1}\n]\n");
}

TEST_CASE("event_file: a forked child leaves the file to its parent") {
  support::scratch_folder const folder;
  std::string const path = folder / "events.json";
  trace::event_file file{path};
  file.add("{\"before\":1}");
  pid_t const child = ::fork();
  if (child == 0) {
    file.add("{\"child\":2}");
    file.flush();
    file.close();
    ::_exit(0);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
  file.add("{\"after\":3}");
  file.close();
  CHECK(support::read_text(path) == "[\n{\"before\":1},\n{\"after\":3}\n]\n");
}
#endif
