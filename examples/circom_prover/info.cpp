// info FILE: what is in a .r1cs, .wtns, .zkey, .ptau or snarkjs JSON file, or in parameters of bellman. Heads and counts only; the content is not checked.
#include <cinttypes>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <lucid/config/error.hpp>
#include <lucid/interop/bellman_parameters.hpp>
#include <lucid/interop/ptau.hpp>
#include <lucid/interop/r1cs.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey.hpp>
#include <lucid/interop/zkey_header.hpp>

#include "commands.hpp"
#include "files.hpp"

namespace circom_prover {

namespace {

void line(char const* name, std::uint64_t value) { std::printf("%-24s %" PRIu64 "\n", name, value); }
void line(char const* name, std::string const& value) { std::printf("%-24s %s\n", name, value.c_str()); }

template <class Known>
std::string curve_name(Known const& known) {
  return known([](auto curve) { return std::string{decltype(curve)::type::name}; });
}

void show_r1cs(lucid::iden3::container const& file) {
  auto const header = lucid::iden3::read_r1cs_header(file);
  line("kind", "constraints of a circom circuit (.r1cs)");
  line("curve", curve_name([&](auto f) { return for_scalar_prime(header.prime, file.source(), f); }));
  line("constraints", header.constraints);
  line("wires", header.wires);
  line("public outputs", header.public_outputs);
  line("public inputs", header.public_inputs);
  line("private inputs", header.private_inputs);
  line("labels", header.labels);
}

void show_wtns(lucid::iden3::container const& file) {
  auto const header = lucid::iden3::read_wtns_header(file);
  line("kind", "witness (.wtns)");
  line("curve", curve_name([&](auto f) { return for_scalar_prime(header.prime, file.source(), f); }));
  line("values", header.values);
}

void show_zkey(lucid::iden3::container const& file, lucid::view<std::byte const> bytes) {
  auto const header = lucid::iden3::read_zkey_header(file);
  line("kind", "Groth16 proving key (.zkey)");
  line("curve", curve_name([&](auto f) { return for_base_prime(header.q, file.source(), f); }));
  line("variables", header.variables);
  line("public inputs", header.public_inputs);
  line("domain size", header.domain_size);
  line("coefficients of A and B", header.coefficients);
  line("contributions", header.contributions ? std::to_string(*header.contributions) : "not recorded");
  bool const unfinished = for_base_prime(header.q, file.source(), [&](auto curve) {
    using chosen = typename decltype(curve)::type;
    return lucid::groth16::is_unfinished(
        lucid::iden3::read_zkey_verifying_key<chosen>(bytes, file.source(), lucid::groth16::key_policy::accept_unfinished));
  });
  line("second phase", unfinished ? "never run: anyone can forge proofs for this key" : "run");
}

void show_ptau(lucid::iden3::container const& file) {
  auto const header = lucid::iden3::read_ptau_header(file);
  line("kind", "powers of tau (.ptau)");
  line("curve", curve_name([&](auto f) { return for_base_prime(header.q, file.source(), f); }));
  line("power", header.power);
  line("power of the ceremony", header.ceremony_power);
  line("prepared for phase 2", file.has(12) ? "yes" : "no");
}

void show_json(std::string_view text, std::string const& source) {
  lucid::json_document const document{text, source};
  lucid::json_value const root{document};
  if (root.is_array()) {
    line("kind", "public inputs (.json)");
    line("values", root.size());
    return;
  }
  bool const is_key = root.has("vk_alpha_1");
  if (!is_key && !root.has("pi_a")) throw lucid::argument_error(source + ": neither a verification key, nor a proof, nor public inputs");
  line("kind", is_key ? "verification key (.json)" : "proof (.json)");
  line("curve", root.has("curve") ? curve_name([&](auto f) { return for_named_curve(text, source, f); }) : "not named");
  if (is_key) line("public inputs", root["nPublic"].count());
}

// These files have no magic number: their counts must lead exactly to their end.
std::optional<lucid::bellman::parameter_layout> layout_of_parameters(lucid::mapped_file const& file) {
  try {
    return lucid::bellman::read_parameter_layout<lucid::bls12_381::curve>(file.bytes(), file.path());
  } catch (lucid::decode_error const&) {
    return std::nullopt;
  }
}

void show_parameters(lucid::bellman::parameter_layout const& layout, std::string const& source) {
  using curve = lucid::bls12_381::curve;
  line("kind", "Groth16 parameters (bellman)");
  line("curve", std::string{curve::name});
  line("public inputs", layout.ic.count - 1);
  line("private variables", layout.l.count);
  line("domain size", layout.h.count + 1);
  line("variables in A", layout.a.count);
  line("variables in B", layout.b1.count);
  line("contributions", layout.contributions ? std::to_string(*layout.contributions) : "not recorded");
  auto const both = lucid::bellman::read_verifying_key<curve>(layout.verifying_key, source, lucid::groth16::key_policy::accept_unfinished);
  line("second phase", lucid::groth16::is_unfinished(both.key) ? "never run: anyone can forge proofs for this key" : "run");
}

}  // namespace

int run_info(std::string const& path) {
  lucid::mapped_file const file{path};
  auto const text = text_of(file);
  line("file", path);
  line("bytes", file.bytes().size());
  auto const opened = [&](lucid::iden3::file_kind const& kind) { return lucid::iden3::container{file.bytes(), path, kind}; };
  if (text.starts_with(lucid::iden3::r1cs_kind.magic)) {
    show_r1cs(opened(lucid::iden3::r1cs_kind));
  } else if (text.starts_with(lucid::iden3::wtns_kind.magic)) {
    show_wtns(opened(lucid::iden3::wtns_kind));
  } else if (text.starts_with(lucid::iden3::zkey_kind.magic)) {
    show_zkey(opened(lucid::iden3::zkey_kind), file.bytes());
  } else if (text.starts_with(lucid::iden3::ptau_kind.magic)) {
    show_ptau(opened(lucid::iden3::ptau_kind));
  } else if (auto const layout = layout_of_parameters(file)) {
    show_parameters(*layout, path);
  } else {
    show_json(text, path);
  }
  return 0;
}

}  // namespace circom_prover
