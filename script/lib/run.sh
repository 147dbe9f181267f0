# shellcheck shell=bash
# Running what was built. Programs run side by side, as many as there are cores; the counting follows in order.

# What programs are run under (NAME in it is the program's name), and where their logs are in a build folder: an emulator's leave the machine's own alone.
emulator=() logs=logs

# doctest_counts LOG: "passed failed skipped" of a doctest run.
doctest_counts() {
  sed -nE 's/^\[doctest\] test cases: +[0-9]+ \| +([0-9]+) passed \| +([0-9]+) failed \| +([0-9]+) skipped.*/\1 \2 \3/p' "$1" | tail -n 1
}

# The largest programs take longest; begun last, they would run alone.
largest_first() { programs "$1" test | (cd "$1/bin" && xargs -r ls -S 2> /dev/null); }

# run_tests FOLDER [doctest options...]: every test program of a build folder.
run_tests() {
  local folder=$1 name rc seconds
  shift
  mkdir -p "$folder/$logs"
  for name in $(largest_first "$folder"); do
    runnable "$folder" "$name" || continue
    while (($(jobs -rp | wc -l) >= job_limit)); do wait -n; done
    run_test "$folder" "$name" "$@" &
  done
  wait

  for name in $(programs "$folder" test); do
    if ! runnable "$folder" "$name"; then
      # A failed build is counted already; anything else that is not there has no other place to be counted.
      failed_targets "$folder/build.log" | grep -qx -e "$name" -e test_main || fail "$name was not built"
      continue
    fi
    read -r rc seconds < "$folder/$logs/$name.rc"
    counts=$(doctest_counts "$folder/$logs/$name.log")
    tally "$name" "$folder/$logs/$name.log" "$rc" "${counts:-0 0 0}" "$seconds"
  done
}

# Twenty minutes end a hang; the exit code says so (124), and a time-out is a failure.
run_test() {
  local folder=$1 name=$2 rc=0 began=$SECONDS
  shift 2
  # In a shell of its own, whose remark about a crash goes to the log.
  (timeout -k 10 1200 "${emulator[@]/NAME/$name}" "$folder/bin/$name" --no-colors=true --no-intro=true "$@" || exit) > "$folder/$logs/$name.log" 2>&1 || rc=$?
  echo "$rc $((SECONDS - began))" > "$folder/$logs/$name.rc"
}

# run_examples FOLDER: each numbered example must return 0.
run_examples() {
  local folder=$1 name
  mkdir -p "$folder/$logs"
  for name in $(programs "$folder" example); do
    runnable "$folder" "$name" && judge "example $name" "$folder/$logs/$name.log" timeout 300 "${emulator[@]/NAME/$name}" "$folder/bin/$name"
  done
}
