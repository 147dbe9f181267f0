#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>

#include <laws/resource.hpp>
#include <lucid/memory/huge_page.hpp>

using namespace lucid;

TEST_CASE("huge_page: a resource like any other, of both kinds") {
  for (auto const kind : {memory::huge_pages::transparent, memory::huge_pages::reserved}) {
    memory::huge_page pages{kind};
    laws::resource(pages);
    if (kind == memory::huge_pages::transparent) {
      CHECK(pages.from_pool() + pages.fallbacks() == 0);
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
