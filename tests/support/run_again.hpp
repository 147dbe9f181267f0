// A test case in a process of its own: for what can be seen only once in a process, such as its first call and its end. The case is marked doctest::skip().
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

namespace lucid_test {

// The exit code of this program run anew with that one case; 128 + the signal that ended it; 124 after a minute.
inline int run_again(char const* test_case) {
  std::string const filter = std::string{"--test-case="} + test_case;
  ::pid_t const child = ::fork();
  if (child == 0) {
    ::alarm(60);
    ::execl("/proc/self/exe", "test", filter.c_str(), "--no-skip", "--no-intro", "--minimal", static_cast<char*>(nullptr));
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGALRM ? 124 : 128 + WTERMSIG(status);
  return WEXITSTATUS(status);
}

}  // namespace lucid_test
