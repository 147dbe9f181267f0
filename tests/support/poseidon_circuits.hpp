// Circuits and values for tests of Poseidon.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/gadget/poseidon.hpp>

namespace support {

// The digest of (first, first + 1, …).
template <class F>
struct digest_of {
  lucid::poseidon_parameters<F> const* parameters;
  lucid::limb_t first = 0;
  void operator()(lucid::constraint_system auto& cs) const {
    std::array<lucid::number<F>, 40> inputs;
    for (std::size_t i = 0; i < parameters->arity(); ++i) inputs[i] = lucid::witness_number(cs, F{first + i});
    (void)lucid::poseidon(cs, *parameters, std::span<lucid::number<F> const>{inputs}.first(parameters->arity()));
  }
};

// The first instance of a small field whose matrices have their inverses.
template <class F>
lucid::poseidon_parameters<F> toy_poseidon(std::size_t width, std::size_t partial_rounds) {
  for (unsigned seed = 0; seed < 16; ++seed) {
    try {
      return lucid::poseidon_parameters<F>{
          {.width = width, .full_rounds = 4, .partial_rounds = partial_rounds, .s_box_bits = seed}, F{3}, 1};
    } catch (lucid::argument_error const&) {}
  }
  throw std::logic_error("no toy");
}

}  // namespace support
