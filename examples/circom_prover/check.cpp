// check CIRCUIT.r1cs WITNESS.wtns
#include <cstdio>
#include <string>
#include <type_traits>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit/satisfaction.hpp>
#include <lucid/interop/r1cs.hpp>
#include <lucid/interop/wtns.hpp>

#include "commands.hpp"
#include "files.hpp"

namespace circom_prover {

int run_check(check_files const& files) {
  lucid::mapped_file const circuit_file{files.circuit}, witness_file{files.witness};
  lucid::iden3::container const container{circuit_file.bytes(), files.circuit, lucid::iden3::r1cs_kind};
  auto const prime = lucid::iden3::read_r1cs_header(container).prime;
  return for_scalar_prime(prime, files.circuit, [&](auto curve) {
    using scalar = typename decltype(curve)::type::scalar;
    auto const& exec = lucid::cpu::seq;
    auto const circuit = lucid::iden3::read_r1cs<scalar>(exec, circuit_file.bytes(), files.circuit).circuit;
    auto const witness = lucid::iden3::read_wtns<scalar>(exec, witness_file.bytes(), files.witness, circuit.public_inputs());
    if (witness.variables() != circuit.variables()) {
      throw lucid::argument_error(files.witness + ": " + std::to_string(witness.variables()) + " values, the circuit has " +
                                  std::to_string(circuit.variables()) + " wires");
    }
    auto const violated = lucid::first_violated_row(circuit, witness.all());
    if (violated) {
      std::printf("constraint %zu of %zu is not satisfied\n", *violated, circuit.constraints());
      return 1;
    }
    std::printf("all %zu constraints are satisfied\n", circuit.constraints());
    return 0;
  });
}

}  // namespace circom_prover
