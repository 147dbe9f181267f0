// What a trace shows of files: each reader and writer under a span of its own, with its bytes, made of parts that leave no time unnamed, and closed when a file
// is refused as well.
#include <doctest/doctest.h>

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <lucid/backend/cpu/policy.hpp>
#include <lucid/config/error.hpp>
#include <lucid/curve/bls12_381.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/interop/bellman_parameters.hpp>
#include <lucid/interop/r1cs.hpp>
#include <lucid/interop/shape_file.hpp>
#include <lucid/interop/wtns.hpp>
#include <lucid/interop/zkey.hpp>
#include <lucid/interop/zkey_writer.hpp>
#include <lucid/trace/gap_report.hpp>
#include <support/hex.hpp>
#include <support/scratch_folder.hpp>

namespace {

using namespace lucid;
using curve = bn254::curve;
using F = curve::scalar;
using support::bytes;

// Of the calling thread's processor time, so that what else runs here does not count as time that has no name.
struct thread_clock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<thread_clock>;
  static time_point now() noexcept {
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return time_point{std::chrono::seconds{t.tv_sec} + std::chrono::nanoseconds{t.tv_nsec}};
  }
};
using watcher = trace::basic_gap_report<thread_clock>;

bytes file_of(char const* name) { return support::read_data("circom/bn254/sha256_8rounds/" + std::string{name}); }

bool is_closed(trace::span_node const& node) {
  return node.open == 0 && std::all_of(node.parts.begin(), node.parts.end(), [](auto const& part) { return is_closed(part); });
}
trace::span_node const* part_of(trace::span_node const& node, std::string_view name) {
  for (auto const& part : node.parts) {
    if (part.name == name) return &part;
  }
  return nullptr;
}
std::uint64_t counted(trace::span_node const& node, std::string_view name) {
  for (auto const& [known, value] : node.counters) {
    if (known == name) return value;
  }
  return 0;
}

// What work(exec) shows: one outermost span, of that name.
template <class Work>
trace::span_node span_of(std::string_view name, Work const& work) {
  watcher sink;
  work(cpu::seq.with(sink));
  auto const root = sink.snapshot();
  REQUIRE(root.parts.size() == 1);
  CHECK(root.parts.front().name == name);
  CHECK(root.parts.front().calls == 1);
  CHECK(is_closed(root));
  CHECK(sink.lost() == 0);
  return root.parts.front();
}

// The same for one that is made of parts: they leave less than 1 % of it unnamed, in one of a few tries.
template <class Work>
trace::span_node wrapper_of(std::string_view name, Work const& work) {
  double best = 0;
  trace::span_node shown;
  for (int tries = 0; tries < 5 && best < 0.99; ++tries) {
    shown = span_of(name, work);
    trace::span_node root;
    root.parts.push_back(shown);
    auto const covered = trace::coverage_of(root);
    REQUIRE(covered.size() == 1);
    best = std::max(best, covered.front().by_innermost);
  }
  INFO(name, ": ", best);
  CHECK(best >= 0.99);
  return shown;
}

TEST_CASE("interop spans: a .zkey is read in parts that are all of its time") {
  auto const file = file_of("circuit.zkey");
  for (auto const check : {iden3::key_check::quick, iden3::key_check::full}) {
    std::size_t points = 0;
    auto const span = wrapper_of("interop/read zkey", [&](auto const& exec) {
      auto const key = iden3::read_zkey<curve>(exec, file, "k", {.check = check});
      points = key.a.size() + key.b1.size() + key.b2.size() + key.l.size() + key.h.size();
    });
    CHECK(counted(span, "bytes") == file.size());
    CHECK(part_of(span, "interop/read zkey/fixed points") != nullptr);
    auto const* const lists = part_of(span, "interop/read zkey/points and coefficients");
    REQUIRE(lists != nullptr);
    CHECK(counted(*lists, "elements") == points);
    CHECK((part_of(span, "group/all in subgroup") != nullptr) == (check == iden3::key_check::full));
  }
}

TEST_CASE("interop spans: a list of bellman's parameters is decoded in a span of its own") {
  auto const file = support::read_data("bellman/sample.params");
  for (auto const check : {bellman::point_check::unchecked_points, bellman::point_check::full}) {
    auto const span = wrapper_of("interop/read bellman parameters", [&](auto const& exec) {
      static_cast<void>(bellman::read_parameters<bls12_381::curve>(exec, file, "k", {.check = check}));
    });
    CHECK(counted(span, "bytes") == file.size());
    CHECK(part_of(span, "interop/read verifying key") != nullptr);
    auto const* const lists = part_of(span, "interop/decode points");
    REQUIRE(lists != nullptr);
    CHECK(lists->calls == 5);
    CHECK(counted(*lists, "elements") == 15 + 6 + 7 + 4 + 4);
  }
}

TEST_CASE("interop spans: what else is read shows its bytes and elements") {
  auto const r1cs = file_of("circuit.r1cs"), wtns = file_of("witness.wtns");
  std::size_t constraints = 0, values = 0;
  auto const circuit =
      span_of("interop/read r1cs", [&](auto const& exec) { constraints = iden3::read_r1cs<F>(exec, r1cs, "c").circuit.constraints(); });
  CHECK(counted(circuit, "bytes") == r1cs.size());
  CHECK(counted(circuit, "elements") == constraints);
  auto const witness = span_of("interop/read wtns", [&](auto const& exec) { values = iden3::read_wtns_values<F>(exec, wtns, "w").size(); });
  CHECK(counted(witness, "bytes") == wtns.size());
  CHECK(counted(witness, "elements") == values);
}

TEST_CASE("interop spans: what is written shows the bytes that the file has") {
  support::scratch_folder const folder;
  auto const r1cs = file_of("circuit.r1cs"), zkey = file_of("circuit.zkey"), params = support::read_data("bellman/sample.params");
  auto const made = iden3::read_r1cs<F>(cpu::seq, r1cs, "c");
  auto const key = iden3::read_zkey<curve>(cpu::seq, zkey, "k");
  auto const z = iden3::read_wtns_values<F>(cpu::seq, file_of("witness.wtns"), "w");
  auto const bellman_key = bellman::read_parameters<bls12_381::curve>(cpu::seq, params, "b");
  auto const written = [&](char const* name, auto const& write) {
    auto const path = folder / "file";
    auto const span = span_of(name, [&](auto const& exec) {
      atomic_file out{path};
      write(exec, out);
      out.commit();
    });
    INFO(name);
    std::uint64_t const shown = counted(span, "bytes");
    CHECK(shown == std::filesystem::file_size(path));
    return span;
  };
  CHECK(counted(written("interop/write r1cs", [&](auto const& exec, auto& out) { iden3::write_r1cs(exec, out, made.circuit); }),
                "elements") == made.circuit.constraints());
  CHECK(counted(written("interop/write wtns", [&](auto const& exec, auto& out) { iden3::write_wtns<F>(exec, out, z.all()); }),
                "elements") == z.size());
  written("interop/write zkey", [&](auto const& exec, auto& out) { iden3::write_zkey(exec, out, key); });

  auto const lists = span_of("interop/write bellman parameters", [&](auto const& exec) {
    atomic_file out{folder / "k.params"};
    bellman::write_parameters(exec, out, bellman_key);
  });
  REQUIRE(part_of(lists, "interop/encode points") != nullptr);
  CHECK(counted(*part_of(lists, "interop/encode points"), "elements") == 15 + 6 + 7 + 4 + 4);

  save_shape(cpu::seq, folder / "c.shape", made.circuit);
  auto const loaded = span_of("interop/load shape", [&](auto const& exec) { static_cast<void>(load_shape<F>(exec, folder / "c.shape")); });
  for (char const* const part : {"interop/read file", "interop/decode shape"}) {
    REQUIRE(part_of(loaded, part) != nullptr);
    CHECK(counted(*part_of(loaded, part), "bytes") == std::filesystem::file_size(folder / "c.shape"));
  }
}

TEST_CASE("interop spans: all are closed when a file is refused") {
  auto const refused = [](char const* name, bytes const& good, auto const& read) {
    watcher sink;
    auto const exec = cpu::seq.with(sink);
    std::size_t refusals = 0;
    for (std::size_t part = 1; part <= 8; ++part) {
      bytes bad = good;
      if (part < 8) {
        bad.resize(good.size() * part / 8);
      } else {
        std::fill(bad.end() - static_cast<std::ptrdiff_t>(good.size() / 8), bad.end(),
                  std::byte{0xff});  // found by a part, not by the head
      }
      try {
        read(exec, bad);
      } catch (error const&) {
        ++refusals;
      }
    }
    { auto const after = exec.open("after"); }
    auto const root = sink.snapshot();
    INFO(name);
    CHECK(refusals == 8);
    CHECK(root.parts.size() == 2);  // "after" is inside of nothing
    CHECK(root.parts.front().calls == 8);
    CHECK(is_closed(root));
  };
  refused("zkey", file_of("circuit.zkey"),
          [](auto const& exec, bytes const& file) { static_cast<void>(iden3::read_zkey<curve>(exec, file, "k")); });
  refused("r1cs", file_of("circuit.r1cs"),
          [](auto const& exec, bytes const& file) { static_cast<void>(iden3::read_r1cs<F>(exec, file, "c")); });
  refused("wtns", file_of("witness.wtns"),
          [](auto const& exec, bytes const& file) { static_cast<void>(iden3::read_wtns_values<F>(exec, file, "w")); });
  refused("bellman", support::read_data("bellman/sample.params"),
          [](auto const& exec, bytes const& file) { static_cast<void>(bellman::read_parameters<bls12_381::curve>(exec, file, "b")); });
}

}  // namespace
