#include <doctest/doctest.h>

#include <lucid/exec/entropy.hpp>
#include <lucid/field/power.hpp>
#include <lucid/group/pairing/tower.hpp>
#include <lucid/group/scalar_mul.hpp>
#include <support/points.hpp>
#include <support/tiny_pairing.hpp>

namespace {

template <class Curve>
typename Curve::fq12 random_fq12(lucid::seeded_entropy& entropy) {
  auto const c = [&] { return lucid_test::random_field_element<typename Curve::fq2>(entropy); };
  return {{c(), c(), c()}, {c(), c(), c()}};
}

}  // namespace

TEST_CASE_TEMPLATE("frobenius: is the p-th power", Curve, tiny::bn_plus, tiny::bn_minus, tiny::bls12_plus, tiny::bls12_minus) {
  lucid::seeded_entropy entropy{9};
  auto const p = Curve::base::modulus();
  for (int i = 0; i < 20; ++i) {
    auto const a = random_fq12<Curve>(entropy);
    auto const a1 = power(a, p);
    auto const a2 = power(a1, p);
    CHECK(lucid::frobenius<Curve, 1>(a) == a1);
    CHECK(lucid::frobenius<Curve, 2>(a) == a2);
    CHECK(lucid::frobenius<Curve, 3>(a) == power(a2, p));
    CHECK(lucid::frobenius<Curve, 3>(lucid::frobenius<Curve, 3>(a)) == conjugate(a));
  }
}

TEST_CASE_TEMPLATE("psi: a homomorphism with its characteristic equation, multiplication by p on the subgroup", Curve, tiny::bn_plus,
                   tiny::bn_minus, tiny::bls12_minus) {
  using G = typename Curve::g2;
  auto const points = tiny::all_points_of_twist<G>();
  auto const p = Curve::base::modulus();
  // ψ² + p = t·ψ with t = p + 1 − #E(F_p), which may be negative
  long const t = static_cast<long>(p[0]) + 1 - static_cast<long>(Curve::g1::points);
  bool on_curve = true, additive = true, equation = true;
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto const& q = points[i];
    auto const& s = points[(i * 7 + 3) % points.size()];
    on_curve = on_curve && lucid::psi<Curve>(q).is_on_curve();
    additive = additive && lucid::psi<Curve>(tiny::textbook_sum(q, s)) == tiny::textbook_sum(lucid::psi<Curve>(q), lucid::psi<Curve>(s));
    auto const left = multiply_vartime(q, p) + lucid::psi<Curve>(lucid::psi<Curve>(q));
    auto const right = multiply_vartime(lucid::psi<Curve>(q), lucid::big_uint<1>{static_cast<lucid::limb_t>(t < 0 ? -t : t)});
    equation = equation && left == (t < 0 ? -right : right);
  }
  CHECK(on_curve);
  CHECK(additive);
  CHECK(equation);
  auto const g = lucid::affine<G>::generator();
  CHECK(lucid::jacobian<G>{lucid::psi<Curve>(g)} == multiply_vartime(g, p));
  CHECK(lucid::psi<Curve>(lucid::affine<G>::infinity()).is_infinity());
}

TEST_CASE_TEMPLATE("tower: constants", Curve, tiny::bn_plus, tiny::bn_minus, tiny::bls12_plus, tiny::bls12_minus) {
  using T = lucid::tower<Curve>;
  CHECK(lucid::parameter_check<Curve>::holds);
  CHECK(power(T::xi, (Curve::base::modulus()[0] - 1) / 6) == T::gamma);
  CHECK(T::gammas.at[5] * T::gamma == power(T::gamma, 6));
  CHECK((T::deltas.at[5] * T::delta).is_one());
}
