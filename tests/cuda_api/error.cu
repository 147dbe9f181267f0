#include <doctest/doctest.h>

#include <string>

#include <lucid/cuda_api/error.cuh>
#include <support/cuda_machine.hpp>

using namespace lucid;
using gpu::failure;

namespace {

struct number {
  cudaError_t error;
  int value;  // in the toolkit's documentation
  failure meaning;
};
constexpr number numbers[] = {
    {cudaSuccess, 0, failure::none},
    {cudaErrorNoDevice, 100, failure::no_device},
    {cudaErrorInvalidDevice, 101, failure::no_device},
    {cudaErrorInsufficientDriver, 35, failure::no_device},
    {cudaErrorInitializationError, 3, failure::no_device},
    {cudaErrorDevicesUnavailable, 46, failure::no_device},
    {cudaErrorSystemDriverMismatch, 803, failure::no_device},
    {cudaErrorNoKernelImageForDevice, 209, failure::wrong_architecture},
    {cudaErrorInvalidDeviceFunction, 98, failure::wrong_architecture},
    {cudaErrorUnsupportedPtxVersion, 222, failure::wrong_architecture},
    {cudaErrorMemoryAllocation, 2, failure::out_of_memory},
    {cudaErrorInvalidConfiguration, 9, failure::launch},
    {cudaErrorLaunchOutOfResources, 701, failure::launch},
    {cudaErrorIllegalAddress, 700, failure::context_lost},
    {cudaErrorIllegalInstruction, 715, failure::context_lost},
    {cudaErrorMisalignedAddress, 716, failure::context_lost},
    {cudaErrorLaunchFailure, 719, failure::context_lost},
    {cudaErrorLaunchTimeout, 702, failure::context_lost},
    {cudaErrorAssert, 710, failure::context_lost},
    {cudaErrorECCUncorrectable, 214, failure::device_lost},
    {cudaErrorNvlinkUncorrectable, 220, failure::device_lost},
    {cudaErrorUnknown, 999, failure::device_lost},
    {cudaErrorCudartUnloading, 4, failure::closed},
    {cudaErrorInvalidValue, 1, failure::other},
    {cudaErrorInvalidResourceHandle, 400, failure::other},
};

template <class E>
bool throws(cudaError_t e) {
  try {
    gpu::throw_failure("cudaSomething", e);
  } catch (E const& x) {
    return std::string{x.what()}.find("cudaSomething") == 0 &&
           std::string{x.what()}.find(std::to_string(static_cast<int>(e))) != std::string::npos;
  } catch (...) {}
  return false;
}

}  // namespace

TEST_CASE("error.cuh: every number means what it should, and is the number that was meant") {
  for (auto const& n : numbers) {
    CHECK(static_cast<int>(n.error) == n.value);
    CHECK(gpu::failure_of(n.error) == n.meaning);
  }
}

TEST_CASE("error.cuh: the type says what can be done, the text names the call and the number") {
  CHECK(throws<out_of_memory>(cudaErrorMemoryAllocation));
  CHECK(throws<no_device>(cudaErrorNoDevice));
  CHECK(throws<wrong_architecture>(cudaErrorNoKernelImageForDevice));
  CHECK(throws<launch_error>(cudaErrorInvalidConfiguration));
  CHECK(throws<context_lost>(cudaErrorIllegalAddress));
  CHECK(!throws<device_lost>(cudaErrorIllegalAddress));
  CHECK(throws<device_lost>(cudaErrorECCUncorrectable));
  CHECK(throws<device_closed>(cudaErrorCudartUnloading));
  CHECK(throws<device_error>(cudaErrorInvalidValue));
}
