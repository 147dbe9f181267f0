# shellcheck shell=bash
# Counting and reporting: every script-level check is one test, a doctest program counts its cases.
# Sourced by the scripts in script/. Wants bash 4.4; uses coreutils and awk, no Python: a bare Debian has none.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root" || exit 1

passed=0 failed=0 skipped=0
failures=() skips=()

have() { command -v "$1" > /dev/null 2>&1; }

pass() { passed=$((passed + 1)); printf '  ok    %s\n' "$*"; }
fail() { failed=$((failed + 1)); failures+=("$*"); printf '  FAIL  %s\n' "$*"; }
skip() { skipped=$((skipped + 1)); skips+=("$*"); printf '  skip  %s\n' "$*"; }
note() { printf '        %s\n' "$*"; }
indent() { sed 's/^/        /'; }

# step NAME COMMAND...: runs a function in this shell, so that it can count, and shows its elapsed seconds.
step() {
  local name=$1 began=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  "$@"
  settle
  printf -- '-- %s: %d s\n' "$name" $((SECONDS - began))
}

# judge NAME LOG COMMAND...: one command, one test. Exit code 77 means skipped, and the last line says why.
# A command that closes with "N passed, N failed, N skipped" is counted by that line instead.
judge() {
  local name=$1 log=$2 rc=0 began=$SECONDS
  shift 2
  "$@" > "$log" 2>&1 || rc=$?
  weigh "$name" "$log" "$rc" $((SECONDS - began))
}

# The same of commands that do not disturb one another, as many at once as there are cores: queue each, then settle, which reports them in that order.
# A step settles what it leaves queued.
queued=()
queue() {
  local name=$1 log=$2
  while (($(jobs -rp | wc -l) >= job_limit)); do wait -n; done
  queued+=("$name" "$log")
  (shift 2; rc=0 began=$SECONDS; "$@" > "$log" 2>&1 || rc=$?; echo "$rc $((SECONDS - began))" > "$log.rc") &
}
settle() {
  local i rc seconds
  ((${#queued[@]} > 0)) || return 0
  wait
  for ((i = 0; i < ${#queued[@]}; i += 2)); do
    read -r rc seconds < "${queued[i + 1]}.rc"
    weigh "${queued[i]}" "${queued[i + 1]}" "$rc" "$seconds"
  done
  queued=()
}

# weigh NAME LOG RC SECONDS: the verdict on a command that has run.
weigh() {
  local name=$1 log=$2 rc=$3 seconds=$4 counts
  counts=$(tail -n 1 "$log" | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$/\1 \2 \3/p')
  if [[ -n $counts ]]; then
    tally "$name" "$log" "$rc" "$counts" "$seconds"
  elif ((rc == 77)); then
    skip "$name: $(tail -n 1 "$log")"
  elif ((rc == 0)); then
    pass "$name ($seconds s)"
  else
    fail "$name: exit code $rc (log: ${log#"$root"/})"
    tail -n 25 "$log" | indent
  fi
}

# tally NAME LOG RC "PASSED FAILED SKIPPED" SECONDS: adds the counts of a program that counts for itself.
tally() {
  local name=$1 log=$2 rc=$3 p f s
  read -r p f s <<< "$4"
  # A program that ends badly without naming a failed case (a crash, a hang) has still failed once.
  if ((rc != 0 && f == 0)); then f=1; fi
  passed=$((passed + p)) skipped=$((skipped + s))
  if ((s > 0)); then skips+=("$name: $s of its cases"); fi
  if ((f == 0)); then
    printf '  ok    %s: %d passed, %d skipped (%d s)\n' "$name" "$p" "$s" "$5"
  else
    failed=$((failed + f))
    failures+=("$name: $f failed, exit code $rc (log: ${log#"$root"/})")
    printf '  FAIL  %s: %d passed, %d failed, exit code %d (%d s)\n' "$name" "$p" "$f" "$rc" "$5"
    tail -n 40 "$log" | indent
  fi
}

# absorb NAME LOG COMMAND...: a script that counts with this file; its lines are shown as they come, and its counts are added to ours.
absorb() {
  local name=$1 log=$2 rc line p f s
  shift 2
  LUCID_NESTED=1 "$@" 2>&1 | tee "$log" | sed '$d'
  rc=${PIPESTATUS[0]}
  read -r p f s < <(tail -n 1 "$log" | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$/\1 \2 \3/p')
  if [[ -z ${s:-} ]]; then fail "$name: exit code $rc (log: $log)"; tail -n 5 "$log" | indent; return; fi
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
  while read -r line; do failures+=("$name: $line"); done < <(sed -n 's/^  FAIL  //p' "$log")
  while read -r line; do skips+=("$name: $line"); done < <(sed -n 's/^  skip  //p' "$log")
}

# The closing lines. The last one is plain, for people and programs alike.
summary() {
  local line
  if [[ -z ${LUCID_NESTED:-} ]]; then
    printf '\n== summary (%d s)\n' "$SECONDS"
    for line in "${skips[@]+"${skips[@]}"}"; do printf '  skip  %s\n' "$line"; done
    for line in "${failures[@]+"${failures[@]}"}"; do printf '  FAIL  %s\n' "$line"; done
  fi
  printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
  ((failed == 0 && passed > 0))
}

# As many jobs as cores, but not more than memory bears: a unit with a whole prover may take a gigabyte.
job_count() {
  local cores memory
  cores=$(nproc 2> /dev/null || getconf _NPROCESSORS_ONLN 2> /dev/null || echo 1)
  memory=$(awk '/^MemAvailable/ { m = int($2 / 1200000) } END { print (m > 0 ? m : 1) }' /proc/meminfo 2> /dev/null || echo "$cores")
  echo $((cores < memory ? cores : memory))
}
job_limit=${LUCID_JOBS:-$(job_count)}
