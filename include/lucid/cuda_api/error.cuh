// The runtime's error numbers as our types: what each means for the caller. Makes no call but the two that give a number its name and its words.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>

#include <lucid/config/error.hpp>
#include <lucid/config/target.hpp>

namespace lucid::inline v0::gpu {

enum class failure : std::uint8_t { none, no_device, wrong_architecture, out_of_memory, launch, context_lost, device_lost, closed, other };

// Numbers that a caller cannot tell apart by what to do about them have one meaning. Unknown (999) is what a card says that fell off its bus.
[[nodiscard]] constexpr failure failure_of(cudaError_t e) noexcept {
  switch (e) {
    case cudaSuccess:
      return failure::none;
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorCallRequiresNewerDriver:
    case cudaErrorInitializationError:
    case cudaErrorStubLibrary:
    case cudaErrorDevicesUnavailable:
    case cudaErrorDeviceUninitialized:
    case cudaErrorSystemNotReady:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorCompatNotSupportedOnDevice:
      return failure::no_device;
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorInvalidKernelImage:
    case cudaErrorInvalidPtx:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorJitCompilerNotFound:
    case cudaErrorJitCompilationDisabled:
      return failure::wrong_architecture;
    case cudaErrorMemoryAllocation:
      return failure::out_of_memory;
    case cudaErrorInvalidConfiguration:
    case cudaErrorMissingConfiguration:
    case cudaErrorLaunchOutOfResources:
    case cudaErrorCooperativeLaunchTooLarge:
      return failure::launch;
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorContextIsDestroyed:
      return failure::context_lost;
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorUnknown:
      return failure::device_lost;
    case cudaErrorCudartUnloading:
      return failure::closed;
    default:
      return failure::other;
  }
}

namespace detail {

// "cudaMallocFromPoolAsync: out of memory (cudaErrorMemoryAllocation, 2)"
[[nodiscard]] LUCID_NOINLINE inline std::string in_words(std::string const& who, cudaError_t e) {
  return who + ": " + cudaGetErrorString(e) + " (" + cudaGetErrorName(e) + ", " + std::to_string(static_cast<int>(e)) + ")";
}

}  // namespace detail

// Throws the type of e; who is the call or the kernel. Precondition: e is not success.
[[noreturn]] LUCID_NOINLINE inline void throw_failure(std::string const& who, cudaError_t e) {
  auto const what = detail::in_words(who, e);
  int const code = static_cast<int>(e);
  switch (failure_of(e)) {
    case failure::out_of_memory:
      throw out_of_memory(what);
    case failure::no_device:
      throw no_device(what, code);
    case failure::wrong_architecture:
      throw wrong_architecture(what, code);
    case failure::launch:
      throw launch_error(what, code);
    case failure::context_lost:
      throw context_lost(what, code);
    case failure::device_lost:
      throw device_lost(what, code);
    case failure::closed:
      throw device_closed(what, code);
    default:
      throw device_error(what, code);
  }
}

}  // namespace lucid::inline v0::gpu
