// Code run in a process of its own: a fork, or this program once more. For what a process does only once: end.
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace lucid_test {

constexpr int did_not_end = 97;  // the exit code of a body that returned

// How a child ended: its exit code, or minus the signal.
inline int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) != child) {}
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// Runs body() in a fork; a child that hangs is killed after some seconds. -SIGALRM says so.
template <class Body>
int in_child(Body const& body, unsigned seconds = 20) {
  std::fflush(nullptr);
  pid_t const child = ::fork();
  if (child == 0) {
    ::alarm(seconds);
    rlimit const no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    std::signal(SIGABRT, SIG_DFL);  // the test framework would report it
    body();
    ::_exit(did_not_end);
  }
  return wait_for(child);
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
