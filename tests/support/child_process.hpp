// Code run in a process of its own: a fork, or this program once more. For what a process does only once: end.
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace lucid_test {

constexpr int did_not_end = 97;  // the exit code of a body that returned
constexpr int no_child = -1000;  // in place of one: there is no such child, the system made none

// How a child ended: its exit code, or minus the signal. One that hangs is killed, and -SIGALRM says so. The time it may take is counted in rests of ours, not
// by a clock: a machine that is slow, or stops us both for a minute, makes no child hang.
inline int wait_for(pid_t child, unsigned seconds) {
  if (child <= 0) return no_child;                        // to wait and kill, that would be every process there is
  constexpr long shortest = 20'000, longest = 1'000'000;  // ns
  int status = 0;
  bool is_killed = false;
  timespec rest{0, shortest};
  for (double left = 1e9 * seconds;; left -= static_cast<double>(rest.tv_nsec)) {
    pid_t const ended = ::waitpid(child, &status, is_killed ? 0 : WNOHANG);
    if (ended == child) break;
    if (ended == -1 && errno != EINTR) return no_child;
    if (left < 0 && !std::exchange(is_killed, true)) ::kill(child, SIGKILL);
    ::nanosleep(&rest, nullptr);
    rest.tv_nsec = std::min(2 * rest.tv_nsec, longest);
  }
  if (is_killed) return -SIGALRM;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// Runs body() in a fork, and waits for it as above.
template <class Body>
int in_child(Body const& body, unsigned seconds = 20) {
  std::fflush(nullptr);
  pid_t const child = ::fork();
  if (child == 0) {
    ::alarm(60 + 10 * seconds);  // where nobody waits any more
    rlimit const no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    std::signal(SIGABRT, SIG_DFL);  // the test framework would report it
    body();
    ::_exit(did_not_end);
  }
  return wait_for(child, seconds);
}

// Runs one case of this program, a skipped one, with the variable LUCID_TEST_CHILD set; its exit code as above.
inline int in_new_process(std::string const& test_case, std::string const& variable, unsigned seconds = 20) {
  auto const again = [&] {
    ::setenv("LUCID_TEST_CHILD", variable.c_str(), 1);
    std::string const filter = "--test-case=" + test_case;
    ::execl("/proc/self/exe", "child", filter.c_str(), "--no-skip", "--minimal", "--no-intro", static_cast<char*>(nullptr));
  };
  return in_child(again, seconds);
}

}  // namespace lucid_test
