#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include <lucid/cuda_api/call.cuh>
#include <lucid/cuda_api/stream.cuh>
#include <support/child_process.hpp>
#include <support/cuda_machine.hpp>

using namespace lucid;

TEST_CASE("call: the n-th call fails, by name or any, once or from then on") {
  lucid_test::machine const fresh;
  gpu::stream const stream;
  auto& faults = gpu::faults();
  faults.fail(1, cudaErrorIllegalAddress, "cudaStreamSynchronize");
  CHECK(gpu::api::get_device() == 0);
  stream.synchronize();
  CHECK_THROWS_AS(stream.synchronize(), context_lost);
  stream.synchronize();
  CHECK(faults.failed() == 1);
  faults.fail(2, cudaErrorECCUncorrectable, {}, true);
  stream.synchronize();
  CHECK(stream.is_done());
  CHECK_THROWS_AS(static_cast<void>(stream.is_done()), device_lost);
  CHECK_THROWS_AS(stream.synchronize(), device_lost);
  faults.clear();
  CHECK(faults.calls() == 0);
  CHECK(stream.is_done());
  CHECK(faults.calls() == 1);
}

TEST_CASE("call: a failure is not blamed on the next launch") {
  lucid_test::machine const fresh;
  CHECK_THROWS_AS(gpu::api::set_device(99), no_device);
  gpu::api::check_launch("the next kernel");
}

TEST_CASE("call: a scope of a device ends where it began") {
  lucid_test::machine const fresh;
  {
    gpu::device_scope const same{0};
    CHECK(gpu::api::get_device() == 0);
  }
  CHECK_THROWS_AS(gpu::device_scope{99}, no_device);
  CHECK(gpu::api::get_device() == 0);
}

TEST_CASE("call: a forked child is refused by type, gives nothing back, and goes on without the device [process]") {
  lucid_test::machine const fresh;
  gpu::stream stream;
  CHECK(lucid_test::in_child([&] {
          try {
            stream.synchronize();
            ::_exit(1);
          } catch (device_closed const& e) {
            if (std::string{e.what()}.find("fork") == std::string::npos) ::_exit(2);
          }
          { gpu::stream const taken = std::move(stream); }  // destroyed here: no call is made
          ::_exit(0);
        }) == 0);
  stream.synchronize();
}

TEST_CASE("child: no device") {
  if (std::getenv("LUCID_TEST_CHILD") == nullptr) return;
#if defined(LUCID_FAKE_CUDA)
  fake_cuda::start({.devices = 0});
#else
  ::setenv("CUDA_VISIBLE_DEVICES", "", 1);
#endif
  CHECK_THROWS_AS(gpu::stream{}, no_device);
  CHECK_THROWS_AS(static_cast<void>(gpu::api::get_device()), no_device);
#if defined(LUCID_FAKE_CUDA)
  fake_cuda::start();  // one has come
  gpu::stream const late;
  late.synchronize();
#endif
}
TEST_CASE("call: where there is no device, the first call says so, and a later one works where there is [process]") {
  CHECK(lucid_test::in_new_process("child: no device", "yes") == 0);
}

#if defined(LUCID_CUDA_FAULTS)
TEST_CASE("child: no hooks") {
  if (std::getenv("LUCID_TEST_CHILD") == nullptr) return;
  for (char const* const hook : {"atexit", "pthread_atfork"}) {
    gpu::faults().fail(0, cudaErrorMemoryAllocation, hook);
    CHECK_THROWS_AS(static_cast<void>(gpu::api::get_device()), out_of_memory);
  }
  CHECK(gpu::api::get_device() == 0);
}
TEST_CASE("call: a process that takes no hook of ours makes no call, and says why [process]") {
  CHECK(lucid_test::in_new_process("child: no hooks", "yes") == 0);
}
#endif

namespace {

// Destroyed after the runtime, because it is older than the first call.
struct late_stream {
  gpu::stream* owned = nullptr;
  ~late_stream() { delete owned; }
};

}  // namespace

TEST_CASE("child: streams at exit") {
  if (std::getenv("LUCID_TEST_CHILD") == nullptr) return;
  static late_stream before;
  before.owned = new gpu::stream;
  static gpu::stream const after;
  after.synchronize();
  std::atexit([] {
    try {
      after.synchronize();  // still open: registered later than the first call
    } catch (error const&) {
      std::_Exit(3);
    }
  });
  std::exit(0);
}
TEST_CASE("call: no call is made when the process is at its end [process]") {
  CHECK(lucid_test::in_new_process("child: streams at exit", "yes") == 0);
}
