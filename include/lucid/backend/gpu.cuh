// What a device carries out: kernels of one thread an element or of blocks, copies, in the order of a stream. Needs nvcc.
#pragma once

#include <lucid/backend/gpu/block.cuh>
#include <lucid/backend/gpu/bucket_reduce.cuh>
#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/backend/gpu/launch.cuh>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/backend/gpu/radix2_ntt.cuh>
