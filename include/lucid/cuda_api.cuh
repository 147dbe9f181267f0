// The CUDA runtime, checked: streams, events, copies. Needs the toolkit's headers; nvcc only where a file holds kernels of its own.
#pragma once

#include <lucid/cuda_api/call.cuh>
#include <lucid/cuda_api/copy.cuh>
#include <lucid/cuda_api/error.cuh>
#include <lucid/cuda_api/event.cuh>
#include <lucid/cuda_api/stream.cuh>
