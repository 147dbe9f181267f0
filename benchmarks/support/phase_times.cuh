// A sink that adds up the device time of each span's name, by events.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include <lucid/cuda_api/event.cuh>
#include <lucid/exec/stream.hpp>

namespace lucid_bench {

class phase_times {
  struct entry {
    char const* name;
    lucid::gpu::event begin{{.timing = true}}, end{{.timing = true}};
    lucid::stream_ref stream;
  };

 public:
  class scope {
   public:
    explicit scope(entry& e) : entry_(&e) { e.begin.record(e.stream); }
    scope(scope const&) = delete;
    scope& operator=(scope const&) = delete;
    ~scope() { entry_->end.record(entry_->stream); }

   private:
    entry* entry_;
  };

  scope open(char const* name, lucid::stream_ref stream) {
    entries_.push_back(entry{.name = name, .stream = stream});
    return scope{entries_.back()};
  }
  void count(char const* name, std::uint64_t n) { counts_[name] = n; }

  // Milliseconds since the last question, by name. Waits for the ends of the spans: an outer one closes after its caller has waited for the work.
  std::map<std::string, double> take() {
    std::map<std::string, double> times;
    for (entry const& e : entries_) {
      e.end.synchronize();
      times[e.name] += lucid::gpu::elapsed(e.begin, e.end).count();
    }
    entries_.clear();
    return times;
  }
  [[nodiscard]] std::uint64_t counted(char const* name) const {
    auto const found = counts_.find(name);
    return found == counts_.end() ? 0 : found->second;
  }

 private:
  std::deque<entry> entries_;
  std::map<std::string, std::uint64_t> counts_;
};

}  // namespace lucid_bench
