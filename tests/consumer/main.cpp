// What a user's first program is: it must build against an installed copy, a subdirectory, and by one compiler line.
#include <lucid/curve/bn254.hpp>
#include <lucid/field.hpp>

int main() {
  using scalar = lucid::bn254::scalar;
  return scalar{6} * scalar{7} == scalar{42} ? 0 : 1;
}
