#include <doctest/doctest.h>

#if defined(__CUDACC__)  // the header comes with the toolkit
#include <lucid/backend/cpu/policy.hpp>
#include <lucid/cuda_api/stream.cuh>
#include <lucid/trace/nvtx.cuh>

using namespace lucid;

TEST_CASE("nvtx: a sink like any other, with and without a tool that listens") {
  trace::nvtx sink;
  auto const exec = cpu::seq.with(sink);
  for (int i = 0; i < 3; ++i) {
    auto const outer = exec.open("outer");
    auto const inner = exec.open("outer/inner");
    exec.count("elements", 7);
  }
  gpu::stream const stream;
  trace::nvtx::name_stream(stream, "uploads");
}
#endif
