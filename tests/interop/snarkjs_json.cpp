#if LUCID_TEST_HAS_JSON
#include <lucid/interop/snarkjs_json.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <support/circom_sets.hpp>
#include <support/json.hpp>
#include <support/scratch_folder.hpp>

namespace snarkjs = lucid::snarkjs;
using bn254 = lucid::bn254::curve;
using bls12_381 = lucid::bls12_381::curve;
using lucid::decode_error;
using lucid::key_error;
using lucid::groth16::key_policy;
using json = nlohmann::json;

namespace {

std::string text_of(std::string const& name) { return support::read_text(std::string{LUCID_TEST_DATA} + "/" + name); }

std::vector<std::string> published() {
  std::vector<std::string> folders;
  for (char const* name : {"df-init-unsatisfied", "df-move", "df-reveal", "df-whitelist", "iden3-authV2",
                           "iden3-credentialAtomicQueryMTPV2", "iden3-credentialAtomicQueryMTPV2OnChain",
                           "iden3-credentialAtomicQuerySigV2", "iden3-credentialAtomicQuerySigV2OnChain", "semaphore-10", "semaphore-16",
                           "semaphore-32", "unirep-epochKeyLite", "unirep-scopeNullifier", "unirep-signup", "unirep-userStateTransition"}) {
    folders.push_back(std::string{"real-world/"} + name);
  }
  return folders;
}

// Each of the three files is read and written again, byte for byte.
template <class Curve>
void check_set(std::string const& folder) {
  CAPTURE(folder);
  auto const key_text = text_of(folder + "/verification_key.json");
  auto const key = snarkjs::read_verification_key<Curve>(key_text, folder);
  CHECK(json::parse(snarkjs::write_verification_key(key)) == json::parse(key_text));
  auto const proof_text = text_of(folder + "/proof.json");
  auto const proof = snarkjs::read_proof<Curve>(proof_text, folder);
  CHECK(snarkjs::write_proof(proof) == proof_text);
  auto const public_text = text_of(folder + "/public.json");
  auto const inputs = snarkjs::read_public<Curve>(public_text, folder);
  CHECK(inputs.size() == key.public_inputs());
  CHECK(snarkjs::write_public<typename Curve::scalar>(lucid::view<typename Curve::scalar const>{inputs}) == public_text);
}

json key_json() { return support::read_json("circom/bn254/multiplier/verification_key.json"); }
json proof_json() { return support::read_json("circom/bn254/multiplier/proof.json"); }

template <class Read>
std::string refusal(json const& document, Read const& read) {
  std::string const text = document.dump();
  try {
    read(text);
  } catch (decode_error const& e) {
    CHECK(e.source() == "f.json");
    return e.what();
  } catch (key_error const& e) {
    return e.what();
  }
  FAIL("was accepted");
  return {};
}
std::string key_refusal(json const& document, key_policy policy = key_policy::refuse_unfinished) {
  return refusal(document,
                 [&](std::string const& text) { static_cast<void>(snarkjs::read_verification_key<bn254>(text, "f.json", policy)); });
}
std::string proof_refusal(json const& document) {
  return refusal(document, [](std::string const& text) { static_cast<void>(snarkjs::read_proof<bn254>(text, "f.json")); });
}
std::string public_refusal(json const& document) {
  return refusal(document, [](std::string const& text) { static_cast<void>(snarkjs::read_public<bn254>(text, "f.json")); });
}

bool contains(std::string const& text, char const* part) { return text.find(part) != std::string::npos; }

std::string const q = "21888242871839275222246405745257275088696311157297823662689037894645226208583";
std::string const r = "21888242871839275222246405745257275088548364400416034343698204186575808495617";
json const infinity_g1 = json::parse(R"(["0", "1", "0"])");
json const infinity_g2 = json::parse(R"([["0", "0"], ["1", "0"], ["0", "0"]])");
// On the twist, outside the subgroup.
json const outside_g2 = json::parse(R"([["1", "0"],
  ["18278151005453108793778860132295291098363647455926340152056652516292830556603", "5912654199736721486680175016176231956195085055698687135131307249486702594212"],
  ["1", "0"]])");

}  // namespace

TEST_CASE("snarkjs_json: every set is read and written again") {
  for (auto const& folder : support::circom_sets("bn254")) check_set<bn254>(folder);
  for (auto const& folder : support::circom_sets("bls12-381")) check_set<bls12_381>(folder);
  for (auto const& folder : published()) check_set<bn254>(folder);
}

TEST_CASE("snarkjs_json: a verification key has the very bytes of snarkjs, alphabeta included") {
  for (char const* name : {"multiplier", "no_public", "many_public"}) {
    auto text = text_of(std::string{"circom/bn254/"} + name + "/verification_key.json");
    CHECK(snarkjs::write_verification_key(snarkjs::read_verification_key<bn254>(text, name)) == text);
    text = text_of(std::string{"circom/bls12-381/"} + name + "/verification_key.json");
    CHECK(snarkjs::write_verification_key(snarkjs::read_verification_key<bls12_381>(text, name)) == text);
  }
}

TEST_CASE("snarkjs_json: the curve that a file names") {
  auto const name_in = [](std::string const& text) {
    return snarkjs::with_curve_of<bn254, bls12_381>(text, "f.json", [](auto curve) { return std::string{decltype(curve)::type::name}; });
  };
  CHECK(name_in(text_of("circom/bn254/multiplier/proof.json")) == "bn254");
  CHECK(name_in(text_of("circom/bls12-381/multiplier/verification_key.json")) == "bls12_381");
  for (char const* name : {"bn128", "BN128", "bn254", "BN-254", "bn_254"}) CHECK(name_in(json{{"curve", name}}.dump()) == "bn254");
  for (char const* name : {"bls12381", "bls12-381", "BLS12_381"}) CHECK(name_in(json{{"curve", name}}.dump()) == "bls12_381");
  CHECK_THROWS_WITH_AS(name_in("{\"curve\": \"secp256k1\"}"),
                       "f.json: curve at byte 1: curve \"secp256k1\" is not known; known are bn128, bls12381", decode_error);
  CHECK_THROWS_AS(name_in("{}"), decode_error);
}

TEST_CASE("snarkjs_json: proofs as rapidsnark and older tools write them") {
  auto document = proof_json();
  auto const expected = snarkjs::read_proof<bn254>(document.dump(), "f");
  document.erase("curve");
  CHECK(snarkjs::read_proof<bn254>(document.dump(), "f") == expected);
  document["more"] = "ignored";
  CHECK(snarkjs::read_proof<bn254>(document.dump(2), "f") == expected);
}

TEST_CASE("snarkjs_json: vk_alphabeta_12 is not looked at") {
  auto document = key_json();
  auto const expected = snarkjs::read_verification_key<bn254>(document.dump(), "f");
  document.erase("vk_alphabeta_12");
  CHECK(snarkjs::read_verification_key<bn254>(document.dump(), "f") == expected);
  document["vk_alphabeta_12"] = "anything";
  CHECK(snarkjs::read_verification_key<bn254>(document.dump(), "f") == expected);
}

TEST_CASE("snarkjs_json: a missing field is named, as are another protocol and another curve") {
  for (char const* field : {"protocol", "curve", "nPublic", "vk_alpha_1", "vk_beta_2", "vk_gamma_2", "vk_delta_2", "IC"}) {
    auto document = key_json();
    document.erase(field);
    CHECK(contains(key_refusal(document), (std::string{"f.json: "} + field).c_str()));
    CHECK(contains(key_refusal(document), "the field is missing"));
  }
  for (char const* field : {"protocol", "pi_a", "pi_b", "pi_c"}) {
    auto document = proof_json();
    document.erase(field);
    CHECK(contains(proof_refusal(document), "the field is missing"));
  }
  auto document = key_json();
  document["protocol"] = "plonk";
  CHECK(contains(key_refusal(document), "protocol \"plonk\" is not supported; \"groth16\" is"));
  document = proof_json();
  document["curve"] = "bls12381";
  CHECK(contains(proof_refusal(document), "curve \"bls12381\", expected \"bn128\""));
  CHECK(contains(key_refusal(json::array()), "an object was expected"));
  CHECK(contains(proof_refusal(json("x")), "an object was expected"));
  CHECK(contains(public_refusal(json::object()), "an array was expected"));
}

TEST_CASE("snarkjs_json: lengths") {
  auto document = key_json();
  for (std::uint64_t const n : {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{0xffff'ffff}, ~std::uint64_t{0}}) {
    document["nPublic"] = n;
    CHECK(contains(key_refusal(document), "nPublic is"));
  }
  for (json const& n : {json("1"), json(-1), json(1.5), json(nullptr)}) {
    document["nPublic"] = n;
    CHECK(contains(key_refusal(document), "a count was expected"));
  }
  document = key_json();
  document["IC"] = json::array();
  CHECK(contains(key_refusal(document), "it has 0 points"));
  for (char const* field : {"pi_a", "pi_b", "pi_c"}) {
    document = proof_json();
    document[field].push_back("1");
    CHECK(contains(proof_refusal(document), "an array of 3 elements was expected, it has 4"));
    document[field] = json::array();
    CHECK(contains(proof_refusal(document), "it has 0"));
  }
  document = proof_json();
  document["pi_b"][0].push_back("0");
  CHECK(contains(proof_refusal(document), "f.json: pi_b[0]"));
  document = proof_json();
  document["pi_b"] = document["pi_a"];
  CHECK(contains(proof_refusal(document), "an array was expected"));
}

TEST_CASE("snarkjs_json: coordinates and values that are not canonical") {
  auto document = proof_json();
  auto const x = *lucid::parse_decimal<4>(document["pi_a"][0].get<std::string>());
  auto raised = x;
  add_to(raised, lucid::bn254::base::modulus());
  document["pi_a"][0] = to_decimal(raised);
  CHECK(contains(proof_refusal(document), "f.json: pi_a[0]"));
  CHECK(contains(proof_refusal(document), "is not below the modulus"));
  for (std::string const& value : {r, q, std::string{"-1"}, std::string{"0x1"}, std::string{}, std::string{"1e1"}}) {
    CHECK(contains(public_refusal(json::array({"1", value})), "f.json: [1] at byte"));
  }
  auto r_minus_1 = lucid::bn254::scalar::modulus();
  --r_minus_1[0];
  CHECK(snarkjs::read_public<bn254>(json::array({to_decimal(r_minus_1)}).dump(), "f")[0] == -lucid::bn254::scalar::one());
  CHECK(snarkjs::read_public<bn254>("[]", "f").empty());
  CHECK(contains(public_refusal(json::array({1})), "a string was expected"));
}

TEST_CASE("snarkjs_json: points off the curve, outside the subgroup, in other coordinates") {
  auto document = proof_json();
  document["pi_a"] = json::array({"1", "3", "1"});
  CHECK(contains(proof_refusal(document), "point is not on the curve"));
  document["pi_a"] = json::array({"0", "0", "1"});
  CHECK(contains(proof_refusal(document), "point is not on the curve"));
  document["pi_a"] = json::array({"4", "16", "2"});
  CHECK(contains(proof_refusal(document), "the last coordinate is neither 1 nor 0"));
  document = proof_json();
  document["pi_b"] = outside_g2;
  CHECK(contains(proof_refusal(document), "point is on the curve but not in the subgroup"));
  auto key = key_json();
  for (char const* field : {"vk_beta_2", "vk_gamma_2", "vk_delta_2"}) {
    key = key_json();
    key[field] = outside_g2;
    CHECK(contains(key_refusal(key), "not in the subgroup"));
  }
  document = proof_json();
  std::swap(document["pi_b"][0][0], document["pi_b"][0][1]);  // c1 before c0, as in calldata
  CHECK(contains(proof_refusal(document), "not on the curve"));
}

TEST_CASE("snarkjs_json: infinity has one form; proofs may hold it, keys may not") {
  auto document = proof_json();
  document["pi_a"] = infinity_g1;
  document["pi_b"] = infinity_g2;
  document["pi_c"] = infinity_g1;
  auto const proof = snarkjs::read_proof<bn254>(document.dump(), "f");
  CHECK(proof.a.is_infinity());
  CHECK(proof.b.is_infinity());
  CHECK(json::parse(snarkjs::write_proof(proof)) == document);
  for (auto const& other :
       {json::array({"0", "0", "0"}), json::array({"1", "1", "0"}), json::array({"1", "2", "0"}), json::array({"0", "2", "0"})}) {
    document = proof_json();
    document["pi_a"] = other;
    CHECK(contains(proof_refusal(document), "infinity is written with coordinates 0, 1, 0"));
  }
  for (char const* field : {"vk_alpha_1", "vk_beta_2", "vk_gamma_2", "vk_delta_2"}) {
    auto key = key_json();
    key[field] = field[3] == 'a' ? infinity_g1 : infinity_g2;
    CHECK(contains(key_refusal(key, key_policy::accept_unfinished), "is the point at infinity"));
  }
  auto key = key_json();
  key["IC"][1] = infinity_g1;
  CHECK(contains(key_refusal(key), "IC[1] is the point at infinity"));
}

TEST_CASE("snarkjs_json: an unfinished key needs an explicit word") {
  auto key = key_json();
  key["vk_delta_2"] = key["vk_gamma_2"];
  CHECK(contains(key_refusal(key), "unfinished"));
  CHECK_NOTHROW(static_cast<void>(snarkjs::read_verification_key<bn254>(key.dump(), "f", key_policy::accept_unfinished)));
}
#endif
