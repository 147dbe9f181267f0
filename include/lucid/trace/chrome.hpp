// A span sink that writes the Trace Event Format, for ui.perfetto.dev and chrome://tracing: host threads, the release thread and streams of devices each on
// their own track. Sums nothing up: every span is one event.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lucid/exec/span.hpp>
#include <lucid/exec/stream.hpp>
#include <lucid/trace/device_timer.hpp>
#include <lucid/trace/event_file.hpp>
#include <lucid/trace/event_text.hpp>
#include <lucid/trace/this_thread.hpp>

namespace lucid::inline v0::trace {

// A span is written when it closes, as a complete ("X") event with its counters as arguments: one that never closes is not in the file.
// "bytes allocated" and "bytes released" also move a counter track, "bytes held". With a device timer a span on a stream has a second event,
// on the stream's track, with the times at which the device passed its ends. Spans of several threads on one stream may overlap there.
// Readers put the spans of a track into one another by their times alone, so these are set apart where a clock is too coarse or steps back: on one track a span
// begins after all that was opened before it began, lasts a nanosecond at least, and ends no sooner than what it holds.
// Memory: 64 KiB, the open spans, the marks that a device has not passed yet, and a line a thread. Cost: 0.4 µs a span, 0.5 µs with a counter
// (benchmarks/trace/span.cpp, AMD Zen). A full disk ends the trace, not the work: close() throws what went wrong, the destructor keeps silent.
// In a forked child the file is the parent's: spans are neither written nor counted as lost, and nothing waits for a thread that is not there.
template <device_timer Timer = no_device_timer, class Clock = std::chrono::steady_clock>
class basic_chrome {
  struct thread_track;

 public:
  // Closes its span when it dies.
  class scope {
   public:
    scope(scope const&) = delete;
    scope& operator=(scope const&) = delete;
    ~scope() {
      if (thread_ != nullptr) sink_->close(*this);
    }

   private:
    friend basic_chrome;
    scope(basic_chrome& sink, char const* name, stream_ref stream) noexcept : sink_(&sink), name_(name), stream_(stream) {
      sink.enter(*this, sink.mark(stream));
      if (thread_ != nullptr) start_ = thread_->time.begin(sink.now());
    }

    basic_chrome* sink_;
    char const* name_;
    stream_ref stream_;
    thread_track* thread_ = nullptr;  // null: lost
    std::uint64_t id_ = 0;
    std::chrono::nanoseconds start_{};
    bool on_device_ = false;
  };

  // Throws io_error when the path cannot be written.
  explicit basic_chrome(std::string path, Timer timer = {}, std::string_view program = "lucid")
      : file_(std::move(path)), timer_(std::move(timer)), epoch_(Clock::now()) {
    describe("process_name", process_, program);
    file_.flush();
  }
  basic_chrome(basic_chrome const&) = delete;
  basic_chrome& operator=(basic_chrome const&) = delete;
  ~basic_chrome() { finish(); }

  [[nodiscard]] scope open(char const* name, stream_ref stream) noexcept { return {*this, name, stream}; }

  // Without an open span on this thread there is nothing that could hold the counter: only the track of bytes moves.
  void count(char const* name, std::uint64_t n) noexcept {
    guarded([&] {
      auto const found = threads_.find(this_thread().system_number());
      if (found != threads_.end() && !found->second.open.empty()) found->second.open.back().add(name, n);
      std::string_view const counter = name;
      if (counter == "bytes allocated") show_bytes(static_cast<std::int64_t>(n));
      if (counter == "bytes released") show_bytes(-static_cast<std::int64_t>(n));
    });
  }

  // The name of a stream's track, before the first span on it; streams without one are numbered.
  void name_stream(stream_ref stream, std::string_view name) noexcept {
    guarded([&] { static_cast<void>(track_of(stream, name)); });
  }

  // What has closed so far is in the file.
  void flush() noexcept {
    guarded([&] {
      write_passed();
      file_.flush();
    });
  }

  // Waits for the device, writes the rest, throws io_error with the first thing that went wrong. Spans that close later are lost.
  void close() {
    if (!finish()) return;
    std::lock_guard const lock{mutex_};
    file_.close();
  }

  // Spans and counters that are not in the file: no memory for them, the device could not time them, or they came after close().
  [[nodiscard]] std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }

 private:
  struct open_span {
    std::uint64_t id;
    std::vector<std::pair<char const*, std::uint64_t>> counters;

    void add(std::string_view name, std::uint64_t n) {
      for (auto& [known, value] : counters) {
        if (known == name) {
          value += n;
          return;
        }
      }
      counters.emplace_back(name.data(), n);
    }
  };
  // When the spans of one track begin and end, in the order in which they do.
  class track_time {
   public:
    std::chrono::nanoseconds begin(std::chrono::nanoseconds now) noexcept { return not_before_next(now, 1); }
    std::chrono::nanoseconds end(std::chrono::nanoseconds now) noexcept { return not_before_next(now, 0); }

   private:
    std::chrono::nanoseconds not_before_next(std::chrono::nanoseconds now, std::int64_t least) noexcept {
      auto const time = std::max<std::int64_t>(now.count(), next_.load(std::memory_order_relaxed));
      next_.store(time + least, std::memory_order_relaxed);
      return std::chrono::nanoseconds{time};
    }
    std::atomic<std::int64_t> next_ = 0;  // one thread's, and set without the lock
  };
  struct thread_track {
    std::uint64_t number = 0;
    std::uint64_t named_for = 0;  // 1 + the number of the thread: systems give theirs again to other threads
    track_time time{};
    std::vector<open_span> open{};
  };
  struct stream_track {
    explicit stream_track(std::uint64_t its_number) noexcept : number(its_number) {}
    std::uint64_t number;
    track_time time{};
  };
  // An end of a span, on its stream.
  struct device_mark {
    std::uint64_t id;
    char const* name;  // null: the span begins here
    stream_ref stream;
    std::optional<typename Timer::mark> mark;  // nothing: the device did not take it
  };
  // Above every number that Linux gives a thread (2^22).
  static constexpr std::uint64_t first_stream_track = std::uint64_t{1} << 24;

  // f, where the process is the one that traces; false in a forked child. What f throws is a lost event.
  template <class F>
  bool attempt(F&& f) noexcept {
    if (forks() != forks_) return false;
    try {
      f();
    } catch (...) {
      lost_.fetch_add(1, std::memory_order_relaxed);
    }
    return true;
  }
  // The same under the lock, which in a child may be held for ever.
  template <class F>
  bool guarded(F&& f) noexcept {
    return attempt([&] {
      std::lock_guard const lock{mutex_};
      f();
    });
  }

  [[nodiscard]] std::optional<typename Timer::mark> mark(stream_ref stream) noexcept {
    std::optional<typename Timer::mark> made;
    if constexpr (!std::is_same_v<Timer, no_device_timer>) {
      attempt([&] {
        if (stream.handle != nullptr) made.emplace(timer_.record(stream));
      });
    }
    return made;
  }

  void enter(scope& span, std::optional<typename Timer::mark> begin) noexcept {
    auto const& thread = this_thread();
    guarded([&] {
      auto& track = threads_[thread.system_number()];
      if (track.named_for != std::uint64_t{thread.number()} + 1) {
        track.number = thread.system_number();
        describe("thread_name", track.number, name_of(thread));
        track.named_for = std::uint64_t{thread.number()} + 1;
      }
      span.id_ = ++ids_;
      if (begin) marks_.push_back({span.id_, nullptr, span.stream_, std::move(begin)});
      span.on_device_ = begin.has_value();
      track.open.push_back({span.id_, {}});
      span.thread_ = &track;
    });
  }

  void close(scope& span) noexcept {
    auto const end = now();
    auto end_mark = span.on_device_ ? mark(span.stream_) : std::nullopt;
    guarded([&] {
      auto const counters = leave(span);
      add_span(span.name_, span.thread_->number, span.start_, span.thread_->time.end(end), counters);
      if (span.on_device_) marks_.push_back({span.id_, span.name_, span.stream_, std::move(end_mark)});
      write_passed();
    });
  }

  // The last is the usual one; a scope that outlives a younger one takes itself out from below.
  [[nodiscard]] std::vector<std::pair<char const*, std::uint64_t>> leave(scope const& span) noexcept {
    std::vector<std::pair<char const*, std::uint64_t>> counters;
    auto& open = span.thread_->open;
    for (auto at = open.end(); at != open.begin();) {
      if ((--at)->id != span.id_) continue;
      counters = std::move(at->counters);
      open.erase(at);
      break;
    }
    return counters;
  }

  // Marks in the order in which they were submitted, up to the first that the device has not reached.
  void write_passed() {
    while (!marks_.empty()) {
      auto& next = marks_.front();
      std::optional<std::chrono::nanoseconds> at;
      try {
        if (next.mark && !(at = timer_.passed(*next.mark))) return;
      } catch (...) {}
      write_passed(next, at);
      marks_.pop_front();
    }
  }
  // Nothing: the device cannot say when, and the span is lost.
  void write_passed(device_mark const& mark, std::optional<std::chrono::nanoseconds> at) {
    auto& track = track_of(mark.stream);
    if (at) *at -= epoch_.time_since_epoch();
    if (mark.name == nullptr) {
      if (at) {
        begun_[mark.id] = track.time.begin(*at);
      } else {
        lost_.fetch_add(1, std::memory_order_relaxed);
      }
    } else if (auto const begun = begun_.find(mark.id); begun != begun_.end()) {
      if (at) {
        add_span(mark.name, track.number, begun->second, track.time.end(*at));
      } else if (mark.mark) {
        lost_.fetch_add(1, std::memory_order_relaxed);
      }
      begun_.erase(begun);
    }
  }

  bool finish() noexcept {
    return guarded([&] {
      if (!file_.is_open()) return;
      while (!marks_.empty()) {
        auto const before = marks_.size();
        try {
          if (marks_.front().mark) timer_.wait(*marks_.front().mark);
          write_passed();
        } catch (...) {}
        if (marks_.size() < before) continue;
        write_passed(marks_.front(), std::nullopt);
        marks_.pop_front();
      }
      file_.flush();
    });
  }

  [[nodiscard]] stream_track& track_of(stream_ref stream, std::string_view name = {}) {
    auto const [found, is_new] = streams_.try_emplace(stream.handle, first_stream_track + streams_.size());
    if (is_new) {
      describe("thread_name", found->second.number, name.empty() ? "stream " + std::to_string(streams_.size() - 1) : std::string{name});
    }
    return found->second;
  }

  static std::string name_of(thread_identity const& thread) {
    if (!thread.name().empty()) return std::string{thread.name()};
    return thread.is_main() ? "main" : "thread " + std::to_string(thread.number());
  }

  // In a text of its own: event_ may be half written.
  void describe(std::string_view what, std::uint64_t track, std::string_view name) {
    event_text event{process_};
    event.begin(what, 'M', track);
    event.begin_args();
    event.arg("name", name);
    file_.add(event.ended());
  }

  void show_bytes(std::int64_t change) {
    bytes_held_ += change;
    event_.begin("bytes held", 'C', process_);
    event_.time("ts", now());
    event_.begin_args();
    event_.arg("bytes", bytes_held_);
    add_event();
  }

  void add_span(char const* name, std::uint64_t track, std::chrono::nanoseconds begin, std::chrono::nanoseconds end,
                std::vector<std::pair<char const*, std::uint64_t>> const& counters = {}) {
    event_.begin(name, 'X', track);
    event_.time("ts", begin);
    event_.time("dur", end - begin);
    event_.begin_args();
    for (auto const& [counter, value] : counters) event_.arg(counter, value);
    add_event();
  }

  // Since the sink was made.
  [[nodiscard]] std::chrono::nanoseconds now() const noexcept {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - epoch_);
  }
  void add_event() {
    if (file_.is_open()) {
      file_.add(event_.ended());
    } else {
      lost_.fetch_add(1, std::memory_order_relaxed);
    }
  }

  std::mutex mutex_;
  event_file file_;
  Timer timer_;
  typename Clock::time_point epoch_;  // ts 0
  std::uint64_t process_ = process_number();
  std::uint32_t forks_ = forks();
  event_text event_{process_};                                         // being put together
  std::unordered_map<std::uint64_t, thread_track> threads_;            // by the system's number: the tracks
  std::unordered_map<void*, stream_track> streams_;                    // by handle
  std::deque<device_mark> marks_;                                      // that the device has not passed, or not been asked about
  std::unordered_map<std::uint64_t, std::chrono::nanoseconds> begun_;  // spans that it is in
  std::uint64_t ids_ = 0;
  std::int64_t bytes_held_ = 0;
  std::atomic<std::uint64_t> lost_ = 0;
};

using chrome = basic_chrome<>;

static_assert(span_sink<chrome>);

}  // namespace lucid::inline v0::trace
