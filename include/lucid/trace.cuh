// Span sinks that know a device; those of the host are trace.hpp.
#pragma once

#include <lucid/trace.hpp>
#include <lucid/trace/event_timer.cuh>
#include <lucid/trace/nvtx.cuh>
