// One event of the Trace Event Format as text. Knows the format's words and nothing of spans or files.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <lucid/trace/json_text.hpp>

namespace lucid::inline v0::trace {

// begin, times, then begin_args and its arguments; ended() is the event, good until the next begin. The room for its text is kept.
class event_text {
 public:
  explicit event_text(std::uint64_t process) : process_(std::to_string(process)) {}

  void begin(std::string_view name, char phase, std::uint64_t track) {
    text_ = "{\"name\":";
    append_json_string(text_, name);
    text_ += ",\"ph\":\"";
    text_ += phase;
    text_ += "\",\"cat\":\"lucid\",\"pid\":";  // some readers want a category
    text_ += process_;
    text_ += ",\"tid\":";
    text_ += std::to_string(track);
  }

  // Microseconds; with three digits behind the point nothing is lost, whatever the locale. Negative times are zero.
  // Readers multiply by 1000 in floating point and drop what is behind the point, which makes one of 150 times a nanosecond too small: a fourth digit, 0.1 ns,
  // keeps them above, for times up to ten days.
  void time(std::string_view key, std::chrono::nanoseconds time) {
    auto const ns = static_cast<std::uint64_t>(time.count() < 0 ? 0 : time.count());
    text_ += ",\"";
    text_ += key;
    text_ += "\":";
    text_ += std::to_string(ns / 1000);
    auto const fraction = std::to_string(1000 + ns % 1000);
    text_ += '.';
    text_.append(fraction, 1, 3);
    if (ns % 1000 != 0) text_ += '1';
  }

  void begin_args() { text_ += ",\"args\":{"; }
  void arg(std::string_view key, std::string_view value) {
    begin_arg(key);
    append_json_string(text_, value);
  }
  void arg(std::string_view key, std::integral auto value) {
    begin_arg(key);
    text_ += std::to_string(value);
  }

  [[nodiscard]] std::string const& ended() {
    text_ += "}}";
    return text_;
  }

 private:
  void begin_arg(std::string_view key) {
    if (text_.back() != '{') text_ += ',';
    append_json_string(text_, key);
    text_ += ':';
  }

  std::string process_;
  std::string text_;
};

}  // namespace lucid::inline v0::trace
