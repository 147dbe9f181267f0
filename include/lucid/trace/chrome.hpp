// A span sink that writes the Trace Event Format, for ui.perfetto.dev and chrome://tracing: host threads, the release thread and streams of devices each on
// their own track. Sums nothing up: every span is one event.
#pragma once

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
// Memory: 64 KiB, the open spans, and the spans that a device has not passed yet. Cost: 0.4 µs a span, 0.5 µs with a counter
// (benchmarks/trace/span.cpp, AMD Zen). A full disk ends the trace, not the work: close() throws what went wrong, the destructor keeps silent.
// In a forked child the file is the parent's: spans are neither written nor counted as lost, and nothing waits for a thread that is not there.
template <device_timer Timer = no_device_timer, class Clock = std::chrono::steady_clock>
class basic_chrome {
 public:
  // Closes its span when it dies.
  class scope {
   public:
    scope(scope const&) = delete;
    scope& operator=(scope const&) = delete;
    ~scope() {
      if (id_ != 0) sink_->close(*this);
    }

   private:
    friend basic_chrome;
    scope(basic_chrome& sink, char const* name, stream_ref stream) noexcept
        : sink_(&sink), name_(name), stream_(stream), mark_(sink.mark(stream)) {
      auto const& thread = this_thread();
      thread_ = thread.number();
      track_ = thread.system_number();
      id_ = sink.enter(thread);
      start_ = Clock::now();
    }

    basic_chrome* sink_;
    char const* name_;
    stream_ref stream_;
    std::optional<typename Timer::mark> mark_;
    std::uint32_t thread_;
    std::uint64_t track_;
    std::uint64_t id_;  // 0: lost
    typename Clock::time_point start_;
  };

  // Throws io_error when the path cannot be written.
  explicit basic_chrome(std::string path, Timer timer = {}, std::string_view program = "lucid")
      : file_(std::move(path)), timer_(std::move(timer)), epoch_(Clock::now()) {
    describe("process_name", 0, program);
    file_.flush();
  }
  basic_chrome(basic_chrome const&) = delete;
  basic_chrome& operator=(basic_chrome const&) = delete;
  ~basic_chrome() { finish(); }

  [[nodiscard]] scope open(char const* name, stream_ref stream) noexcept { return {*this, name, stream}; }

  // Without an open span on this thread there is nothing that could hold the counter: only the track of bytes moves.
  void count(char const* name, std::uint64_t n) noexcept {
    guarded([&] {
      auto const found = stacks_.find(this_thread().number());
      if (found != stacks_.end() && !found->second.empty()) found->second.back().add(name, n);
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
    if (forks() != forks_) return;
    finish();
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
  struct device_span {
    char const* name;
    stream_ref stream;
    typename Timer::mark begin, end;
  };
  // Above every number that Linux gives a thread (2^22).
  static constexpr std::uint64_t first_stream_track = std::uint64_t{1} << 24;

  // f under the lock; what it throws is a lost event. Not in a forked child, where the lock may be held for ever.
  template <class F>
  void guarded(F&& f) noexcept {
    if (forks() != forks_) return;
    try {
      std::lock_guard const lock{mutex_};
      f();
    } catch (...) {
      lost_.fetch_add(1, std::memory_order_relaxed);
    }
  }

  [[nodiscard]] std::optional<typename Timer::mark> mark(stream_ref stream) noexcept {
    if (forks() != forks_) return std::nullopt;  // a child has no device
    if constexpr (!std::is_same_v<Timer, no_device_timer>) {
      try {
        if (stream.handle != nullptr) return timer_.record(stream);
      } catch (...) {
        lost_.fetch_add(1, std::memory_order_relaxed);
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] std::uint64_t enter(thread_identity const& thread) noexcept {
    std::uint64_t id = 0;
    guarded([&] {
      if (named_.size() <= thread.number()) named_.resize(thread.number() + 1);
      if (!named_[thread.number()]) {
        describe("thread_name", thread.system_number(), name_of(thread));
        named_[thread.number()] = true;
      }
      stacks_[thread.number()].push_back({ids_ + 1, {}});
      id = ++ids_;
    });
    return id;
  }

  void close(scope& span) noexcept {
    auto const end = Clock::now();
    auto end_mark = span.mark_ ? mark(span.stream_) : std::nullopt;
    guarded([&] {
      auto const counters = leave(span);
      add_span(span.name_, span.track_, nanoseconds(span.start_), nanoseconds(end), counters);
      if (end_mark) pending_.push_back({span.name_, span.stream_, std::move(*span.mark_), std::move(*end_mark)});
      write_passed();
    });
  }

  // The last is the usual one; a scope that outlives a younger one takes itself out from below.
  [[nodiscard]] std::vector<std::pair<char const*, std::uint64_t>> leave(scope const& span) noexcept {
    std::vector<std::pair<char const*, std::uint64_t>> counters;
    auto const found = stacks_.find(span.thread_);
    if (found == stacks_.end()) return counters;
    auto& stack = found->second;
    for (auto at = stack.end(); at != stack.begin();) {
      if ((--at)->id != span.id_) continue;
      counters = std::move(at->counters);
      stack.erase(at);
      break;
    }
    if (stack.empty()) stacks_.erase(found);
    return counters;
  }

  // Device spans in the order in which they were submitted, up to the first that is not over.
  void write_passed() {
    while (!pending_.empty()) {
      auto& span = pending_.front();
      auto const begin = timer_.passed(span.begin), end = timer_.passed(span.end);
      if (!begin || !end) return;
      add_span(span.name, track_of(span.stream), *begin - epoch_.time_since_epoch(), *end - epoch_.time_since_epoch());
      pending_.pop_front();
    }
  }

  void finish() noexcept {
    guarded([&] {
      if (!file_.is_open()) return;
      while (!pending_.empty()) {
        try {
          timer_.wait(pending_.front().end);
          auto const before = pending_.size();
          write_passed();
          if (pending_.size() < before) continue;
        } catch (...) {}
        pending_.pop_front();  // a device that cannot say when it passed its marks
        lost_.fetch_add(1, std::memory_order_relaxed);
      }
      file_.flush();
    });
  }

  [[nodiscard]] std::uint64_t track_of(stream_ref stream, std::string_view name = {}) {
    auto const [found, is_new] = streams_.try_emplace(stream.handle, first_stream_track + streams_.size());
    if (is_new) describe("thread_name", found->second, name.empty() ? "stream " + std::to_string(streams_.size() - 1) : std::string{name});
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
    event_.begin("bytes held", 'C', 0);
    event_.time("ts", nanoseconds(Clock::now()));
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

  [[nodiscard]] std::chrono::nanoseconds nanoseconds(typename Clock::time_point time) const noexcept {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time - epoch_);
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
  event_text event_{process_};                                        // being put together
  std::unordered_map<std::uint32_t, std::vector<open_span>> stacks_;  // by thread; empty only where memory ran out
  std::vector<bool> named_;                                           // by thread: its track has its name
  std::unordered_map<void*, std::uint64_t> streams_;                  // handle to track
  std::deque<device_span> pending_;
  std::uint64_t ids_ = 0;
  std::int64_t bytes_held_ = 0;
  std::atomic<std::uint64_t> lost_ = 0;
};

using chrome = basic_chrome<>;

static_assert(span_sink<chrome>);

}  // namespace lucid::inline v0::trace
