// The one doctest main, compiled once and linked into every test program.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <unistd.h>

static pid_t const program = ::getpid();

// Asked by LeakSanitizer, where there is one, at the end of a process. A fork leaves its leaks to the parent, which has them too: the sanitizer would stop the
// threads of a child by the parent's list, wait for some that are not there, and report what those hold.
extern "C" int __lsan_is_turned_off() { return ::getpid() == program ? 0 : 1; }
