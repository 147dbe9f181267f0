// Circuits that people reuse.
#pragma once

#include <lucid/gadget/comparison.hpp>
#include <lucid/gadget/lookup.hpp>
#include <lucid/gadget/merkle.hpp>
#include <lucid/gadget/packing.hpp>
#include <lucid/gadget/poseidon.hpp>
#include <lucid/gadget/poseidon_digest.hpp>
#include <lucid/gadget/poseidon_parameters.hpp>
#include <lucid/gadget/range.hpp>
#include <lucid/gadget/selection.hpp>
#include <lucid/gadget/sha256.hpp>
#include <lucid/gadget/sha256_digest.hpp>
#include <lucid/gadget/word.hpp>
