#include <doctest/doctest.h>

#include <memory_resource>

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
