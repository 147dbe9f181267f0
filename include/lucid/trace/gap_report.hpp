// Wrapper minus parts: for every span that is made of parts, the time that none of them accounts for. The report that a hidden second cannot pass.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include <lucid/exec/span.hpp>
#include <lucid/trace/span_tree.hpp>
#include <lucid/trace/text.hpp>

namespace lucid::inline v0::trace {

// A gap is flagged where it exceeds both.
struct gap_options {
  double flag_share = 0.01;              // of its span
  std::chrono::nanoseconds flag_time{};  // 0: the share alone decides
};

// One span made of parts. Parts are those on the span's own thread; what other threads did meanwhile hangs elsewhere, so no time is subtracted twice.
struct gap {
  std::string label;  // indented by depth
  std::chrono::nanoseconds total{};
  std::chrono::nanoseconds parts{};
  bool flagged = false;

  [[nodiscard]] std::chrono::nanoseconds time() const noexcept { return total - parts; }
  // Of the total; 0 for a span that took no time.
  [[nodiscard]] double share() const noexcept {
    return total.count() == 0 ? 0.0 : static_cast<double>(time().count()) / static_cast<double>(total.count());
  }
};

// How much of an outermost span its parts account for, as shares of 1.
struct coverage {
  std::string label;
  double by_parts = 1;      // its own parts
  double by_innermost = 1;  // the innermost spans below it: what is left is in a gap somewhere
};

namespace detail {

inline void append_gaps(std::vector<gap>& rows, span_node const& node, std::size_t depth, gap_options const& options) {
  if (!node.is_wrapper()) return;
  if (node.open == 0) {
    gap row{labelled(node, depth), node.total, node.total - node.in_no_part()};
    row.flagged = row.share() > options.flag_share && row.time() > options.flag_time;
    rows.push_back(row);
  }
  for (auto const& part : node.parts) append_gaps(rows, part, depth + 1, options);
}

inline std::chrono::nanoseconds in_innermost(span_node const& node) noexcept {
  if (!node.is_wrapper()) return node.total;
  std::chrono::nanoseconds sum{};
  for (auto const& part : node.parts) sum += in_innermost(part);
  return sum;
}

}  // namespace detail

// Every closed wrapper, parents first.
[[nodiscard]] inline std::vector<gap> gaps_of(span_node const& root, gap_options const& options = {}) {
  std::vector<gap> rows;
  for (auto const& outermost : root.parts) detail::append_gaps(rows, outermost, 0, options);
  return rows;
}

// Every closed outermost wrapper.
[[nodiscard]] inline std::vector<coverage> coverage_of(span_node const& root) {
  std::vector<coverage> rows;
  for (auto const& outermost : root.parts) {
    if (!outermost.is_wrapper() || outermost.open != 0) continue;
    auto const share = [&](std::chrono::nanoseconds part) { return 0.01 * detail::percent(part, outermost.total); };
    rows.push_back(
        {detail::labelled(outermost, 0), share(outermost.total - outermost.in_no_part()), share(detail::in_innermost(outermost))});
  }
  return rows;
}

[[nodiscard]] inline std::string gap_text_of(span_node const& root, gap_options const& options = {}) {
  std::string lines;
  char figures[128];
  std::snprintf(figures, sizeof figures, "%12s    %12s    %12s", "whole", "parts", "gap");
  detail::append_row(lines, "wrapper minus parts", figures);
  for (auto const& row : gaps_of(root, options)) {
    std::snprintf(figures, sizeof figures, "%12.3f ms %12.3f ms %12.3f ms %6.2f %%%s", detail::milliseconds(row.total),
                  detail::milliseconds(row.parts), detail::milliseconds(row.time()), 100 * row.share(), row.flagged ? "  <- unnamed" : "");
    detail::append_row(lines, row.label, figures);
  }
  for (auto const& row : coverage_of(root)) {
    std::snprintf(figures, sizeof figures, ": its parts cover %.2f %%, innermost spans %.2f %%", 100 * row.by_parts,
                  100 * row.by_innermost);
    lines += row.label + figures + '\n';
  }
  for (auto const& outermost : root.parts) {
    if (outermost.is_wrapper() || outermost.open != 0) continue;
    std::snprintf(figures, sizeof figures, ": beside them, %.3f ms in no wrapper", detail::milliseconds(outermost.total));
    lines += detail::labelled(outermost, 0) + figures + '\n';
  }
  return lines;
}

// A span_tree that prints its gaps; the text of the same run is text_of(snapshot()). Cost as trace::text.
template <class Clock>
class basic_gap_report : public span_tree<Clock> {
 public:
  explicit basic_gap_report(gap_options options = {}) noexcept : options_(options) {}

  [[nodiscard]] std::vector<gap> gaps() const { return gaps_of(this->snapshot(), options_); }
  [[nodiscard]] std::vector<coverage> coverages() const { return coverage_of(this->snapshot()); }
  [[nodiscard]] std::string report() const { return gap_text_of(this->snapshot(), options_); }

 private:
  gap_options options_;
};

using gap_report = basic_gap_report<std::chrono::steady_clock>;

static_assert(span_sink<gap_report>);

}  // namespace lucid::inline v0::trace
