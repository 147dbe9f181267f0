#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>

#include <laws/resource.hpp>
#include <lucid/memory/huge_page.hpp>
#include <support/child_process.hpp>

using namespace lucid;

TEST_CASE("huge_page: a resource like any other, of both kinds") {
  for (auto const kind : {memory::huge_pages::transparent, memory::huge_pages::reserved}) {
    memory::huge_page pages{kind};
    laws::resource(pages);
    if (kind == memory::huge_pages::transparent) {
      CHECK(pages.from_pool() == 0);
    } else {
      CHECK(pages.from_pool() + pages.fallbacks() > 0);  // whichever this machine has
    }
  }
}

TEST_CASE("huge_page: large buffers begin at a huge page and start as zeros") {
  memory::huge_page pages;
  for (std::size_t const bytes : {memory::huge_page::page, memory::huge_page::page + 1, 3 * memory::huge_page::page}) {
    auto* const p = static_cast<unsigned char*>(pages.allocate({}, bytes, 64));
    CHECK(reinterpret_cast<std::uintptr_t>(p) % memory::huge_page::page == 0);
    CHECK(p[0] == 0);
    p[bytes - 1] = 1;
    pages.deallocate({}, p, bytes, 64);
  }
}

#if defined(__linux__)
TEST_CASE("huge_page: a process without transparent pages is told so, once a mapping") {
  auto const used = [](memory::huge_page& pages) {
    void* const p = pages.allocate({}, memory::huge_page::page, 64);
    std::memset(p, 1, memory::huge_page::page);
    pages.deallocate({}, p, memory::huge_page::page, 64);
  };
  CHECK(lucid_test::in_child([&] {
          memory::huge_page pages;
          used(pages);
          std::size_t const before = pages.fallbacks();  // 0 where the machine makes huge pages
          if (::prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0) != 0) ::_exit(0);
          used(pages);
          used(pages);
          ::_exit(before <= 1 && pages.fallbacks() == before + 2 && pages.from_pool() == 0 ? 0 : 1);
        }) == 0);
}
#endif
