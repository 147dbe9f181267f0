// Which curve is a file for? The prime in its header says so; the curves to choose from are the caller's list, for nothing here knows any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <lucid/config/error.hpp>
#include <lucid/integer/big_uint.hpp>
#include <lucid/integer/literal.hpp>
#include <lucid/interop/byte_reader.hpp>

namespace lucid::inline v0::iden3 {

// A prime as a header gives it: a size in bytes (u32le), then so many bytes of the plain integer.
struct file_prime {
  static constexpr std::size_t limbs = 12;  // 768 bits: more than any pairing-friendly curve in use
  big_uint<limbs> value;
  std::uint32_t bytes = 0;   // of an element of this field in the file
  std::uint64_t offset = 0;  // in the file
  std::string section;

  template <class F>
  [[nodiscard]] bool is_modulus_of() const noexcept {
    return bytes == F::bytes && value == resized<limbs>(F::modulus());
  }
};

// Throws decode_error for a size that is not a multiple of 8 up to 96.
[[nodiscard]] inline file_prime read_prime(byte_reader& in, char const* what) {
  file_prime prime;
  prime.offset = in.offset();
  prime.section = in.section();
  prime.bytes = in.u32(what);
  if (prime.bytes == 0 || prime.bytes % sizeof(limb_t) != 0 || prime.bytes > file_prime::limbs * sizeof(limb_t)) {
    in.fail_at(prime.offset, std::string{what} + " of " + std::to_string(prime.bytes) + " bytes; a multiple of 8 up to 96 was expected");
  }
  auto const digits = in.take(prime.bytes, what);
  std::memcpy(prime.value.limb, digits.data(), digits.size());
  return prime;
}

// Throws decode_error with both values unless the prime is the modulus of F.
template <class F>
void expect_modulus(file_prime const& prime, std::string const& source, char const* what) {
  if (prime.is_modulus_of<F>()) return;
  throw decode_error(source, prime.section, prime.offset,
                     std::string{what} + " is " + to_decimal(prime.value) + " in " + std::to_string(prime.bytes) + " bytes, expected " +
                         to_decimal(F::modulus()) + " in " + std::to_string(F::bytes) + " bytes");
}

namespace detail {

// f(std::type_identity<Curve>{}) of the first curve that matches; nothing matches: the error.
template <class... Curves, class Matches, class F>
auto with_first(Matches const& matches, file_prime const& prime, std::string const& source, F&& f) {
  using result = std::common_type_t<decltype(f(std::type_identity<Curves>{}))...>;
  if constexpr (std::is_void_v<result>) {
    if (((matches(std::type_identity<Curves>{}) && (f(std::type_identity<Curves>{}), true)) || ...)) return;
  } else {
    std::optional<result> answer;
    if (((matches(std::type_identity<Curves>{}) && (answer.emplace(f(std::type_identity<Curves>{})), true)) || ...))
      return std::move(*answer);
  }
  std::string known;
  ((known += known.empty() ? "" : ", ", known += Curves::name), ...);
  throw decode_error(source, prime.section, prime.offset,
                     "the prime " + to_decimal(prime.value) + " is of none of the curves known here (" + known + ')');
}

}  // namespace detail

// Calls f(std::type_identity<Curve>{}) with the one of Curves whose base field (.zkey, .ptau) has this modulus; all calls return the same
// type. Throws decode_error when there is none.
template <class... Curves, class F>
auto with_curve(file_prime const& q, std::string const& source, F&& f) {
  return detail::with_first<Curves...>([&](auto curve) { return q.template is_modulus_of<typename decltype(curve)::type::base>(); }, q,
                                       source, f);
}

// The same by the modulus of the scalar field (.r1cs, .wtns).
template <class... Curves, class F>
auto with_curve_of_scalars(file_prime const& r, std::string const& source, F&& f) {
  return detail::with_first<Curves...>([&](auto curve) { return r.template is_modulus_of<typename decltype(curve)::type::scalar>(); }, r,
                                       source, f);
}

}  // namespace lucid::inline v0::iden3
