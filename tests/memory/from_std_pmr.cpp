#include <doctest/doctest.h>

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <new>
#include <stdexcept>

#include <laws/resource.hpp>
#include <lucid/memory/from_std_pmr.hpp>
#include <support/counting_memory.hpp>
#include <support/watchful_memory.hpp>

using namespace lucid;
using lucid_test::counting_memory;
using lucid_test::watchful_memory;

namespace {

// A resource of ours as one of theirs, and what makes of it one of ours again.
template <class Upstream>
struct as_pmr : std::pmr::memory_resource {
  Upstream& upstream;
  explicit as_pmr(Upstream& up) : upstream(up) {}
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    try {
      return upstream.allocate({}, bytes, alignment);
    } catch (out_of_memory const&) {
      throw std::bad_alloc{};
    }
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) override { upstream.deallocate({}, p, bytes, alignment); }
  [[nodiscard]] bool do_is_equal(std::pmr::memory_resource const& other) const noexcept override { return this == &other; }
};
template <class Upstream>
struct there_and_back : as_pmr<Upstream>, memory::from_std_pmr {
  explicit there_and_back(Upstream& up) : as_pmr<Upstream>(up), memory::from_std_pmr(static_cast<std::pmr::memory_resource&>(*this)) {}
  using memory::from_std_pmr::allocate;
  using memory::from_std_pmr::deallocate;
};

}  // namespace

TEST_CASE("from_std_pmr: a resource like any other above one that is slow, or refuses") {
  laws::refusals_lose_nothing<counting_memory>([](auto& up) { return std::make_unique<there_and_back<counting_memory>>(up); });
  laws::gives_back_what_it_took([](auto& up) { return std::make_unique<there_and_back<watchful_memory>>(up); });
}

TEST_CASE("from_std_pmr: the standard library's resources are resources like any other") {
  std::pmr::synchronized_pool_resource pool;
  memory::from_std_pmr pooled{pool};
  laws::buffers_are_apart(pooled);
  laws::threads_do_not_meet(pooled);
  memory::from_std_pmr plain{*std::pmr::new_delete_resource()};
  laws::buffers_are_apart(plain);
  laws::threads_do_not_meet(plain);
}

TEST_CASE("from_std_pmr: bad_alloc becomes out_of_memory, and what cannot be an object is not asked for") {
  memory::from_std_pmr plain{*std::pmr::new_delete_resource()};
  CHECK_THROWS_AS(static_cast<void>(plain.allocate({}, ~std::size_t{0} - 4096, 64)), out_of_memory);
  memory::from_std_pmr none{*std::pmr::null_memory_resource()};
  CHECK_THROWS_AS(static_cast<void>(none.allocate({}, 1, 1)), out_of_memory);
}

TEST_CASE("from_std_pmr: an exception of a release is thrown by the next call, once") {
  struct complaining final : std::pmr::memory_resource {
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
      return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    }
    void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) override {
      std::pmr::new_delete_resource()->deallocate(p, bytes, alignment);
      throw std::runtime_error("not like this");
    }
    [[nodiscard]] bool do_is_equal(std::pmr::memory_resource const& other) const noexcept override { return this == &other; }
  } upstream;
  memory::from_std_pmr resource{upstream};
  resource.deallocate({}, resource.allocate({}, 100, 8), 100, 8);
  CHECK_THROWS_WITH_AS(static_cast<void>(resource.allocate({}, 100, 8)), "not like this", std::runtime_error);
  resource.deallocate({}, resource.allocate({}, 100, 8), 100, 8);
  CHECK(resource.take_error() != nullptr);
}
