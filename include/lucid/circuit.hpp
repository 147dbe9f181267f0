// Rank-1 constraint systems: variables, the builders, booleans and numbers. One list of includes; each is small enough to be taken alone.
#pragma once

#include <lucid/circuit/assignment.hpp>
#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/checker.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/linear_combination.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/satisfaction.hpp>
#include <lucid/circuit/select.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/circuit/synthesis.hpp>
#include <lucid/circuit/variable.hpp>
