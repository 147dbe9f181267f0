#include <doctest/doctest.h>

#include <initializer_list>

#include <lucid/circuit/variable.hpp>

using namespace lucid;

TEST_CASE("variable: columns are one, public, private, in the order of codes") {
  CHECK(variable{}.is_one());
  CHECK(variable::one() == variable::public_at(0));
  CHECK_FALSE(variable::public_at(3).is_private());
  CHECK(variable::private_at(0).is_private());
  CHECK_FALSE(variable::private_at(0).is_one());

  CHECK(variable::one().column(5) == 0);
  CHECK(variable::public_at(1).column(5) == 1);
  CHECK(variable::public_at(5).column(5) == 5);
  CHECK(variable::private_at(0).column(5) == 6);
  CHECK(variable::private_at(7).column(0) == 8);
  CHECK(variable::public_at(variable::limit - 1).code() < variable::private_at(0).code());
}

TEST_CASE("variable: a code is the whole variable") {
  for (variable const v : {variable::one(), variable::public_at(9), variable::private_at(0), variable::private_at(variable::limit - 1)}) {
    CHECK(variable::from_code(v.code()) == v);
  }
  CHECK(variable::private_at(variable::limit - 1).index() == variable::limit - 1);
}
