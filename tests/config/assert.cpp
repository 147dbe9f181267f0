#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include <lucid/config/assert.hpp>

namespace {

constexpr int half_of_even(int n) {
  LUCID_EXPECTS(n % 2 == 0);
  return n / 2;
}

// How a child ends that calls it with n.
int ending(int n) {
  pid_t const child = ::fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);  // the test framework reports it otherwise
    if (std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(2);
    ::_exit(half_of_even(n) == 2 ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("assert: a precondition that holds costs nothing to the caller, also in a constant") {
  static_assert(half_of_even(4) == 2);
  CHECK(WIFEXITED(ending(4)));
}

TEST_CASE("assert: a broken precondition ends the program at once") {
  int const status = ending(5);
  CHECK(WIFSIGNALED(status));
}
