// Files and encodings of other programs. Not among them: snarkjs_json.hpp, which needs nlohmann-json, and whatever includes it.
#pragma once

#include <lucid/interop/atomic_file.hpp>
#include <lucid/interop/bellman.hpp>
#include <lucid/interop/blake2b.hpp>
#include <lucid/interop/byte_reader.hpp>
#include <lucid/interop/circuit_hash.hpp>
#include <lucid/interop/container_writer.hpp>
#include <lucid/interop/curve_dispatch.hpp>
#include <lucid/interop/eip_196_197.hpp>
#include <lucid/interop/eip_2537.hpp>
#include <lucid/interop/gnark.hpp>
#include <lucid/interop/iden3_container.hpp>
#include <lucid/interop/iden3_points.hpp>
#include <lucid/interop/json_writer.hpp>
#include <lucid/interop/key_rules.hpp>
#include <lucid/interop/mapped_file.hpp>
#include <lucid/interop/ptau.hpp>
#include <lucid/interop/r1cs.hpp>
#include <lucid/interop/read_point.hpp>
#include <lucid/interop/setup_from_ptau.hpp>
#include <lucid/interop/two_sided_key.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey.hpp>
#include <lucid/interop/zkey_header.hpp>
#include <lucid/interop/zkey_writer.hpp>
