// A JSON text read strictly, and its values by path, so that every complaint names the file and the field: numbers of cryptography are
// decimal strings, canonical and below their modulus. Knows no proof and no key.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <lucid/config/error.hpp>
#include <lucid/integer/literal.hpp>

namespace lucid::inline v0 {

// Owns the parsed values and a copy of the names, not the text, which must outlive it.
class json_document {
 public:
  // Throws decode_error: not JSON, more nested than any file of this family, a key given twice, bytes after the end.
  json_document(std::string_view text, std::string source) : text_(text), source_(std::move(source)) {
    if (text_.find_first_not_of(" \t\r\n") == std::string_view::npos) throw decode_error(source_, "JSON", 0, "the text is empty");
    if (auto const nul = text_.find('\0'); nul != std::string_view::npos)
      throw decode_error(source_, "JSON", nul, "a zero byte in the text");
    constexpr int deepest = 5;  // F_q12 inside an object
    constexpr std::size_t most_keys = 64;
    std::vector<std::string> keys;
    try {
      root_ =
          nlohmann::json::parse(text_.begin(), text_.end(), [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
            if (depth > deepest) throw decode_error(source_, "JSON", 0, "more than " + std::to_string(deepest) + " levels of nesting");
            if (event != nlohmann::json::parse_event_t::key) return true;
            auto key = parsed.get<std::string>();
            if (depth > 1) throw decode_error(source_, key, offset_of(key), "an object inside an object");
            if (std::find(keys.begin(), keys.end(), key) != keys.end())
              throw decode_error(source_, key, offset_of(key), "the key occurs twice");
            if (keys.size() == most_keys)
              throw decode_error(source_, key, offset_of(key), "more than " + std::to_string(most_keys) + " keys");
            keys.push_back(std::move(key));
            return true;
          });
    } catch (nlohmann::json::parse_error const& e) {
      throw decode_error(source_, "JSON", e.byte, "this is not JSON");
    } catch (nlohmann::json::exception const&) {
      throw decode_error(source_, "JSON", 0, "a number is too large for JSON");
    }
  }

  [[nodiscard]] nlohmann::json const& root() const noexcept { return root_; }
  [[nodiscard]] std::string const& source() const noexcept { return source_; }

  // Where "key" stands in the text; 0 when it does not.
  [[nodiscard]] std::uint64_t offset_of(std::string_view key) const {
    auto const at = text_.find('"' + std::string{key} + '"');
    return at == std::string_view::npos ? 0 : at;
  }

 private:
  std::string_view text_;
  std::string source_;
  nlohmann::json root_;
};

// One value of a document. The document must outlive it.
class json_value {
 public:
  explicit json_value(json_document const& document) : document_(&document), value_(&document.root()) {}

  [[noreturn]] void fail(std::string const& reason) const {
    throw decode_error(document_->source(), name(), document_->offset_of(key_), reason);
  }

  [[nodiscard]] bool is_array() const { return value_->is_array(); }
  [[nodiscard]] bool has(char const* key) const { return value_->is_object() && value_->contains(key); }

  // A member of an object.
  [[nodiscard]] json_value operator[](char const* key) const {
    if (!value_->is_object()) fail("an object was expected");
    auto const found = value_->find(key);
    if (found == value_->end()) json_value{*document_, value_, key, key}.fail("the field is missing");
    return {*document_, &*found, key, key};
  }
  // An element of an array. Precondition: i < size().
  [[nodiscard]] json_value operator[](std::size_t i) const {
    return {*document_, &(*value_)[i], key_, path_ + '[' + std::to_string(i) + ']'};
  }

  [[nodiscard]] std::size_t size() const {
    if (!value_->is_array()) fail("an array was expected");
    return value_->size();
  }
  void expect_size(std::size_t n) const {
    if (size() != n) fail("an array of " + std::to_string(n) + " elements was expected, it has " + std::to_string(size()));
  }

  [[nodiscard]] std::string const& text() const {
    if (!value_->is_string()) fail("a string was expected");
    return value_->get_ref<std::string const&>();
  }
  [[nodiscard]] std::uint64_t count() const {
    if (!value_->is_number_unsigned()) fail("a count was expected");
    return value_->get<std::uint64_t>();
  }

  // A decimal string below the modulus of F: no sign, no leading zero, no other base.
  template <class F>
  [[nodiscard]] F element() const {
    std::string const& digits = text();
    auto const integer = parse_decimal<F::limbs>(digits);
    if (!integer) fail("\"" + digits.substr(0, shown) + "\" is not a decimal number, or is far too large");
    auto const value = F::from_canonical(*integer);
    if (!value) fail("\"" + digits + "\" is not below the modulus " + to_decimal(F::modulus()));
    return *value;
  }

 private:
  static constexpr std::size_t shown = 100;  // characters of a foreign text in a message

  json_value(json_document const& document, nlohmann::json const* value, std::string key, std::string path)
      : document_(&document), value_(value), key_(std::move(key)), path_(std::move(path)) {}

  [[nodiscard]] std::string name() const { return path_.empty() ? std::string{"JSON"} : path_; }

  json_document const* document_;
  nlohmann::json const* value_;
  std::string key_;   // of the outermost member, to find the place in the text
  std::string path_;  // as JavaScript writes it
};

}  // namespace lucid::inline v0
