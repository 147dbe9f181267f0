// What the commands share about files: the curves that they know, and whole files as bytes or text.
#pragma once

#include <string>
#include <string_view>

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/interop/curve_dispatch.hpp>
#include <lucid/interop/mapped_file.hpp>
#include <lucid/interop/snarkjs_json.hpp>

namespace circom_prover {

inline std::string_view text_of(lucid::mapped_file const& file) {
  auto const bytes = file.bytes();
  return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
}

// f(std::type_identity<Curve>{}) for the curve whose base field has the prime, whose scalar field has it, and that a JSON text names.
template <class F>
auto for_base_prime(lucid::iden3::file_prime const& prime, std::string const& source, F&& f) {
  return lucid::iden3::with_curve<lucid::bn254::curve, lucid::bls12_381::curve>(prime, source, f);
}
template <class F>
auto for_scalar_prime(lucid::iden3::file_prime const& prime, std::string const& source, F&& f) {
  return lucid::iden3::with_curve_of_scalars<lucid::bn254::curve, lucid::bls12_381::curve>(prime, source, f);
}
template <class F>
auto for_named_curve(std::string_view text, std::string const& source, F&& f) {
  return lucid::snarkjs::with_curve_of<lucid::bn254::curve, lucid::bls12_381::curve>(text, source, f);
}

}  // namespace circom_prover
