// measure COMMAND...: runs it and prints "SECONDS MEGABYTES": processor time of the command and its children, and the largest of them.
// A compiler driver's work is done by a child, and a busy machine must not look like a slow header: hence not the clock on the wall.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  pid_t const child = fork();
  if (child == 0) {
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return 2;

  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  double const seconds = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
#if defined(__APPLE__)
  long const per_megabyte = 1024L * 1024L;  // bytes there, kilobytes elsewhere
#else
  long const per_megabyte = 1024L;
#endif
  std::printf("%.1f %ld\n", seconds, used.ru_maxrss / per_megabyte);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
