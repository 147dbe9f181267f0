// Evaluation domains and the number-theoretic transform.
#pragma once

#include <lucid/poly/coset.hpp>
#include <lucid/poly/domain.hpp>
#include <lucid/poly/naive_dft.hpp>
#include <lucid/poly/prepared_ntt.hpp>
#include <lucid/poly/radix2_ntt.hpp>
