#include <doctest/doctest.h>

#include <vector>

#include <lucid/backend/cpu.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>
#include <support/toy_systems.hpp>

using namespace lucid;
using curve = bn254::curve;
using scalar = curve::scalar;

namespace {

// A source of memory that keeps what is given back, to look for secrets in it.
class hoarding {
 public:
  static constexpr memory_space space = memory_space::host;
  void* allocate(stream_ref s, std::size_t n, std::size_t a) { return heap::allocate(s, n, a); }
  void deallocate(stream_ref, void* p, std::size_t n, std::size_t a) noexcept { kept_.push_back({p, n, a}); }
  ~hoarding() {
    for (auto const& k : kept_) heap::deallocate({}, k.data, k.bytes, k.alignment);
  }
  [[nodiscard]] bool holds(scalar const& secret) const {
    for (auto const& k : kept_) {
      for (std::size_t i = 0; i + sizeof secret <= k.bytes; i += sizeof(limb_t)) {
        if (std::memcmp(static_cast<char const*>(k.data) + i, &secret, sizeof secret) == 0) return true;
      }
    }
    return false;
  }
  [[nodiscard]] bool empty() const { return kept_.empty(); }

 private:
  struct block {
    void* data;
    std::size_t bytes, alignment;
  };
  std::vector<block> kept_;
};

}  // namespace

TEST_CASE("setup: every point is the generator times the value that the definition gives, from a known trapdoor") {
  auto const system = lucid_test::random_system<scalar>(6, 2, 41);
  qap::matrices<scalar> const matrices{system.circuit};
  auto const domain = groth16::domain_for<qap::circom_reduction>(matrices);
  groth16::trapdoor<scalar> secret;
  secret.alpha = scalar{11}, secret.beta = scalar{13}, secret.gamma = scalar{1}, secret.delta = scalar{19}, secret.tau = scalar{1234567};
  auto const key = groth16::setup_from_trapdoor<curve, qap::circom_reduction>(cpu::seq, matrices, domain, secret);

  // Lagrange values by the definition: L_i(τ) = Π (τ − ω^j)/(ω^i − ω^j), j ≠ i.
  std::size_t const n = domain.size();
  std::vector<scalar> power_of_root(n, scalar::one());
  for (std::size_t i = 1; i < n; ++i) power_of_root[i] = power_of_root[i - 1] * domain.root();
  auto const lagrange = [&](std::size_t i) {
    scalar value = scalar::one();
    for (std::size_t j = 0; j < n; ++j) {
      if (j != i) value = value * (secret.tau - power_of_root[j]) * inverse(power_of_root[i] - power_of_root[j]);
    }
    return value;
  };
  auto const times_g1 = [](scalar const& k) { return multiply_vartime(affine<curve::g1>::generator(), k).to_affine(); };
  auto const times_g2 = [](scalar const& k) { return multiply_vartime(affine<curve::g2>::generator(), k).to_affine(); };
  std::size_t const rows = system.circuit.constraints();
  for (std::size_t j = 0; j < system.circuit.variables(); ++j) {
    std::vector<scalar> unit(system.circuit.variables(), scalar::zero());
    unit[j] = scalar::one();
    scalar a{}, b{}, c{};
    for (std::size_t i = 0; i < rows; ++i) {
      auto const l = lagrange(i);
      a += l * system.circuit.a().row_value(i, system.circuit.dictionary(), unit);
      b += l * system.circuit.b().row_value(i, system.circuit.dictionary(), unit);
      c += l * system.circuit.c().row_value(i, system.circuit.dictionary(), unit);
    }
    if (j <= 2) a += lagrange(rows + j);  // the input rows
    CHECK(key.a[j] == times_g1(a));
    CHECK(key.b1[j] == times_g1(b));
    CHECK(key.b2[j] == times_g2(b));
    scalar const k = scalar{13} * a + scalar{11} * b + c;
    if (j <= 2) {
      CHECK(key.verifying.ic[j] == times_g1(k));
    } else {
      CHECK(key.l[j - 3] == times_g1(k * inverse(scalar{19})));
    }
  }
  CHECK(key.h.size() == n);
  CHECK(key.verifying.delta_g2 == times_g2(scalar{19}));
  CHECK(key.delta_g1 == times_g1(scalar{19}));
  CHECK(key.beta_g1 == times_g1(scalar{13}));
}

TEST_CASE("setup: two setups of one circuit share no key; a proof of one is not valid under the other") {
  auto const system = lucid_test::multiplier<scalar>();
  os_entropy entropy;
  auto const first = groth16::single_party_setup<curve>(cpu::seq, system.circuit, entropy);
  auto const second = groth16::single_party_setup<curve>(cpu::seq, system.circuit, entropy);
  CHECK_FALSE(first.verifying == second.verifying);
  auto const proof = groth16::prove(cpu::seq, first.proving, system.assigned(cpu::seq), entropy);
  auto const inputs = system.inputs();
  CHECK(groth16::verify<curve>(first.verifying, proof, view<scalar const>{inputs}));
  CHECK_FALSE(groth16::verify<curve>(second.verifying, proof, view<scalar const>{inputs}));
}

TEST_CASE("setup: a zero secret, or a τ inside the domain, is refused") {
  auto const system = lucid_test::multiplier<scalar>();
  qap::matrices<scalar> const matrices{system.circuit};
  auto const domain = groth16::domain_for<qap::circom_reduction>(matrices);
  groth16::trapdoor<scalar> secret;
  secret.alpha = secret.beta = secret.delta = scalar{2}, secret.gamma = scalar{1};
  CHECK_THROWS_AS(static_cast<void>(groth16::setup_from_trapdoor<curve, qap::circom_reduction>(cpu::seq, matrices, domain, secret)),
                  argument_error);
  secret.tau = domain.root();
  CHECK_THROWS_AS(static_cast<void>(groth16::setup_from_trapdoor<curve, qap::circom_reduction>(cpu::seq, matrices, domain, secret)),
                  argument_error);
}

TEST_CASE("setup: no secret is left in the memory that is given back") {
  auto const system = lucid_test::random_system<scalar>(6, 2, 42);
  hoarding memory;
  seeded_entropy entropy{9}, same{9};
  groth16::trapdoor<scalar> secret;
  for (scalar* s : {&secret.alpha, &secret.beta, &secret.delta, &secret.tau}) *s = random_nonzero<scalar>(same);
  static_cast<void>(groth16::single_party_setup<curve>(cpu::seq.with(memory), system.circuit, entropy));
  REQUIRE_FALSE(memory.empty());
  for (scalar const* s : {&secret.alpha, &secret.beta, &secret.delta, &secret.tau}) CHECK_FALSE(memory.holds(*s));
  CHECK_FALSE(memory.holds(square(secret.tau)));
  CHECK_FALSE(memory.holds(inverse(secret.delta)));
}

TEST_CASE("setup: a circuit beyond the field's two-adicity is refused before any work") {
  CHECK_THROWS_AS((poly::domain<scalar>{29, two_adic<bn254::scalar_spec>::root}), argument_error);
}
