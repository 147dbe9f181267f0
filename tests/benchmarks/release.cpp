// What the figures about released memory rest on: pages that are small where that is said, and the awk programs that fit a line and draw.
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <laws/resource.hpp>
#include <support/scratch_folder.hpp>

#include "../benchmarks/support/process.hpp"
#include "../benchmarks/support/small_page.hpp"

namespace {

std::filesystem::path const benchmarks_folder = std::filesystem::path{LUCID_TEST_DATA} / "../../benchmarks";

std::string output_of(std::string const& command) {
  std::string text;
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  char part[512];
  while (std::fgets(part, sizeof part, pipe) != nullptr) text += part;
  CHECK(::pclose(pipe) == 0);
  return text;
}

// Rounds of a benchmark in the form of Google Benchmark's JSON, among what must not be counted: an aggregate and a round that failed.
void append(std::ostringstream& json, std::string const& name, double gb, std::initializer_list<double> gaps) {
  auto const round = [&](char const* type, double gap, char const* more) {
    json << "    {\n      \"name\": \"" << name << "/large/iterations:1/manual_time\",\n      \"run_type\": \"" << type
         << "\",\n      \"repetitions\": 3,\n"
         << more << "      \"iterations\": 1,\n      \"flush_ms\": 1.5,\n      \"gap_ms\": " << gap << ",\n      \"gb\": " << gb
         << ",\n      \"inner_ms\": 90,\n      \"page_faults\": 7,\n      \"wrapper_ms\": " << 90 + gap << "\n    },\n";
  };
  for (double const gap : gaps) round("iteration", gap, "");
  round("aggregate", 1e6, "");
  round("iteration", 1e6, "      \"error_occurred\": true,\n");
}

// Medians on the line 0.05 s a GB + 2 ms (4 KiB) and 0.003 s a GB (2 MiB), single rounds off it.
std::string measured() {
  std::ostringstream json;
  json << "{\n  \"context\": {\n    \"date\": \"2026-11-30T10:00:00\",\n    \"num_cpus\": 2,\n    \"kernel\": \"Linux\"\n  },\n  "
          "\"benchmarks\": [\n";
  for (double const gb : {4.0, 0.5, 1.0}) {
    std::ostringstream size;
    size << gb;
    append(json, "release/immediate/4k/" + size.str(), gb, {50 * gb + 2, 50 * gb + 40, 50 * gb - 1});
    append(json, "release/immediate/huge/" + size.str(), gb, {3 * gb});
    for (char const* policy : {"deferred", "recycling"}) {
      for (char const* pages : {"4k", "huge"})
        append(json, std::string{"release/"} + policy + '/' + pages + '/' + size.str(), gb, {0.1, 0.2, 0.1});
    }
  }
  json << "  ]\n}\n";
  return json.str();
}

}  // namespace

TEST_CASE("small_page: a resource like any other") {
  benchmarks::small_page pages;
  laws::resource(pages);
}

#if defined(__linux__)
TEST_CASE("small_page: a page fault for each 4 KiB") {
  benchmarks::small_page pages;
  constexpr std::size_t bytes = std::size_t{8} << 20;
  auto* const p = static_cast<volatile char*>(pages.allocate({}, bytes, 64));
  auto const before = benchmarks::usage::now();
  for (std::size_t i = 0; i < bytes; i += benchmarks::small_page::page) p[i] = 1;
  CHECK((benchmarks::usage::now() - before).page_faults >= 2048);
  pages.deallocate({}, const_cast<char*>(p), bytes, 64);
}
#endif

TEST_CASE("release report: the line through medians, a picture, tables") {
  if (std::system("command -v bash awk > /dev/null") != 0) {
    MESSAGE("skipped: no bash and awk");
    return;
  }
  support::scratch_folder const folder;
  auto const file = folder / "release.json";
  std::ofstream{file} << measured();
  auto const run = [&](char const* kind) {
    return output_of("bash '" + (benchmarks_folder / "end_to_end/release_report.sh").string() + "' " + kind + " '" + file + "'");
  };

  std::string const tables = run("tables");
  CHECK(tables.find("| 4k | immediate | wrapper − inner | 0.0500 | 1.00 | 2.00 | 1.0000 |") != std::string::npos);
  CHECK(tables.find("| huge | immediate | wrapper − inner | 0.0030 | 1.00 | 0.00 | 1.0000 | 1.0000 | 3 |") != std::string::npos);
  CHECK(tables.find("| 1 | 3 | immediate | 90.0 (90.0 – 90.0) | 52.0 (49.0 – 90.0) |") != std::string::npos);

  std::string const picture = run("plot");
  CHECK(picture.rfind("<svg ", 0) == 0);
  CHECK(picture.find("4 KiB pages: 50.0 ms a GB") != std::string::npos);
  CHECK(picture.find("nan") == std::string::npos);
  CHECK(picture.substr(picture.size() - 7) == "</svg>\n");
}
