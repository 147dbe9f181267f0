// Where work runs, where memory comes from, who watches, where randomness comes from.
#pragma once

#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/copy.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/exec/gathered_upload.hpp>
#include <lucid/exec/growing_buffer.hpp>
#include <lucid/exec/implementation.hpp>
#include <lucid/exec/memory.hpp>
#include <lucid/exec/memory_plan.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/release.hpp>
#include <lucid/exec/span.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/exec/wipe.hpp>
