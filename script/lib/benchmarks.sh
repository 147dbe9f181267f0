# shellcheck shell=bash
# Benchmarks that run: in a test run they only have to work, their times mean nothing there. Those named .../large are left out.

run_benchmarks_briefly() {
  local out=build/release name log
  if [[ -z $(programs $out benchmark) ]]; then skip "benchmarks: none (or no Google Benchmark)"; return; fi
  build $out benchmarks
  for name in $(programs $out benchmark); do
    runnable $out "$name" || continue
    judge "$name, briefly" "$out/logs/$name.log" timeout 180 "$out/bin/$name" --benchmark_min_time=0.001 '--benchmark_filter=-large'
  done
}
