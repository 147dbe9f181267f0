#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <lucid/circuit/coefficient_dictionary.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/field/random.hpp>

using namespace lucid;
using F = bn254::scalar;

TEST_CASE("coefficient dictionary: a code for each value, in order of first use") {
  coefficient_dictionary<F> dictionary;
  CHECK(dictionary.code(F::one()) == dictionary.plus_one);
  CHECK(dictionary.code(-F::one()) == dictionary.minus_one);
  CHECK(dictionary.code(F{7}) == 2);
  CHECK(dictionary.code(F::zero()) == 3);
  CHECK(dictionary.code(F{7}) == 2);
  CHECK(dictionary.size() == 4);

  seeded_entropy entropy{1};
  std::vector<F> values;
  std::vector<std::uint32_t> codes;
  for (int i = 0; i < 5000; ++i) {  // several times its first size
    values.push_back(random_element<F>(entropy));
    codes.push_back(dictionary.code(values.back()));
  }
  bool stable = dictionary.size() == 5004;
  for (std::size_t i = 0; i < values.size(); ++i) {
    stable = stable && codes[i] == 4 + i && dictionary.code(values[i]) == codes[i] && dictionary[codes[i]] == values[i];
  }
  CHECK(stable);

  auto const released = dictionary.release();
  CHECK(released.size() == 5004);
  CHECK(released[2] == F{7});
}
