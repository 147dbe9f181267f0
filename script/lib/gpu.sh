# shellcheck shell=bash
# The CUDA programs, where they can be tried: script/gpu says what it needs. Building them takes nvcc minutes, so without a card only --full does.

run_gpu() {
  if ! nvidia-smi -L > /dev/null 2>&1 && ! $full; then skip "gpu: no card"; return; fi
  judge "gpu" build/gpu.log gpu_or_skipped
}

gpu_or_skipped() {
  local said rc=0
  said=$(script/gpu) || rc=$?
  echo "$said"
  if [[ $said == skipped:* ]]; then return 77; fi
  return $rc
}

# The parts of a run on a card: gpu_<part> FOLDER. Cases marked [stress] are long, those marked [process] start the program anew.
gpu_laws() { run_gpu_tests "$1" laws '--test-case-exclude=*[stress]*'; }
gpu_stress() { run_gpu_tests "$1" stress '--test-case=*[stress]*'; }

run_gpu_tests() {
  local folder=$1 part=$2 name began counts rc
  shift 2
  mkdir -p "$folder/logs"
  for name in $(programs "$folder" gpu_test); do
    local log=$folder/logs/$name-$part.log
    began=$SECONDS rc=0
    timeout -k 10 480 "$folder/bin/$name" --no-colors=true --no-intro=true "$@" > "$log" 2>&1 || rc=$?
    counts=$(doctest_counts "$log")
    # What a filter leaves out is not skipped: it belongs to another part.
    tally "$name, $part" "$log" "$rc" "$(awk '{ print $1 + 0, $2 + 0, 0 }' <<< "${counts:-0 0}")" $((SECONDS - began))
  done
}

# Four tools of compute-sanitizer over the laws: each finding is a failure. A runtime that does not let the tool in is said, and skipped.
gpu_sanitize() {
  local folder=$1 name tool log
  if ! have compute-sanitizer; then skip "compute-sanitizer: not here"; return; fi
  mkdir -p "$folder/logs"
  for name in $(programs "$folder" gpu_test); do
    for tool in memcheck racecheck initcheck synccheck; do
      log=$folder/logs/$name-$tool.log
      local options=(--tool "$tool" --error-exitcode 99 --check-exit-code yes --report-api-errors no) left_out='*[stress]*,*[process]*'
      case $tool in
        memcheck) options+=(--leak-check full --padding 512 --track-stream-ordered-races all) ;;
        # The tool loses track of kernels that several threads launch at once, or that are refused; hazards in shared memory depend on neither.
        racecheck) left_out+=',*one key serves many threads*,*a resource like any other*,*cannot start*,*not handed on under a copy*' ;;
      esac
      judge "$name, $tool" "$log" sanitized "${options[@]}" "$folder/bin/$name" --no-colors=true --no-intro=true "--test-case-exclude=$left_out"
    done
  done
}
# sanitized OPTION... PROGRAM ARGUMENT...: 77 where the tool is not let in.
sanitized() {
  local log rc=0
  log=$(mktemp)
  timeout -k 10 300 compute-sanitizer "$@" > "$log" 2>&1 || rc=$?
  cat "$log"
  if grep -q 'Device not supported' "$log"; then echo "this runtime does not let compute-sanitizer in"; return 77; fi
  return $rc
}

gpu_bench() {
  local folder=$1 name
  mkdir -p "$folder/logs"
  for name in $(programs "$folder" gpu_benchmark); do
    judge "$name" "$folder/logs/$name.log" timeout 400 "$folder/bin/$name" --benchmark_min_time=0.2 --benchmark_counters_tabular=true \
      "--benchmark_out=$folder/logs/$name.json" --benchmark_out_format=json
  done
}
