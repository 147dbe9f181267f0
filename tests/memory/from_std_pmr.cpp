#include <doctest/doctest.h>

#include <memory_resource>
#include <stdexcept>

#include <laws/resource.hpp>
#include <lucid/memory/from_std_pmr.hpp>

using namespace lucid;

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
