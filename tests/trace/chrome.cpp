#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/trace/chrome.hpp>
#include <support/child_process.hpp>
#include <support/fake_clock.hpp>
#include <support/scratch_folder.hpp>

#if LUCID_TEST_HAS_JSON
#include <nlohmann/json.hpp>

using namespace lucid;
using namespace std::chrono_literals;
using nlohmann::json;
using support::fake_clock;

namespace {

// Plain values: what the tests ask of them is then quick to compile.
struct event {
  std::string name, phase;
  std::uint64_t process = 0, track = 0;
  std::int64_t begin = 0, time = 0;  // whole nanoseconds: microseconds with three digits are written
  std::string label{};               // of metadata
  std::map<std::string, std::int64_t> args{};
};

std::vector<event> events_of(std::string const& path) {
  auto const ns = [](json const& microseconds) { return static_cast<std::int64_t>(microseconds.get<double>() * 1000 + 0.5); };
  std::vector<event> events;
  json const file = json::parse(support::read_text(path));
  REQUIRE(file.is_array());
  for (json const& read : file) {
    event e{read.at("name").get<std::string>(), read.at("ph").get<std::string>(), read.at("pid").get<std::uint64_t>(),
            read.at("tid").get<std::uint64_t>()};
    if (e.phase != "M") e.begin = ns(read.at("ts"));
    if (e.phase == "X") e.time = ns(read.at("dur"));
    if (e.phase == "M") {
      e.label = read.at("args").at("name").get<std::string>();
    } else if (read.contains("args")) {
      for (auto const& [name, value] : read["args"].items()) e.args[name] = value.get<std::int64_t>();
    }
    events.push_back(e);
  }
  return events;
}

std::vector<event> only(std::vector<event> const& events, std::string const& name) {
  std::vector<event> found;
  for (auto const& e : events) {
    if (e.name == name) found.push_back(e);
  }
  return found;
}

// The rules of the Trace Event Format for what this sink writes, and that the spans of a track lie one inside the other or apart.
void check_trace(std::vector<event> const& events) {
  std::map<std::uint64_t, std::vector<event>> tracks;
  std::map<std::uint64_t, int> names;
  bool sound = true;
  for (auto const& e : events) {
    sound = sound && e.process == events[0].process && e.begin >= 0 && e.time >= 0;
    if (e.phase == "M") names[e.track] += e.name == "thread_name" ? 1 : 0;
    if (e.phase == "X") tracks[e.track].push_back(e);
    sound = sound && (e.phase == "M" || e.phase == "X" || (e.phase == "C" && e.args.size() == 1));
  }
  CHECK(sound);
  for (auto const& [track, spans] : tracks) {
    CHECK(names[track] == 1);
    // Written when they close, so ends never go back; those that a later one encloses leave the stack, the others end before it begins.
    std::vector<event> closed;
    bool nested = true;
    for (auto const& span : spans) {
      if (!closed.empty()) nested = nested && closed.back().begin + closed.back().time <= span.begin + span.time;
      while (!closed.empty() && closed.back().begin >= span.begin) closed.pop_back();
      if (!closed.empty()) nested = nested && closed.back().begin + closed.back().time <= span.begin;
      closed.push_back(span);
    }
    CHECK(nested);
  }
}

// The name of what a span lies in, by the times alone, as readers find it: of those that begin together the first in the file is the outer one.
std::map<std::string, std::string> parents_of(std::vector<event> const& events, std::uint64_t track) {
  std::vector<event> spans;
  for (auto const& e : events) {
    if (e.phase == "X" && e.track == track) spans.push_back(e);
  }
  std::stable_sort(spans.begin(), spans.end(), [](event const& a, event const& b) { return a.begin < b.begin; });
  std::map<std::string, std::string> parents;
  std::vector<event> open;
  for (auto const& span : spans) {
    while (!open.empty() && open.back().begin + open.back().time <= span.begin) open.pop_back();
    parents[span.name] = open.empty() ? "" : open.back().name;
    open.push_back(span);
  }
  return parents;
}

// first { second { third }, fourth }, fifth; between them as much time as the caller lets pass.
template <class Sink, class Wait>
void open_five(Sink& sink, stream_ref stream, Wait const& wait) {
  {
    auto const first = sink.open("first", stream);
    wait();
    {
      auto const second = sink.open("second", stream);
      wait();
      auto const third = sink.open("third", stream);
      wait();
    }
    wait();
    auto const fourth = sink.open("fourth", stream);
    wait();
  }
  wait();
  auto const fifth = sink.open("fifth", stream);
}
std::map<std::string, std::string> const parents_of_five{
    {"first", ""}, {"second", "first"}, {"third", "second"}, {"fourth", "first"}, {"fifth", ""}};

// A device that counts whole microseconds, and is found to be one of them early at every third look.
struct coarse_device {
  struct mark {
    std::chrono::nanoseconds at;
  };
  int looks = 0;

  static mark record(stream_ref) { return {fake_clock::now().time_since_epoch()}; }
  std::optional<std::chrono::nanoseconds> passed(mark m) { return m.at - m.at % 1us - (++looks % 3 == 0 ? 1us : 0us); }
  static void wait(mark) {}
};
static_assert(trace::device_timer<coarse_device>);

// A device that is a fixed time behind its host.
struct late_device {
  struct mark {
    std::chrono::nanoseconds at;
  };
  bool broken = false;
  std::chrono::nanoseconds delay = 50ms;

  mark record(stream_ref) const {
    if (broken) throw std::runtime_error("no device");
    return {fake_clock::now().time_since_epoch() + delay};
  }
  std::optional<std::chrono::nanoseconds> passed(mark m) const {
    if (fake_clock::now().time_since_epoch() < m.at) return std::nullopt;
    return m.at;
  }
  static void wait(mark m) {
    while (fake_clock::now().time_since_epoch() < m.at) fake_clock::advance(1ms);
  }
};
static_assert(trace::device_timer<late_device>);

// Counts how often it is asked for a mark.
struct counted_device {
  struct mark {};
  int* asked;
  mark record(stream_ref) const {
    ++*asked;
    return {};
  }
  static std::optional<std::chrono::nanoseconds> passed(mark) { return fake_clock::now().time_since_epoch(); }
  static void wait(mark) {}
};
static_assert(trace::device_timer<counted_device>);

}  // namespace

TEST_CASE("chrome: spans, counters and exact times") {
  support::scratch_folder const folder;
  auto const path = folder / "trace.json";
  fake_clock::advance(12345ns);
  trace::basic_chrome<trace::no_device_timer, fake_clock> sink{path, {}, "a \"program\""};
  auto const exec = cpu::seq.with(sink);
  fake_clock::advance(1500ns);
  {
    auto const outer = exec.open("outer");
    fake_clock::advance(2001ns);
    exec.count("elements", 5);
    {
      auto const inner = exec.open("in\"ner\n");
      exec.count("bytes allocated", 1000);
      fake_clock::advance(7us);
      exec.count("bytes released", 400);
    }
    exec.count("elements", 6);
    fake_clock::advance(1ns);
  }
  sink.close();
  auto const events = events_of(path);
  check_trace(events);
  CHECK(only(events, "process_name")[0].label == "a \"program\"");
  auto const outer = only(events, "outer")[0], inner = only(events, "in\"ner\n")[0];
  CHECK((outer.begin == 1500 && outer.time == 9002));
  CHECK((inner.begin == 3501 && inner.time == 7000));
  CHECK((outer.args.size() == 1 && outer.args.at("elements") == 11));
  CHECK((inner.args.size() == 2 && inner.args.at("bytes allocated") == 1000 && inner.args.at("bytes released") == 400));
  auto const held = only(events, "bytes held");
  REQUIRE(held.size() == 2);
  CHECK((held[0].args.at("bytes") == 1000 && held[1].args.at("bytes") == 600));
  CHECK((held[0].phase == "C" && held[1].begin == 10501));
  CHECK(sink.lost() == 0);
}

TEST_CASE("chrome: threads have tracks of their own, with their names") {
  support::scratch_folder const folder;
  auto const path = folder / "trace.json";
  trace::chrome sink{path};
  {
    auto const here = sink.open("here", {});
    std::vector<std::thread> workers;
    for (int t = 0; t < 3; ++t) {
      workers.emplace_back([&, t] {
#if defined(__linux__)
        if (t == 0) ::pthread_setname_np(::pthread_self(), "lucid-release");
#endif
        for (int i = 0; i < 300; ++i) {
          auto const outer = sink.open("outer", {});
          auto const inner = sink.open("inner", {});
          sink.count("elements", 1);
        }
      });
    }
    for (auto& worker : workers) worker.join();
    try {
      auto const broken = sink.open("broken", {});
      throw 1;
    } catch (int) {}
  }
  sink.close();
  auto const events = events_of(path);
  check_trace(events);
  CHECK(only(events, "inner").size() == 900);
  CHECK(only(events, "broken").size() == 1);
  CHECK(only(events, "thread_name").size() == 4);
#if defined(__linux__)
  std::size_t release_tracks = 0;
  for (auto const& e : only(events, "thread_name")) release_tracks += e.label == "lucid-release" ? 1 : 0;
  CHECK(release_tracks == 1);
#endif
}

TEST_CASE("chrome: a stream's track holds the times of the device") {
  support::scratch_folder const folder;
  auto const path = folder / "trace.json";
  int handle = 0, other = 0;
  stream_ref const stream{&handle}, unnamed{&other};
  trace::basic_chrome<late_device, fake_clock> sink{path};
  auto const at = [epoch = fake_clock::now()] { return (fake_clock::now() - epoch).count(); };
  sink.name_stream(stream, "compute");
  std::int64_t begun = 0;
  {
    auto const outer = sink.open("outer", stream);
    fake_clock::advance(1ms);
    begun = at();
    auto const kernel = sink.open("kernel", stream);
    fake_clock::advance(20ms);
  }
  { auto const elsewhere = sink.open("elsewhere", unnamed); }
  { auto const host = sink.open("host", {}); }
  sink.flush();
  check_trace(events_of(path));
  CHECK(only(events_of(path), "kernel").size() == 1);  // the host's: the device is not there yet
  sink.close();
  auto const events = events_of(path);
  check_trace(events);
  auto const kernel = only(events, "kernel");
  REQUIRE(kernel.size() == 2);
  CHECK(kernel[0].begin == begun);
  CHECK(kernel[1].begin == begun + 50'000'000);
  CHECK(kernel[1].time == 20'000'000);
  CHECK(kernel[0].track != kernel[1].track);
  CHECK(only(events, "outer").size() == 2);
  CHECK(only(events, "host").size() == 1);
  for (auto const& e : only(events, "thread_name")) {
    if (e.track == kernel[1].track) CHECK(e.label == "compute");
    if (e.track == only(events, "elsewhere")[1].track) CHECK(e.label == "stream 1");
  }
  CHECK(sink.lost() == 0);
}

TEST_CASE("chrome: spans lie in one another by their times alone, whatever the clock") {
  support::scratch_folder const folder;
  for (auto const step : {0ns, 1ns, -1ns, -700ns}) {
    CAPTURE(step.count());
    auto const path = folder / "trace.json";
    fake_clock::advance(1s);
    trace::basic_chrome<trace::no_device_timer, fake_clock> sink{path};
    open_five(sink, {}, [&] { fake_clock::advance(step); });
    sink.close();
    auto const events = events_of(path);
    check_trace(events);
    CHECK(parents_of(events, only(events, "first")[0].track) == parents_of_five);
  }
}

TEST_CASE("chrome: so do those of a device that counts coarsely and is found to be early or late") {
  support::scratch_folder const folder;
  int handle = 0;
  for (auto const step : {0ns, 1ns, 300ns, 1100ns}) {
    for (bool const at_once : {false, true}) {
      CAPTURE(step.count());
      CAPTURE(at_once);
      auto const path = folder / "trace.json";
      fake_clock::advance(1s);
      trace::basic_chrome<coarse_device, fake_clock> sink{path};
      open_five(sink, stream_ref{&handle}, [&] {
        fake_clock::advance(step);
        if (at_once) sink.flush();
      });
      sink.close();
      auto const events = events_of(path);
      check_trace(events);
      REQUIRE(only(events, "first").size() == 2);
      auto const track = std::max(only(events, "first")[0].track, only(events, "first")[1].track);
      CHECK(parents_of(events, track) == parents_of_five);
      CHECK(sink.lost() == 0);
    }
  }
}

TEST_CASE("chrome: what belongs to the whole program is on no track of its own, and a name may be longer than what is gathered") {
  support::scratch_folder const folder;
  auto const path = folder / "trace.json";
  std::string const name(200'000, 'n');
  trace::chrome sink{path, {}, name};
  {
    auto const span = sink.open(name.c_str(), {});
    sink.count(name.c_str(), 0);
    sink.count("bytes allocated", 1);
  }
  sink.close();
  auto const events = events_of(path);
  check_trace(events);
  REQUIRE(only(events, name).size() == 1);
  CHECK(only(events, name)[0].args.at(name) == 0);
  CHECK(only(events, "process_name")[0].label == name);
  for (auto const& e : events) CHECK(e.track != 0);  // the system's idle thread
}

TEST_CASE("chrome: a device that fails costs its spans, not the work") {
  support::scratch_folder const folder;
  int handle = 0;
  trace::basic_chrome<late_device, fake_clock> sink{folder / "trace.json", late_device{.broken = true, .delay = 1ms}};
  { auto const span = sink.open("kernel", stream_ref{&handle}); }
  CHECK(sink.lost() == 1);
  sink.close();
  CHECK(only(events_of(folder / "trace.json"), "kernel").size() == 1);
}

TEST_CASE("chrome: the file is valid while it grows, and spans after close() are lost") {
  support::scratch_folder const folder;
  auto const path = folder / "trace.json";
  trace::chrome sink{path};
  CHECK(events_of(path).size() == 1);
  auto const open = sink.open("never closed in time", {});
  for (int i = 0; i < 3000; ++i) {  // several times what is gathered
    auto const span = sink.open("many", {});
    if (i % 1000 == 999) {
      check_trace(events_of(path));
      CHECK(events_of(path).size() > 500);
    }
  }
  sink.flush();
  CHECK(only(events_of(path), "many").size() == 3000);
  sink.close();
  { auto const late = sink.open("late", {}); }
  CHECK(sink.lost() == 1);
  CHECK(only(events_of(path), "late").empty());
}

TEST_CASE("chrome: a path that cannot be written is an error at once, a full disk one at close()") {
  CHECK_THROWS_AS(trace::chrome{"/nowhere/at/all/trace.json"}, io_error);
#if defined(__linux__)
  auto const work = [](trace::chrome& sink) {
    for (int i = 0; i < 2000; ++i) auto const span = sink.open("many", {});
  };
  trace::chrome full{"/dev/full"};
  work(full);
  CHECK_THROWS_AS(full.close(), io_error);
  trace::chrome silent{"/dev/full"};
  work(silent);  // and its destructor says nothing
#endif
}

#if defined(__linux__)
TEST_CASE("chrome: a child that is forked while another thread traces waits for nobody and writes nothing") {
  support::scratch_folder const folder;
  auto const path = folder / "trace.json";
  trace::chrome sink{path};
  std::atomic<bool> enough = false;
  std::atomic<std::uint64_t> turns = 0;
  std::thread other{[&] {
    for (; !enough; ++turns) sink.count("elements", 1);  // holds the lock, and has no span that would be written
  }};
  constexpr int forks = 40;
  for (int i = 0; i < forks; ++i) {
    auto const own = sink.open("own", {});
    for (auto const before = turns.load(); turns == before;) std::this_thread::yield();
    int const ended = lucid_test::in_child(
        [&sink] {
          {
            auto const span = sink.open("child", {});
            sink.count("bytes allocated", 1);
          }
          sink.flush();
          sink.close();
          ::_exit(sink.lost() == 0 ? 0 : 1);
        },
        10);
    CHECK(ended == 0);
    if (ended != 0) break;
  }
  enough = true;
  other.join();
  sink.close();
  CHECK(only(events_of(path), "own").size() == forks);
  CHECK(only(events_of(path), "child").empty());
}

TEST_CASE("chrome: a child asks the device for nothing, and loses nothing by it") {
  support::scratch_folder const folder;
  int asked = 0, handle = 0;
  stream_ref const stream{&handle};
  trace::basic_chrome<counted_device, fake_clock> sink{folder / "trace.json", counted_device{&asked}};
  using scope = decltype(sink)::scope;
  std::unique_ptr<scope> inherited{new scope(sink.open("parent", stream))};
  CHECK(asked == 1);
  CHECK(lucid_test::in_child([&] {
          { auto const span = sink.open("child", stream); }
          inherited.reset();
          ::_exit(asked == 1 && sink.lost() == 0 ? 0 : 1);
        }) == 0);
  inherited.reset();
  CHECK(asked == 2);
}
#endif

#endif
