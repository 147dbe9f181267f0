// Code run in a fork of this process: for what a process does only once, end. run_again.hpp starts the program anew.
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

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

}  // namespace lucid_test
