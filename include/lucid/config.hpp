// What the compiler is, errors, preconditions.
#pragma once

#include <lucid/config/assert.hpp>
#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>
#include <lucid/config/version.hpp>
