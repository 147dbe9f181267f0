// What a device carries out so far: copies in the order of a stream. Needs nvcc.
#pragma once

#include <lucid/backend/gpu/launch.cuh>
#include <lucid/backend/gpu/policy.cuh>
