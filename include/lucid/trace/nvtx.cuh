// Spans as NVTX ranges, for Nsight Systems and every other tool that listens. Where none does, a span is two tests of a pointer. Writes nothing itself.
#pragma once

#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>

#include <cstdint>

#include <lucid/exec/span.hpp>
#include <lucid/exec/stream.hpp>

namespace lucid::inline v0::trace {

// Ranges nest by thread: a scope ends on the thread that opened it. A counter is a mark with its number as payload.
class nvtx {
 public:
  class scope {
   public:
    scope(nvtxDomainHandle_t domain, char const* name) noexcept : domain_(domain) {
      auto const attributes = attributes_of(name);
      nvtxDomainRangePushEx(domain_, &attributes);
    }
    scope(scope const&) = delete;
    scope& operator=(scope const&) = delete;
    ~scope() { nvtxDomainRangePop(domain_); }

   private:
    nvtxDomainHandle_t domain_;
  };

  // The name under which a tool shows the ranges.
  explicit nvtx(char const* domain = "lucid") noexcept : domain_(nvtxDomainCreateA(domain)) {}
  nvtx(nvtx const&) = delete;
  nvtx& operator=(nvtx const&) = delete;
  ~nvtx() { nvtxDomainDestroy(domain_); }

  [[nodiscard]] scope open(char const* name, stream_ref) const noexcept { return {domain_, name}; }
  void count(char const* name, std::uint64_t n) const noexcept {
    auto attributes = attributes_of(name);
    attributes.payloadType = NVTX_PAYLOAD_TYPE_UNSIGNED_INT64;
    attributes.payload.ullValue = n;
    nvtxDomainMarkEx(domain_, &attributes);
  }

  // What a tool calls the stream.
  static void name_stream(stream_ref stream, char const* name) noexcept {
    nvtxNameCudaStreamA(static_cast<cudaStream_t>(stream.handle), name);
  }

 private:
  static nvtxEventAttributes_t attributes_of(char const* name) noexcept {
    nvtxEventAttributes_t attributes{};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = name;
    return attributes;
  }

  nvtxDomainHandle_t domain_;
};

static_assert(span_sink<nvtx>);

}  // namespace lucid::inline v0::trace
