// `assign` and `synthesize` of a known size take from the heap the buffers of their result, through the policy, and nothing else, whatever the circuit is made of.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/circuit/assignment.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/synthesis.hpp>
#include <support/counting_memory.hpp>
#include <support/heap_calls.hpp>

namespace laws {

// For a circuit of at least 64 rows and 64 private variables: a builder's smallest buffers are as large.
template <class F, class Circuit>
void calls_no_heap(Circuit const& circuit) {
  auto const shape = lucid::shape_of<F>(lucid::cpu::seq, circuit);
  lucid_test::counting_memory memory;
  auto const exec = lucid::cpu::seq.with(memory);
  CHECK(lucid_test::heap_calls([&] { static_cast<void>(lucid::assign(exec, shape, circuit)); }) == 1);
  CHECK(memory.calls() == 1);
  constexpr std::size_t buffers = 5;  // a, b, c, z, and the public part of z while it grows
  CHECK(lucid_test::heap_calls([&] {
          static_cast<void>(lucid::synthesize<F>(exec, circuit, {shape.constraints(), shape.variables(), shape.public_inputs()}));
        }) == buffers);
  CHECK(memory.calls() == 1 + buffers);
}

}  // namespace laws
