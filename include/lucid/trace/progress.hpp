// A span sink for whoever waits: a bar with rate and time left on a terminal, one line a step elsewhere. Measures nothing that a report would want.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if defined(__unix__)
#include <sys/ioctl.h>
#include <unistd.h>
#endif

#include <lucid/exec/span.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/trace/this_thread.hpp>

namespace lucid::inline v0::trace {

// A span that the work is known to open, in any unit of weight.
struct progress_step {
  char const* name;
  double weight = 1;           // share of the time
  std::uint64_t elements = 0;  // what it will count as "elements" by and by; 0: unknown, it is done when it closes
};

enum class progress_style : std::uint8_t { detect, bar, lines };

struct progress_options {
  std::FILE* out = stderr;
  std::vector<progress_step>
      steps{};         // in their order, none inside another; empty: every span down to `depth` is a step, and nobody knows how many come
  unsigned depth = 2;  // 1: the outermost spans
  progress_style style = progress_style::detect;
};

// Follows the thread that opens the first span, to the end of that span; of other threads only the "elements" that they count are heard.
// The bar is drawn when a span opens or closes or elements are counted, at most every tenth of a second, and never by a thread of its own.
// A span that is not shown costs 0.1 µs. What cannot be written is not shown; the work goes on. `out` must outlive it.
template <class Clock = std::chrono::steady_clock>
class basic_progress {
 public:
  // Closes its span when it dies.
  class scope {
   public:
    scope(scope const&) = delete;
    scope& operator=(scope const&) = delete;
    ~scope() {
      if (sink_ != nullptr) sink_->close();
    }

   private:
    friend basic_progress;
    explicit scope(basic_progress* sink) noexcept : sink_(sink) {}
    basic_progress* sink_;  // null: a span that nobody follows
  };

  explicit basic_progress(progress_options options = {}) : options_(std::move(options)) {
    for (auto const& step : options_.steps) all_ += step.weight;
    bar_ = options_.style == progress_style::bar;
#if defined(__unix__)
    if (options_.style == progress_style::detect) bar_ = ::isatty(::fileno(options_.out)) == 1;
#endif
  }
  basic_progress(basic_progress const&) = delete;
  basic_progress& operator=(basic_progress const&) = delete;

  [[nodiscard]] scope open(char const* name, stream_ref) noexcept { return scope{enter(name) ? this : nullptr}; }

  void count(char const* name, std::uint64_t n) noexcept {
    if (std::strcmp(name, "elements") != 0) return;
    std::lock_guard const lock{mutex_};
    bool const here = this_thread().number() == thread_;
    if (open_.empty() || steps_open_ == 0 || (here && !open_.back().is_step)) return;
    innermost_step().elements += n;
    draw(Clock::now());
  }

 private:
  static constexpr std::size_t not_declared = static_cast<std::size_t>(-1);

  struct span {
    char const* name;
    typename Clock::time_point start;
    bool is_step = false;
    std::size_t declared = not_declared;  // its place in the options
    std::uint64_t elements = 0;
  };

  bool enter(char const* name) noexcept {
    try {
      auto const now = Clock::now();
      std::lock_guard const lock{mutex_};
      auto const thread = this_thread().number();
      if (open_.empty()) {
        thread_ = thread;
        began_ = now;
        done_ = 0;
        next_ = 0;
      }
      if (thread != thread_) return false;
      span opened{name, now};
      opened.declared = declared_place(name);
      opened.is_step = options_.steps.empty() ? open_.size() < options_.depth : opened.declared != not_declared;
      open_.push_back(opened);
      steps_open_ += opened.is_step ? 1 : 0;
      if (opened.is_step) draw(now);
      return true;
    } catch (...) {
      return false;
    }
  }

  void close() noexcept {
    auto const now = Clock::now();
    std::lock_guard const lock{mutex_};
    span const closed = open_.back();
    open_.pop_back();
    if (closed.is_step) {
      --steps_open_;
      if (closed.declared != not_declared) {
        for (; next_ <= closed.declared; ++next_) done_ += options_.steps[next_].weight;  // those left out are done as well
      }
      if (!bar_) print_line(closed, now);
    }
    if (!open_.empty()) {
      draw(now);
    } else if (bar_) {
      print_end(closed, now);
    }
  }

  // The next declared step of that name that has not been done: names may come twice.
  [[nodiscard]] std::size_t declared_place(char const* name) const noexcept {
    for (std::size_t i = next_; i < options_.steps.size(); ++i) {
      if (std::strcmp(options_.steps[i].name, name) == 0 && !is_open(i)) return i;
    }
    return not_declared;
  }
  [[nodiscard]] bool is_open(std::size_t declared) const noexcept {
    return std::any_of(open_.begin(), open_.end(), [&](span const& s) { return s.declared == declared; });
  }
  [[nodiscard]] span& innermost_step() noexcept {
    return *std::find_if(open_.rbegin(), open_.rend(), [](span const& s) { return s.is_step; });
  }

  // Of all declared weight, what is done; negative where nothing was declared.
  [[nodiscard]] double share_done() noexcept {
    if (options_.steps.empty() || all_ <= 0) return -1;
    double done = done_;
    if (steps_open_ != 0) {
      span const& now = innermost_step();
      if (now.declared != not_declared && options_.steps[now.declared].elements != 0) {
        auto const& step = options_.steps[now.declared];
        done += step.weight * std::min(1.0, static_cast<double>(now.elements) / static_cast<double>(step.elements));
      }
    }
    return std::min(1.0, done / all_);
  }

  static double seconds(typename Clock::duration time) noexcept { return std::chrono::duration<double>(time).count(); }

  // " 65536 elements, 1.23 M/s"; empty where none were counted. Returns what snprintf does.
  static int print_elements(char* out, std::size_t room, span const& s, double elapsed) noexcept {
    if (s.elements == 0) return 0;
    double rate = elapsed <= 0 ? 0 : static_cast<double>(s.elements) / elapsed;
    char const* unit = "";
    for (char const* const larger : {" k", " M", " G"}) {
      if (rate < 1000) break;
      rate /= 1000;
      unit = larger;
    }
    return std::snprintf(out, room, ", %llu elements, %.3g%s/s", static_cast<unsigned long long>(s.elements), rate, unit);
  }

  void print_line(span const& s, typename Clock::time_point now) noexcept {
    char elements[96] = "";
    double const elapsed = seconds(now - s.start);
    print_elements(elements, sizeof elements, s, elapsed);
    double const share = share_done();
    if (share >= 0) std::fprintf(options_.out, "%3.0f %%  ", 100 * share);
    std::fprintf(options_.out, "%*s%s: %.3f s%s\n", static_cast<int>(share >= 0 ? 0 : 2 * open_.size()), "", s.name, elapsed, elements);
    std::fflush(options_.out);
  }

  void draw(typename Clock::time_point now) noexcept {
    if (!bar_ || steps_open_ == 0 || (drawn_ && now - last_ < std::chrono::milliseconds{100})) return;
    drawn_ = true;
    last_ = now;
    span const& step = innermost_step();
    char elements[96] = "", left[48] = "";
    print_elements(elements, sizeof elements, step, seconds(now - step.start));
    double const share = share_done(), elapsed = seconds(now - began_);
    // Before a fiftieth is done, what is left is a guess not worth showing.
    if (share > 0.02) std::snprintf(left, sizeof left, ", %.0f s left", elapsed * (1 - share) / share);
    print_bar(share, step.name, elapsed, elements, left);
  }

  void print_end(span const& outermost, typename Clock::time_point now) noexcept {
    print_bar(share_done(), outermost.name, seconds(now - outermost.start), "", "");
    std::fputc('\n', options_.out);
    std::fflush(options_.out);
    drawn_ = false;
  }

  // Of the terminal; 0: nobody knows.
  [[nodiscard]] std::size_t columns() const noexcept {
#if defined(__unix__)
    ::winsize size{};
    if (::ioctl(::fileno(options_.out), TIOCGWINSZ, &size) == 0) return size.ws_col;
#endif
    return 0;
  }

  // A bar that went over the edge of the terminal would leave a line there each time it is drawn: the elements give way first.
  void print_bar(double share, char const* name, double elapsed, char const* elements, char const* left) noexcept {
    constexpr int width = 24;  // columns of a full bar
    constexpr char full[] = "########################", none[] = "........................";
    static_assert(sizeof full == width + 1 && sizeof none == width + 1);
    char line[256] = "";
    if (share >= 0) {
      int const filled = static_cast<int>(share * width + 1e-6);
      std::snprintf(line, sizeof line, "[%.*s%.*s] %3.0f %%  ", filled, full, width - filled, none, 100 * share);
    }
    std::size_t const bar = std::strlen(line), edge = columns();
    std::snprintf(line + bar, sizeof line - bar, "%s  %.1f s%s%s", name, elapsed, elements, left);
    if (edge != 0 && std::strlen(line) >= edge) std::snprintf(line + bar, sizeof line - bar, "%s  %.1f s%s", name, elapsed, left);
    if (edge != 0 && std::strlen(line) >= edge) line[edge - 1] = '\0';
    std::fprintf(options_.out, "\r\033[K%s", line);  // back to the first column, and the line is empty
    std::fflush(options_.out);
  }

  progress_options options_;
  bool bar_ = false;
  double all_ = 0;  // declared weight

  std::mutex mutex_;
  std::vector<span> open_;  // of the thread that is followed
  std::size_t steps_open_ = 0;
  std::uint32_t thread_ = 0;
  double done_ = 0;       // declared weight
  std::size_t next_ = 0;  // declared steps before it are over
  typename Clock::time_point began_{};
  typename Clock::time_point last_{};  // when the bar was drawn
  bool drawn_ = false;
};

using progress = basic_progress<>;

static_assert(span_sink<progress>);

}  // namespace lucid::inline v0::trace
