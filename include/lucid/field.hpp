// Prime fields and their extensions.
#pragma once

#include <lucid/field/batch_inverse.hpp>
#include <lucid/field/butterfly.hpp>
#include <lucid/field/codec.hpp>
#include <lucid/field/concepts.hpp>
#include <lucid/field/cubic.hpp>
#include <lucid/field/digits52.hpp>
#include <lucid/field/digits52_constants.hpp>
#include <lucid/field/digits52_rows.hpp>
#include <lucid/field/inverse.hpp>
#include <lucid/field/lanes.hpp>
#include <lucid/field/lanes52.hpp>
#include <lucid/field/montgomery.hpp>
#include <lucid/field/montgomery32.hpp>
#include <lucid/field/montgomery32_rows.hpp>
#include <lucid/field/power.hpp>
#include <lucid/field/power_of_two.hpp>
#include <lucid/field/prime_field.hpp>
#include <lucid/field/quadratic.hpp>
#include <lucid/field/random.hpp>
#include <lucid/field/running_sum.hpp>
#include <lucid/field/sqrt.hpp>
#include <lucid/field/two_adic.hpp>
