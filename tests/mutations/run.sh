#!/usr/bin/env bash
# tests/mutations/run.sh [NAME...]: plants each fault of *.mutation and demands that a test turns red. README.md here has the format.
# Needs the release build (script/test makes it): its flags, its doctest main, and its test programs as the unchanged control.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../script/lib/report.sh"
here=tests/mutations release=build/release out=build/mutations
compiler=${CXX:-g++}
[[ -e $release/test_flags.txt ]] || { echo "no release build: run script/test first" >&2; exit 2; }
mapfile -t flags < $release/test_flags.txt
mapfile -t libraries < $release/test_libraries.txt

value() { sed -nE "s/^$2:[[:space:]]*(.*[^[:space:]])?[[:space:]]*$/\1/p" "$here/$1.mutation"; }

filter_of() { local filter && filter=$(value "$1" filter) && echo "${filter:-*}"; }

# The text is taken literally: no pattern, no escape. ENVIRON keeps awk from reading backslashes.
plant() {
  from=$2 to=$3 awk '
    { rest = $0; line = ""; n = ENVIRON["from"]
      while ((at = index(rest, n)) > 0) { found++; line = line substr(rest, 1, at - 1) ENVIRON["to"]; rest = substr(rest, at + length(n)) }
      print line rest }
    END { if (found != 1) { print "the text to change occurs " found + 0 " times" > "/dev/stderr"; exit 1 } }' "$1"
}

# control NAME: the unchanged library passes these very cases, and there is at least one.
control() {
  local source room counts
  for source in $(value "$1" build); do
    room=${source#tests/} room=${room%%/*}
    [[ -x $release/bin/test_$room ]] || { echo "test_$room does not build" && return 1; }
    $release/bin/"test_$room" --no-colors=true "--source-file=*$source" "--test-case=$(filter_of "$1")" > "$out/$1.control.log" 2>&1 \
      || { echo "red without the fault ($source)" && return 1; }
    counts=$(sed -nE 's/^\[doctest\] test cases: +[0-9]+ \| +([0-9]+) passed.*/\1/p' "$out/$1.control.log")
    ((${counts:-0} > 0)) || { echo "no case of $source matches the filter" && return 1; }
  done
}

# verdict_on NAME: writes "ok WHY" or "bad WHY".
verdict_on() {
  local name=$1 scratch=$out/$1 file why rc=0
  rm -rf "$scratch" && mkdir -p "$scratch" && cp -r include "$scratch/"
  file=$(value "$name" change)
  why=$(plant "$file" "$(value "$name" from)" "$(value "$name" to)" 2>&1 > "$scratch/$file") || { echo "bad $file: $why"; return; }
  why=$(control "$name") || { echo "bad $why"; return; }
  # Not optimised: half the time for the compiler, and the tests' own is small beside it.
  # shellcheck disable=SC2046  # the sources are words
  nice "$compiler" "${flags[@]}" -O0 -w -I"$scratch/include" $(value "$name" build | sed -E 's/[^ ]+\.cu\b/-x c++ & -x none/g') "${libraries[@]}" -o "$scratch/program" > "$scratch/build.log" 2>&1 \
    || { echo "bad does not compile: $(grep -m1 error "$scratch/build.log"); a constexpr fault must act at run time only"; return; }
  # In a shell of its own, whose remark about a crash goes to the log.
  (timeout -k 5 60 "$scratch/program" --no-colors=true "--test-case=$(filter_of "$name")" || exit) > "$scratch/run.log" 2>&1 || rc=$?
  case $rc in
    0) echo "bad nothing noticed it" ;;
    124 | 137) echo "ok noticed: it does not end" ;;
    1) echo "ok noticed: $(sed -nE 's/^TEST CASE: +//p' "$scratch/run.log" | head -n 1)" ;;
    *) echo "ok noticed: exit code $rc" ;;
  esac
  rm -rf "$scratch/include" "$scratch/program"
}

names=("$@")
if ((${#names[@]} == 0)); then
  for file in "$here"/*.mutation; do [[ -e $file ]] && names+=("$(basename "$file" .mutation)"); done
fi
if ((${#names[@]} == 0)); then skip "no mutation is written yet"; summary; exit; fi
mkdir -p $out
# One ninja at a time; the controls are built before the mutations run side by side.
for name in "${names[@]}"; do
  for source in $(value "$name" build); do room=${source#tests/} && echo "test_${room%%/*}"; done
done | sort -u | xargs -r nice ninja -C $release > $out/build.log 2>&1

for name in "${names[@]}"; do
  while (($(jobs -rp | wc -l) >= job_limit)); do wait -n; done
  verdict_on "$name" > "$out/$name.verdict" &
done
wait
for name in "${names[@]}"; do
  read -r verdict why < "$out/$name.verdict"
  if [[ $verdict == ok ]]; then pass "$name ($why)"; else fail "$name: $why"; fi
done
summary
