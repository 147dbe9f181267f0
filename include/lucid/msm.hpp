// Multi-scalar multiplication.
#pragma once

#include <lucid/msm/digits.hpp>
#include <lucid/msm/fixed_base.hpp>
#include <lucid/msm/naive_msm.hpp>
#include <lucid/msm/pippenger.hpp>
#include <lucid/msm/precomputed_bases.hpp>
#include <lucid/msm/scalar_parts.hpp>
#include <lucid/msm/straus.hpp>
#include <lucid/msm/window_model.hpp>
