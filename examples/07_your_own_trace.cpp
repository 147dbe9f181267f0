// A span sink of one's own watches a real proof. This one is a profile: per name, how often, how long in all, and how long without its parts, hottest first. It
// is the whole contract: open() gives something whose end closes the span, count() adds to the innermost, and any thread may call both.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <map>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <lucid/backend/cpu.hpp>
#include <lucid/circuit.hpp>
#include <lucid/curve/bn254.hpp>
#include <lucid/groth16.hpp>

class profile {
  using clock = std::chrono::steady_clock;
  struct row {
    std::uint64_t calls = 0, elements = 0;
    clock::duration total{}, own{};
  };

 public:
  class scope {
   public:
    scope(profile& sink, char const* name) : sink_(sink), name_(name), start_(clock::now()) {}
    scope(scope const&) = delete;
    scope& operator=(scope const&) = delete;
    ~scope() { sink_.close(name_, clock::now() - start_); }

   private:
    profile& sink_;
    char const* name_;
    clock::time_point start_;
  };

  scope open(char const* name, lucid::stream_ref) {
    std::lock_guard const lock{mutex_};
    open_[std::this_thread::get_id()].push_back({name, {}});
    return {*this, name};
  }
  void count(char const* name, std::uint64_t n) {
    std::lock_guard const lock{mutex_};
    auto const& stack = open_[std::this_thread::get_id()];
    if (name == std::string_view{"elements"} && !stack.empty()) rows_[stack.back().name].elements += n;
  }

  void print() const {
    std::vector<std::pair<std::string_view, row>> hottest{rows_.begin(), rows_.end()};
    std::sort(hottest.begin(), hottest.end(), [](auto const& x, auto const& y) { return x.second.own > y.second.own; });
    std::printf("%10s %10s %6s %10s\n", "own ms", "total ms", "calls", "elements");
    for (auto const& [name, r] : hottest) {
      auto const ms = [](clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); };
      std::printf("%10.3f %10.3f %6llu %10llu  %s\n", ms(r.own), ms(r.total), static_cast<unsigned long long>(r.calls),
                  static_cast<unsigned long long>(r.elements), name.data());
    }
  }
  [[nodiscard]] std::uint64_t calls(std::string_view name) const { return rows_.count(name) != 0 ? rows_.at(name).calls : 0; }

 private:
  struct open_span {
    char const* name;
    clock::duration parts;
  };

  void close(char const* name, clock::duration elapsed) {
    std::lock_guard const lock{mutex_};
    auto& stack = open_[std::this_thread::get_id()];
    auto& r = rows_[name];
    r.calls += 1;
    r.total += elapsed;
    r.own += elapsed - stack.back().parts;
    stack.pop_back();
    if (!stack.empty()) stack.back().parts += elapsed;
  }

  std::mutex mutex_;
  std::map<std::string_view, row> rows_;
  std::map<std::thread::id, std::vector<open_span>> open_;
};

static_assert(lucid::span_sink<profile>);

// "I know the start of a chain of squares that ends in this number."
struct squares {
  std::size_t length = 4000;
  lucid::bn254::scalar start{};
  void operator()(lucid::constraint_system auto& cs) const {
    auto x = lucid::witness_number(cs, start);
    for (std::size_t i = 0; i < length; ++i) x = lucid::squared(cs, x);
    lucid::expose(cs, x);
  }
};

int main() {
  using curve = lucid::bn254::curve;
  profile watcher;
  auto const exec = lucid::cpu::seq.with(watcher);
  lucid::os_entropy entropy;

  squares const statement{.start = curve::scalar{3}};
  auto const shape = lucid::shape_of<curve::scalar>(lucid::cpu::seq, statement);
  auto const keys = lucid::groth16::single_party_setup<curve>(lucid::cpu::seq, shape, entropy);  // not watched
  auto const z = lucid::assign(exec, shape, statement);
  auto const proof = lucid::groth16::prove(exec, keys.proving, z, entropy);

  watcher.print();
  bool const valid = lucid::groth16::verify<curve>(keys.verifying, proof, z.inputs());
  return valid && watcher.calls("groth16/prove") == 1 && watcher.calls("groth16/self-verify") == 1 ? 0 : 1;
}
