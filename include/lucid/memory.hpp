// Memory resources that stack: on the heap, on each other, on the caller's own.
#pragma once

#include <lucid/memory/allocator.hpp>
#include <lucid/memory/arena.hpp>
#include <lucid/memory/catching.hpp>
#include <lucid/memory/deferred_release.hpp>
#include <lucid/memory/first_error.hpp>
#include <lucid/memory/from_std_pmr.hpp>
#include <lucid/memory/gauge.hpp>
#include <lucid/memory/huge_page.hpp>
#include <lucid/memory/limit.hpp>
#include <lucid/memory/poisoning.hpp>
#include <lucid/memory/process_member.hpp>
#include <lucid/memory/recycling.hpp>
#include <lucid/memory/release_queue.hpp>
#include <lucid/memory/tally.hpp>
#include <lucid/memory/traced.hpp>
#include <lucid/memory/wiping.hpp>
