// Who watches a command: the tree of phases or the events that --trace asks for, and the bar of --progress. One type, whoever is there.
#pragma once

#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/trace/chrome.hpp>
#include <lucid/trace/progress.hpp>
#include <lucid/trace/sampled.hpp>
#include <lucid/trace/sink_ref.hpp>
#include <lucid/trace/tee.hpp>
#include <lucid/trace/text.hpp>

#include "commands.hpp"

namespace circom_prover {

// The trace is closed when this dies, also by an exception: it shows how far the work came. What goes wrong with it then is said, and the work stands.
class watchers {
 public:
  using sink_type = lucid::trace::tee<lucid::trace::sink_ref, lucid::trace::sink_ref>;

  // Throws io_error when the trace cannot be written where it should go.
  watchers(common_options const& options, std::vector<lucid::trace::progress_step> steps) : path_(options.trace) {
    if (path_.ends_with(".json")) {
      events_.emplace(path_, lucid::trace::no_device_timer{}, "circom_prover");
      watch(*events_, faults_of_events_);
    } else if (!path_.empty()) {
      tree_file_ = path_ == "-" ? stderr : std::fopen(path_.c_str(), "w");
      if (tree_file_ == nullptr) throw lucid::io_error("cannot write the trace to " + path_);
      watch(tree_.emplace(), faults_of_tree_);
    }
    if (options.progress) progress_ref_ = bar_.emplace(lucid::trace::progress_options{.steps = std::move(steps)});
  }
  watchers(watchers const&) = delete;
  watchers& operator=(watchers const&) = delete;
  ~watchers() {
    try {
      if (tree_) write_tree();
      if (events_) events_->close();
    } catch (std::exception const& e) {
      std::fprintf(stderr, "circom_prover: %s\n", e.what());
    }
  }

  [[nodiscard]] sink_type& sink() noexcept { return all_; }

 private:
  template <class Sink>
  using with_faults = lucid::trace::sampled<Sink, lucid::trace::process_page_faults>;

  template <class Sink>
  void watch(Sink& sink, std::optional<with_faults<Sink>>& with) {
    trace_ref_ = with.emplace(sink);
  }
  void write_tree() const {
    bool const written = std::fputs(tree_->report({.least_memory_share = 0.01}).c_str(), tree_file_) >= 0;
    bool const closed = (tree_file_ == stderr ? std::fflush(tree_file_) : std::fclose(tree_file_)) == 0;
    if (!written || !closed) throw lucid::io_error("cannot write the trace to " + path_);
  }

  std::string path_;
  std::FILE* tree_file_ = nullptr;
  std::optional<lucid::trace::text> tree_;
  std::optional<with_faults<lucid::trace::text>> faults_of_tree_;
  std::optional<lucid::trace::chrome> events_;
  std::optional<with_faults<lucid::trace::chrome>> faults_of_events_;
  std::optional<lucid::trace::progress> bar_;
  lucid::trace::sink_ref trace_ref_, progress_ref_;
  sink_type all_{progress_ref_, trace_ref_};
};

}  // namespace circom_prover
