// Points, their encodings, and pairings.
#pragma once

#include <lucid/group/affine.hpp>
#include <lucid/group/batch_affine.hpp>
#include <lucid/group/batch_subgroup.hpp>
#include <lucid/group/codec.hpp>
#include <lucid/group/concepts.hpp>
#include <lucid/group/endomorphism.hpp>
#include <lucid/group/glv.hpp>
#include <lucid/group/jacobian.hpp>
#include <lucid/group/pairing.hpp>
#include <lucid/group/scalar_mul.hpp>
#include <lucid/group/wnaf.hpp>
#include <lucid/group/xyzz.hpp>
