// Groth16: keys, setup, prove, verify.
#pragma once

#include <lucid/groth16/assemble.hpp>
#include <lucid/groth16/batch_verify.hpp>
#include <lucid/groth16/blinding.hpp>
#include <lucid/groth16/fold.hpp>
#include <lucid/groth16/key_tables.hpp>
#include <lucid/groth16/keys.hpp>
#include <lucid/groth16/plan.hpp>
#include <lucid/groth16/prepared_key.hpp>
#include <lucid/groth16/prove.hpp>
#include <lucid/groth16/resident_key.hpp>
#include <lucid/groth16/setup.hpp>
#include <lucid/groth16/verify.hpp>
