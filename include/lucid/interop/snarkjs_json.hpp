// The three JSON files of snarkjs: verification_key.json, proof.json, public.json; also as rapidsnark and older tools write them. Reading
// checks that every point is in its group; writing gives the bytes that snarkjs gives.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/cubic.hpp>
#include <lucid/field/quadratic.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/group/affine.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/group/pairing.hpp>
#include <lucid/interop/json_document.hpp>
#include <lucid/interop/json_writer.hpp>
#include <lucid/interop/key_rules.hpp>

namespace lucid::inline v0::snarkjs {

namespace detail {

// "bn128", "BN-128" and "bn_128" are one name.
inline std::string letters_and_digits(std::string_view name) {
  std::string result;
  for (char const c : name) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) result += c;
    if (c >= 'A' && c <= 'Z') result += static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

template <class Curve>
[[nodiscard]] bool is_name_of(std::string_view name) {
  auto const plain = letters_and_digits(name);
  return plain == letters_and_digits(Curve::snarkjs_name) || plain == letters_and_digits(Curve::name);
}

template <class Curve>
void expect_curve(json_value const& field) {
  if (!is_name_of<Curve>(field.text()))
    field.fail("curve \"" + field.text().substr(0, 100) + "\", expected \"" + Curve::snarkjs_name + '"');
}

inline void expect_groth16(json_value const& field) {
  if (field.text() != "groth16") field.fail("protocol \"" + field.text().substr(0, 100) + "\" is not supported; \"groth16\" is");
}

// Coordinates in the prime field, then in a quadratic extension of it (c0 first).
template <class F>
struct coordinate {
  static F read(json_value const& value) { return value.template element<F>(); }
};
template <class Spec>
struct coordinate<quadratic<Spec>> {
  static quadratic<Spec> read(json_value const& value) {
    value.expect_size(2);
    return {coordinate<typename Spec::base>::read(value[std::size_t{0}]), coordinate<typename Spec::base>::read(value[1])};
  }
};

// [x, y, 1], or [0, 1, 0] for infinity; on the curve and in the subgroup.
template <class G>
[[nodiscard]] affine<G> read_point(json_value const& value) {
  using field = typename G::field;
  value.expect_size(3);
  field const x = coordinate<field>::read(value[std::size_t{0}]);
  field const y = coordinate<field>::read(value[1]);
  field const z = coordinate<field>::read(value[2]);
  if (z.is_zero()) {
    if (!x.is_zero() || !(y == field::one())) value.fail("infinity is written with coordinates 0, 1, 0");
    return affine<G>::infinity();
  }
  if (!(z == field::one())) value.fail("the last coordinate is neither 1 nor 0");
  affine<G> const point{x, y};
  if (point.is_infinity()) value.fail(describe(decode_fault::not_on_curve));
  if (auto const fault = check_point(point); fault != decode_fault::none) value.fail(describe(fault));
  return point;
}

template <class G>
void write_point(json_writer& out, affine<G> const& p) {
  using field = typename G::field;
  bool const infinite = p.is_infinity();
  out.open('[').element(p.x).element(infinite ? field::one() : p.y).element(infinite ? field::zero() : field::one()).close(']');
}

// F_q12 as two elements of F_q6, each three of F_q2.
template <class F>
void write_extension(json_writer& out, F const& x) {
  out.open('[');
  for (auto const* half : {&x.c0, &x.c1}) out.open('[').element(half->c0).element(half->c1).element(half->c2).close(']');
  out.close(']');
}

}  // namespace detail

// The curve a verification key (or a proof that says so) is for: calls f(std::type_identity<Curve>{}) with the one of Curves that it names.
// Throws decode_error when it names none of them.
template <class... Curves, class F>
auto with_curve_of(std::string_view text, std::string const& source, F&& f) {
  json_document const document{text, source};
  json_value const field = json_value{document}["curve"];
  using result = std::common_type_t<decltype(f(std::type_identity<Curves>{}))...>;
  std::string known;
  ((known += known.empty() ? "" : ", ", known += Curves::snarkjs_name), ...);
  if ((!detail::is_name_of<Curves>(field.text()) && ...))
    field.fail("curve \"" + field.text().substr(0, 100) + "\" is not known; known are " + known);
  if constexpr (std::is_void_v<result>) {
    static_cast<void>(((detail::is_name_of<Curves>(field.text()) && (f(std::type_identity<Curves>{}), true)) || ...));
  } else {
    std::optional<result> answer;
    static_cast<void>(((detail::is_name_of<Curves>(field.text()) && (answer.emplace(f(std::type_identity<Curves>{})), true)) || ...));
    return std::move(*answer);
  }
}

// verification_key.json. vk_alphabeta_12 is not looked at: it follows from the rest. Throws decode_error for what is not such a file,
// key_error for a key that must not be used (groth16/keys.hpp), an IC at infinity among them: every value of that input would pass.
template <class Curve>
[[nodiscard]] groth16::verifying_key<Curve> read_verification_key(std::string_view text, std::string const& source,
                                                                  groth16::key_policy policy = groth16::key_policy::refuse_unfinished) {
  using g1 = typename Curve::g1;
  using g2 = typename Curve::g2;
  json_document const document{text, source};
  json_value const root{document};
  detail::expect_groth16(root["protocol"]);
  detail::expect_curve<Curve>(root["curve"]);
  json_value const ic = root["IC"];
  std::uint64_t const inputs = root["nPublic"].count();
  if (ic.size() == 0 || ic.size() - 1 != inputs) {
    ic.fail("it has " + std::to_string(ic.size()) + " points, nPublic is " + std::to_string(inputs));
  }
  groth16::verifying_key<Curve> key{detail::read_point<g1>(root["vk_alpha_1"]),
                                    detail::read_point<g2>(root["vk_beta_2"]),
                                    detail::read_point<g2>(root["vk_gamma_2"]),
                                    detail::read_point<g2>(root["vk_delta_2"]),
                                    {}};
  key.ic.reserve(ic.size());
  for (std::size_t i = 0; i < ic.size(); ++i) key.ic.push_back(detail::read_point<g1>(ic[i]));
  require_usable_from(source, key, policy);
  return key;
}

template <class Curve>
[[nodiscard]] std::string write_verification_key(groth16::verifying_key<Curve> const& key) {
  json_writer out;
  out.open('{');
  out.key("protocol").string("groth16");
  out.key("curve").string(Curve::snarkjs_name);
  out.key("nPublic").number(key.public_inputs());
  detail::write_point(out.key("vk_alpha_1"), key.alpha_g1);
  detail::write_point(out.key("vk_beta_2"), key.beta_g2);
  detail::write_point(out.key("vk_gamma_2"), key.gamma_g2);
  detail::write_point(out.key("vk_delta_2"), key.delta_g2);
  detail::write_extension(out.key("vk_alphabeta_12"), pairing<Curve>(key.alpha_g1, key.beta_g2));
  out.key("IC").open('[');
  for (auto const& point : key.ic) detail::write_point(out, point);
  out.close(']').close('}');
  return out.take();
}

// proof.json. A proof that names no curve (rapidsnark) is read as one of Curve. Throws decode_error.
template <class Curve>
[[nodiscard]] groth16::proof<Curve> read_proof(std::string_view text, std::string const& source) {
  json_document const document{text, source};
  json_value const root{document};
  detail::expect_groth16(root["protocol"]);
  if (root.has("curve")) detail::expect_curve<Curve>(root["curve"]);
  return {detail::read_point<typename Curve::g1>(root["pi_a"]), detail::read_point<typename Curve::g2>(root["pi_b"]),
          detail::read_point<typename Curve::g1>(root["pi_c"])};
}

template <class Curve>
[[nodiscard]] std::string write_proof(groth16::proof<Curve> const& proof) {
  json_writer out;
  out.open('{');
  detail::write_point(out.key("pi_a"), proof.a);
  detail::write_point(out.key("pi_b"), proof.b);
  detail::write_point(out.key("pi_c"), proof.c);
  out.key("protocol").string("groth16");
  out.key("curve").string(Curve::snarkjs_name);
  out.close('}');
  return out.take();
}

// public.json: an array of decimal strings, each below the scalar field's modulus. Throws decode_error; how many there should be, the
// verifier knows.
template <class Curve>
[[nodiscard]] std::vector<typename Curve::scalar> read_public(std::string_view text, std::string const& source) {
  json_document const document{text, source};
  json_value const root{document};
  std::vector<typename Curve::scalar> values;
  values.reserve(root.size());
  for (std::size_t i = 0; i < root.size(); ++i) values.push_back(root[i].template element<typename Curve::scalar>());
  return values;
}

template <class F>
[[nodiscard]] std::string write_public(view<F const> values) {
  json_writer out;
  out.open('[');
  for (F const& x : values) out.element(x);
  out.close(']');
  return out.take();
}

}  // namespace lucid::inline v0::snarkjs
