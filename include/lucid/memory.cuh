// Memory resources of a device and of the host memory that it reaches; those of the host are memory.hpp.
#pragma once

#include <lucid/memory.hpp>
#include <lucid/memory/device_pool.cuh>
#include <lucid/memory/from_cuda_mr.cuh>
#include <lucid/memory/pinned.cuh>
