#include <lucid/interop/json_writer.hpp>

#include <doctest/doctest.h>

#include <lucid/curve/bn254.hpp>

TEST_CASE("json_writer: as JSON.stringify with one blank, and empty lists as snarkjs has them") {
  lucid::json_writer out;
  out.open('{').key("a").string("x").key("n").number(7).key("l").open('[').string("1").open('[').string("2").close(']').close(']').close(
      '}');
  CHECK(out.take() == "{\n \"a\": \"x\",\n \"n\": 7,\n \"l\": [\n  \"1\",\n  [\n   \"2\"\n  ]\n ]\n}");
  lucid::json_writer empty;
  empty.open('[').close(']');
  CHECK(empty.take() == "[\n]");
}

TEST_CASE("json_writer: elements of fields are decimal strings, of quadratic extensions pairs of them") {
  lucid::json_writer out;
  out.element(lucid::bn254::fq2{lucid::bn254::base{7}, -lucid::bn254::base{1}});
  CHECK(out.take() == "[\n \"7\",\n \"21888242871839275222246405745257275088696311157297823662689037894645226208582\"\n]");
}
