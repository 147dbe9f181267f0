// Proofs on a GPU, for `prove --gpu`. gpu.cu has them where the program is built with CUDA; elsewhere the flag is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <lucid/groth16.hpp>

#include "watchers.hpp"

namespace circom_prover {

// A source of randomness by reference, so that nvcc need not know its type.
class randomness {
 public:
  template <class Source>
  explicit randomness(Source& source) noexcept
      : source_(&source), fill_([](void* s, std::span<std::byte> bytes) { static_cast<Source*>(s)->fill(bytes); }) {}
  void fill(std::span<std::byte> bytes) { fill_(source_, bytes); }

 private:
  void* source_;
  void (*fill_)(void*, std::span<std::byte>);
};

// Throws no_device where there is none.
void require_gpu();

// limit: bytes of the device's memory held at once.
template <class Curve>
lucid::groth16::proof<Curve> prove_on_gpu(lucid::groth16::proving_key<Curve, lucid::qap::circom_reduction> const& key,
                                          lucid::assignment<typename Curve::scalar> const& z, randomness entropy,
                                          lucid::groth16::prove_options const& options, std::optional<std::uint64_t> limit,
                                          watchers::sink_type& sink);

}  // namespace circom_prover
