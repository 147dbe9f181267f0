// Writes JSON text as snarkjs does, byte for byte. Knows no proof and no key, and needs no JSON library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <lucid/field/quadratic.hpp>
#include <lucid/integer/literal.hpp>

namespace lucid::inline v0 {

// Text with one value a line, a blank of indentation a level: what snarkjs writes, byte for byte.
class json_writer {
 public:
  [[nodiscard]] std::string take() noexcept { return std::move(text_); }

  json_writer& open(char bracket) {
    begin_value();
    text_ += bracket;
    ++depth_;
    first_ = true;
    return *this;
  }
  json_writer& close(char bracket) {
    --depth_;
    new_line();
    text_ += bracket;
    first_ = false;
    return *this;
  }
  json_writer& key(std::string_view name) {
    separate();
    (text_ += '"').append(name) += "\": ";
    after_key_ = true;
    return *this;
  }
  json_writer& string(std::string_view value) {
    begin_value();
    (text_ += '"').append(value) += '"';
    return *this;
  }
  json_writer& number(std::uint64_t value) {
    begin_value();
    text_ += std::to_string(value);
    return *this;
  }
  template <class F>
  json_writer& element(F const& x) {
    return string(to_decimal(x.to_integer()));
  }
  template <class Spec>
  json_writer& element(quadratic<Spec> const& x) {
    return open('[').element(x.c0).element(x.c1).close(']');
  }

 private:
  void separate() {
    if (!first_) text_ += ',';
    if (depth_ > 0) new_line();
    first_ = false;
  }
  void begin_value() {
    if (!std::exchange(after_key_, false)) separate();
  }
  void new_line() { (text_ += '\n').append(static_cast<std::size_t>(depth_), ' '); }

  std::string text_;
  int depth_ = 0;
  bool first_ = true;
  bool after_key_ = false;
};

}  // namespace lucid::inline v0
