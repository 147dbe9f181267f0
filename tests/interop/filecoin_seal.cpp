// Filecoin's seal proofs: they decode, every point is in its group, and what is changed is refused. Their keys are too large to be here.
#include <doctest/doctest.h>

#if LUCID_TEST_HAS_JSON

#include <cstddef>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/group/scalar_mul.hpp>
#include <lucid/interop/bellman.hpp>
#include <support/hex.hpp>
#include <support/json.hpp>

namespace {

using namespace lucid;
using curve = bls12_381::curve;

// By definition, not by an endomorphism.
template <class G>
bool has_order_r(affine<G> const& p) {
  return !p.is_infinity() && p.is_on_curve() && multiply_vartime(p, G::scalar::modulus()).is_infinity();
}

TEST_CASE("filecoin_seal: every proof decodes into points of order r, and encodes to the same bytes") {
  auto const records = support::read_json("filecoin/seal_proofs_v16.json");
  REQUIRE(records.size() == 10);
  for (auto const& record : records) {
    auto const file = support::from_hex(record["proof_hex"].get<std::string>());
    CHECK(file.size() == record["proof_len"].get<std::size_t>());
    auto const proofs = bellman::read_proofs<curve>(file, "seal proof");
    REQUIRE(proofs.size() == record["partitions"].get<std::size_t>());
    support::bytes again;
    for (auto const& proof : proofs) {
      CHECK((has_order_r(proof.a) && has_order_r(proof.b) && has_order_r(proof.c)));
      auto const written = bellman::write_proof(proof);
      again.insert(again.end(), written.begin(), written.end());
    }
    CHECK(again == file);
  }
}

// x + 1 is another point of the subgroup with a chance below 2^−100.
TEST_CASE("filecoin_seal: a proof with a changed byte is refused") {
  for (auto const& record : support::read_json("filecoin/seal_proofs_v16.json")) {
    auto file = support::from_hex(record["proof_hex"].get<std::string>());
    for (std::size_t const at :
         {std::size_t{47}, std::size_t{95}, std::size_t{143}, std::size_t{191}, file.size() - 1, file.size() / 2 + 20}) {
      auto const kept = file[at];
      file[at] ^= std::byte{1};
      CHECK_THROWS_AS(static_cast<void>(bellman::read_proofs<curve>(file, "seal proof")), decode_error);
      file[at] = kept;
    }
  }
}

}  // namespace

#endif
