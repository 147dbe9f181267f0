// cpu::seq and all that it carries. cpu::par is backend/cpu/par.hpp, which needs oneTBB.
#pragma once

#include <lucid/backend/cpu/fixed_base.hpp>
#include <lucid/backend/cpu/pippenger.hpp>
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/backend/cpu/precomputed_bases.hpp>
#include <lucid/backend/cpu/radix2_ntt.hpp>
#include <lucid/backend/cpu/sparse_product.hpp>
