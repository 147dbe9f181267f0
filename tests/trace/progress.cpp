#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include <lucid/trace/progress.hpp>
#include <support/fake_clock.hpp>

#if defined(__linux__)
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
#endif

using namespace lucid;
using namespace std::chrono_literals;
using support::fake_clock;
using progress = trace::basic_progress<fake_clock>;

namespace {

// A file in memory, in a manner of speaking.
struct paper {
  std::FILE* file = std::tmpfile();
  paper() = default;
  paper(paper const&) = delete;
  paper& operator=(paper const&) = delete;
  ~paper() { std::fclose(file); }

  [[nodiscard]] std::string text() const {
    std::string read;
    std::rewind(file);
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) read += static_cast<char>(c);
    return read;
  }
};

void spend(progress& sink, char const* name, std::chrono::nanoseconds time, std::uint64_t elements = 0) {
  auto const span = sink.open(name, {});
  if (elements != 0) sink.count("elements", elements);
  fake_clock::advance(time);
}

}  // namespace

TEST_CASE("progress: one line a step where nobody looks on, down to a depth") {
  paper out;
  progress sink{{.out = out.file}};  // a file is no terminal
  {
    auto const whole = sink.open("prove", {});
    {
      auto const step = sink.open("msm", {});
      spend(sink, "msm/sort", 250ms, 7);  // too deep
      sink.count("elements", 3000);
      sink.count("bytes moved", 5);
    }
    spend(sink, "verify", 4ms);
  }
  CHECK(out.text() == "  msm: 0.250 s, 3000 elements, 12 k/s\n  verify: 0.004 s\nprove: 0.254 s\n");
}

TEST_CASE("progress: declared steps say how much is done") {
  paper out;
  progress sink{{.out = out.file, .steps = {{"read", 1}, {"msm", 2}, {"left out", 4}, {"msm", 1}}}};
  {
    auto const whole = sink.open("prove", {});
    spend(sink, "read", 1ms);
    {
      auto const deep = sink.open("deep", {});
      spend(sink, "msm", 2s);
      spend(sink, "msm", 1s);
    }
  }
  CHECK(out.text() == " 12 %  read: 0.001 s\n 38 %  msm: 2.000 s\n100 %  msm: 1.000 s\n");
}

TEST_CASE("progress: a bar with rate and time left, drawn at most every tenth of a second") {
  paper out;
  progress sink{{.out = out.file, .steps = {{"read", 1}, {"msm", 3, 300}}, .style = trace::progress_style::bar}};
  {
    auto const whole = sink.open("prove", {});
    spend(sink, "read", 10s);
    auto const step = sink.open("msm", {});
    for (int i = 0; i < 30; ++i) {
      fake_clock::advance(50ms);
      sink.count("elements", 5);
    }
  }
  auto const text = out.text();
  CHECK(text.find("\r\033[K[........................]   0 %  read  0.0 s") == 0);
  // Half of the second step: 1 + 1.5 of 4 parts in 11.5 s.
  CHECK(text.find("[###############.........]  62 %  msm  11.5 s, 150 elements, 100/s, 7 s left") != std::string::npos);
  CHECK(text.find("[########################] 100 %  prove  11.5 s\n") != std::string::npos);
  std::size_t drawn = 0;
  for (char const c : text) drawn += c == '\r' ? 1 : 0;
  CHECK(drawn == 18);  // read, msm, 15 for 30 counts, the end
}

TEST_CASE("progress: one thread is followed, and what others count is heard") {
  paper out;
  progress sink{{.out = out.file}};
  {
    auto const whole = sink.open("prove", {});
    {
      auto const step = sink.open("msm", {});
      std::thread worker{[&] {
        sink.count("elements", 5);
        spend(sink, "msm/sort", 1ms);
      }};
      worker.join();
    }
  }
  CHECK(out.text() == "  msm: 0.001 s, 5 elements, 5 k/s\nprove: 0.001 s\n");
}

TEST_CASE("progress: broken off by an exception, and begun anew") {
  paper out;
  progress sink{{.out = out.file, .steps = {{"read"}, {"msm"}}}};
  for (int i = 0; i < 2; ++i) {
    try {
      auto const whole = sink.open("prove", {});
      auto const step = sink.open("read", {});
      throw 1;
    } catch (int) {}
  }
  CHECK(out.text() == " 50 %  read: 0.000 s\n 50 %  read: 0.000 s\n");
}

TEST_CASE("progress: a bar of work that was broken off does not say that all is done") {
  paper out;
  progress sink{{.out = out.file, .steps = {{"read"}, {"msm"}}, .style = trace::progress_style::bar}};
  try {
    auto const whole = sink.open("prove", {});
    { auto const step = sink.open("read", {}); }
    throw 1;
  } catch (int) {}
  CHECK(out.text().find("[############............]  50 %  prove  0.0 s\n") != std::string::npos);
}

#if defined(__linux__)
TEST_CASE("progress: a bar stays within its terminal") {
  for (unsigned short const width : {80, 40, 7, 0}) {  // 0: a terminal that does not know
    CAPTURE(width);
    int const terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) return;  // a machine that has none
    winsize size{};
    size.ws_col = width;
    REQUIRE(::ioctl(terminal, TIOCSWINSZ, &size) == 0);
    std::FILE* const out = ::fdopen(::open(::ptsname(terminal), O_RDWR | O_NOCTTY), "w");
    REQUIRE(out != nullptr);
    {
      progress sink{{.out = out, .steps = {{"read", 1}, {"groth16/msm of some length", 3, 1'000'000}}}};
      auto const whole = sink.open("prove", {});
      spend(sink, "read", 10s);
      auto const step = sink.open("groth16/msm of some length", {});
      for (int i = 0; i < 8; ++i) {
        fake_clock::advance(1s);
        sink.count("elements", 100'000);
      }
    }
    std::string shown;
    for (char read = 0; read != '\n'; shown += read) REQUIRE(::read(terminal, &read, 1) == 1);
    std::fclose(out);
    ::close(terminal);
    std::string const clear = "\r\033[K";
    std::size_t drawn = 0, longest = 0, with_time = 0, with_elements = 0;
    for (auto at = shown.find(clear); at != std::string::npos; ++drawn) {
      auto const next = shown.find(clear, at + 1);
      auto line = shown.substr(at + clear.size(), next == std::string::npos ? next : next - at - clear.size());
      while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
      longest = std::max(longest, line.size());
      with_time += line.find("s left") != std::string::npos ? 1 : 0;
      with_elements += line.find("elements") != std::string::npos ? 1 : 0;
      at = next;
    }
    CHECK(drawn > 8);
    if (width != 0) CHECK(longest < width);
    CHECK((with_time != 0) == (width == 80 || width == 0));
    CHECK((with_elements != 0) == (width == 0));
  }
}
#endif
