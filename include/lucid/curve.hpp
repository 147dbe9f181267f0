// All curves.
#pragma once

#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
