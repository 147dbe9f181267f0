// Fixed-width unsigned integers.
#pragma once

#include <lucid/integer/big_uint.hpp>
#include <lucid/integer/limb.hpp>
#include <lucid/integer/literal.hpp>
#include <lucid/integer/window.hpp>
