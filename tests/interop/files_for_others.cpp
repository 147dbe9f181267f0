// Circuits, witnesses and keys of our own as files: read back here, and left in the folder of LUCID_WRITE_FILES for other programs to judge.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lucid/backend/cpu.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/groth16/setup.hpp>
#include <lucid/interop/mapped_file.hpp>
#include <lucid/interop/r1cs.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey.hpp>
#include <lucid/interop/zkey_writer.hpp>
#include <support/scratch_folder.hpp>
#include <support/toy_systems.hpp>

namespace cpu = lucid::cpu;
namespace groth16 = lucid::groth16;
namespace iden3 = lucid::iden3;

namespace {

// Writes <stem>.{r1cs,wtns,zkey,json} and reads the first three again.
template <class Curve>
void write_and_read(std::string const& stem, lucid_test::toy_system<typename Curve::scalar> const& system,
                    iden3::r1cs_names const& names = {}) {
  using scalar = typename Curve::scalar;
  CAPTURE(stem);
  lucid::seeded_entropy entropy{11};
  auto const keys = groth16::single_party_setup<Curve>(cpu::seq, system.circuit, entropy);
  lucid::view<scalar const> const z{system.z};
  {
    lucid::atomic_file r1cs{stem + ".r1cs"}, wtns{stem + ".wtns"}, zkey{stem + ".zkey"}, json{stem + ".json"};
    iden3::write_r1cs(cpu::seq, r1cs, system.circuit, names);
    iden3::write_wtns(cpu::seq, wtns, z);
    iden3::write_zkey<Curve>(cpu::seq, zkey, keys.proving);
    json.write("{\"constraints\": " + std::to_string(system.circuit.constraints()) + ", \"variables\": " +
               std::to_string(system.circuit.variables()) + ", \"publics\": " + std::to_string(system.circuit.public_inputs()) + "}");
    lucid::atomic_file::commit_together({&r1cs, &wtns, &zkey, &json});
  }
  lucid::mapped_file const r1cs{stem + ".r1cs"}, wtns{stem + ".wtns"}, zkey{stem + ".zkey"};
  auto const circuit = iden3::read_r1cs<scalar>(cpu::seq, r1cs.bytes(), r1cs.path());
  CHECK(circuit.circuit == system.circuit);
  CHECK(circuit.header.public_outputs == names.public_outputs);
  auto const values = iden3::read_wtns<scalar>(cpu::seq, wtns.bytes(), wtns.path(), system.circuit.public_inputs());
  CHECK(std::equal(values.all().begin(), values.all().end(), z.begin(), z.end()));
  auto const key = iden3::read_zkey<Curve>(cpu::seq, zkey.bytes(), zkey.path(), {.check = iden3::key_check::full});
  CHECK(key.verifying == keys.verifying);
  CHECK(key.domain == keys.proving.domain);
  CHECK(std::equal(key.b2.begin(), key.b2.end(), keys.proving.b2.begin(), keys.proving.b2.end()));
  CHECK(std::equal(key.l.begin(), key.l.end(), keys.proving.l.begin(), keys.proving.l.end()));
  CHECK(key.matrices.shape().constraints() == system.circuit.constraints() + system.circuit.public_inputs() + 1);
}

}  // namespace

TEST_CASE_TEMPLATE("files for others: circuits of our own, read back as they were written", Curve, lucid::bn254::curve,
                   lucid::bls12_381::curve) {
  using scalar = typename Curve::scalar;
  std::optional<support::scratch_folder> scratch;
  char const* const kept = std::getenv("LUCID_WRITE_FILES");
  std::string const folder = kept != nullptr ? std::string{kept} + "/" : scratch.emplace() / "";
  std::string const curve = folder + (Curve::base::limbs == 4 ? "bn254." : "bls12-381.");

  write_and_read<Curve>(curve + "own", lucid_test::random_system<scalar>(20, 3, 1));
  write_and_read<Curve>(curve + "no_public", lucid_test::random_system<scalar>(5, 0, 2));
  write_and_read<Curve>(curve + "no_private", lucid_test::no_private<scalar>());
  write_and_read<Curve>(curve + "no_constraints", lucid_test::no_constraints<scalar>(2));
  std::vector<std::uint64_t> const labels{0, 5, 9, 1};
  write_and_read<Curve>(
      curve + "labelled", lucid_test::multiplier<scalar>(),
      {.public_outputs = 1, .private_inputs = 2, .labels = 10, .label_of_wire = lucid::view<std::uint64_t const>{labels}});
}
