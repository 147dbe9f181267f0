// A span sink that prints the tree of phases: time, share of the parent, counters, and for every phase made of parts the time that no part
// accounts for ("wrapper minus inner"). Spans of the same name under the same parent are summed.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include <lucid/exec/span.hpp>
#include <lucid/trace/span_tree.hpp>

namespace lucid::inline v0::trace {

struct text_options {
  double least_memory_share = 0;  // of the outermost span: places of allocations and releases that took less have no line
};

namespace detail {

// A label, padded to a column, and what stands behind it. Widths are those of ASCII.
inline void append_row(std::string& lines, std::string const& label, std::string const& figures) {
  constexpr std::size_t column = 44;
  lines += label;
  lines.append(label.size() < column ? column - label.size() : 1, ' ');
  lines += figures;
  lines += '\n';
}

inline std::string labelled(span_node const& node, std::size_t depth) {
  std::string label(2 * depth, ' ');
  label += node.name;
  if (!node.thread.empty()) label += " [" + node.thread + "]";
  return label;
}

inline double milliseconds(std::chrono::nanoseconds time) noexcept { return 1e-6 * static_cast<double>(time.count()); }
inline double percent(std::chrono::nanoseconds part, std::chrono::nanoseconds whole) noexcept {
  return whole.count() == 0 ? 100.0 : 100.0 * static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

inline std::string figures(std::chrono::nanoseconds time, std::chrono::nanoseconds whole) {
  char text[64];
  std::snprintf(text, sizeof text, "%12.3f ms %6.1f %%", milliseconds(time), percent(time, whole));
  return text;
}

inline void append_text(std::string& lines, span_node const& node, std::size_t depth, std::chrono::nanoseconds whole,
                        std::chrono::nanoseconds least_memory) {
  if (depth != 0 && node.is_memory() && node.total < least_memory) return;
  std::string tail = figures(node.total, whole);
  if (node.calls > 1) tail += "  ×" + std::to_string(node.calls);
  for (auto const& [name, value] : node.counters) tail += "  " + std::string{name} + " " + std::to_string(value);
  if (node.open != 0) tail += "  (still open)";
  append_row(lines, labelled(node, depth), tail);
  for (auto const& part : node.parts) append_text(lines, part, depth + 1, node.total, least_memory);
  if (node.is_wrapper() && node.open == 0) {
    append_row(lines, std::string(2 * depth + 2, ' ') + "(in no part)", figures(node.in_no_part(), node.total));
  }
}

}  // namespace detail

// The parts of a tree's root, one line a place.
[[nodiscard]] inline std::string text_of(span_node const& root, text_options const& options = {}) {
  std::string lines;
  for (auto const& outermost : root.parts) {
    auto const least = std::chrono::duration<double, std::nano>{options.least_memory_share * static_cast<double>(outermost.total.count())};
    detail::append_text(lines, outermost, 0, outermost.total, std::chrono::duration_cast<std::chrono::nanoseconds>(least));
  }
  return lines;
}

// A span_tree that knows how to print itself. For phases, not for elements: about 0.1 µs a span (benchmarks/trace/span.cpp, AMD Zen).
template <class Clock>
class basic_text : public span_tree<Clock> {
 public:
  // The closed spans so far, one place a line.
  [[nodiscard]] std::string report(text_options const& options = {}) const { return text_of(this->snapshot(), options); }
};

using text = basic_text<std::chrono::steady_clock>;

static_assert(span_sink<text>);

}  // namespace lucid::inline v0::trace
