// Rank-1 constraint systems: builders, booleans, numbers.
#pragma once

#include <lucid/circuit/assignment.hpp>
#include <lucid/circuit/bits.hpp>
#include <lucid/circuit/boolean.hpp>
#include <lucid/circuit/census.hpp>
#include <lucid/circuit/check_recorder.hpp>
#include <lucid/circuit/checker.hpp>
#include <lucid/circuit/coefficient_dictionary.hpp>
#include <lucid/circuit/concepts.hpp>
#include <lucid/circuit/constraint_matrices.hpp>
#include <lucid/circuit/growing_buffers.hpp>
#include <lucid/circuit/independent.hpp>
#include <lucid/circuit/kary.hpp>
#include <lucid/circuit/linear_combination.hpp>
#include <lucid/circuit/number.hpp>
#include <lucid/circuit/row_text.hpp>
#include <lucid/circuit/same_shape.hpp>
#include <lucid/circuit/satisfaction.hpp>
#include <lucid/circuit/scope_tree.hpp>
#include <lucid/circuit/select.hpp>
#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/size.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/circuit/sparse_matrix_builder.hpp>
#include <lucid/circuit/synthesis.hpp>
#include <lucid/circuit/variable.hpp>
