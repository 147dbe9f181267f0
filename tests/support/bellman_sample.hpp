// The circuit of tests/data/bellman, with the secrets of its setup.
#pragma once

#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/variable.hpp>
#include <lucid/field/inverse.hpp>
#include <lucid/groth16/setup.hpp>

namespace lucid_test {

template <class F>
struct bellman_sample {
  F x{}, y{}, free{};  // x, y private
  bool one_too_many = false;

  void operator()(lucid::constraint_system auto& cs) const {
    using lucid::one;
    using lucid::zero;
    F const product = x * y;
    F const value_w = (F{2} * x - F{7} * product) * free;
    F const value_q = square(value_w);
    auto const vx = cs.witness([&] { return x; });
    auto const vy = cs.witness([&] { return y; });
    auto const p = cs.witness([&] { return product; });
    auto const out = cs.input([&] { return product + F{5}; });
    auto const f = cs.input([&] { return free; });
    static_cast<void>(cs.input([] { return F{77}; }));
    cs.enforce(vx, vy, p);
    cs.enforce(p + F{5} * one, one, out);
    auto const w = cs.witness([&] { return value_w; });
    cs.enforce(F{2} * vx - F{7} * p + F::zero() * vy, f + F::zero() * vx, w);
    auto const q = cs.witness([&] { return value_q; });
    cs.enforce(w, w, q);
    auto const d = cs.witness([&] { return value_q + value_q; });
    cs.enforce(zero, zero, F{2} * q - d);
    if (one_too_many) static_cast<void>(cs.witness([] { return F{1}; }));
  }
};

template <class F>
struct bellman_sample_secrets : lucid::groth16::trapdoor<F> {
  bellman_sample_secrets() {
    this->alpha = inverse(F{3});
    this->beta = inverse(F{5});
    this->gamma = inverse(F{7});
    this->delta = inverse(F{11});
    this->tau = inverse(F{13});
  }
};

}  // namespace lucid_test
