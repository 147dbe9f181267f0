// What a device carries out: kernels of one thread an element or of blocks, copies, and the sums built of them, in the order of a stream. Needs nvcc.
#pragma once

#include <lucid/backend/gpu/accumulate.cuh>
#include <lucid/backend/gpu/block.cuh>
#include <lucid/backend/gpu/bucket_reduce.cuh>
#include <lucid/backend/gpu/bucket_shape.hpp>
#include <lucid/backend/gpu/bulk.cuh>
#include <lucid/backend/gpu/launch.cuh>
#include <lucid/backend/gpu/pippenger.cuh>
#include <lucid/backend/gpu/point_tree.cuh>
#include <lucid/backend/gpu/policy.cuh>
#include <lucid/backend/gpu/radix2_ntt.cuh>
#include <lucid/backend/gpu/radix_sort.cuh>
#include <lucid/backend/gpu/recode.cuh>
#include <lucid/backend/gpu/sorted_digits.cuh>
#include <lucid/backend/gpu/sparse_product.cuh>
