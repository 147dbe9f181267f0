// From constraints to one quotient polynomial.
#pragma once

#include <lucid/qap/coefficient_action.hpp>
#include <lucid/qap/density.hpp>
#include <lucid/qap/evaluate_at.hpp>
#include <lucid/qap/evaluations.hpp>
#include <lucid/qap/folded_reduction.hpp>
#include <lucid/qap/lagrange.hpp>
#include <lucid/qap/matrices.hpp>
#include <lucid/qap/multiply.hpp>
#include <lucid/qap/quotient.hpp>
#include <lucid/qap/resident_rows.hpp>
#include <lucid/qap/sparse_product.hpp>
