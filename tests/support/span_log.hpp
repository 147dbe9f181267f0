// Sinks that write down what they are asked, in one line: "1(outer 1+3 1) " is sink 1, its span "outer", a counter, and the end of the span.
#pragma once

#include <cstdint>
#include <string>

#include <lucid/exec/span.hpp>
#include <lucid/exec/stream.hpp>

namespace support {

struct span_log {
  std::string text;

  class sink_of {
   public:
    class scope {
     public:
      explicit scope(sink_of& sink) : sink_(&sink) {}
      scope(scope const&) = delete;
      scope& operator=(scope const&) = delete;
      ~scope() { sink_->log_->text += sink_->name_ + ") "; }

     private:
      sink_of* sink_;
    };

    sink_of(span_log& log, std::string name) : log_(&log), name_(std::move(name)) {}
    scope open(char const* name, lucid::stream_ref) {
      log_->text += name_ + "(" + name + " ";
      return scope{*this};
    }
    void count(char const*, std::uint64_t n) { log_->text += name_ + "+" + std::to_string(n) + " "; }

   private:
    span_log* log_;
    std::string name_;
  };

  sink_of sink(std::string name) { return {*this, std::move(name)}; }
};

static_assert(lucid::span_sink<span_log::sink_of>);

}  // namespace support
