#!/usr/bin/env bash
# benchmarks/compile/run.sh: what including a room costs a user, against budget.csv.
# A row fails on preprocessed lines or compiler memory above its budget, or on twice its seconds: lines and memory are
# facts of the source, seconds depend on the machine. With --propose it prints the rows of today plus a tenth.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../script/lib/report.sh"
here=benchmarks/compile out=build/compile_cost
compiler=${CXX:-g++}
counted_with=$(sed -nE 's/^# Counted with (.*):.*/\1/p' $here/budget.csv)
this_one="g++ $("$compiler" -dumpversion | cut -d. -f1)"
[[ $("$compiler" --version) == *clang* ]] && this_one=clang
mkdir -p $out
"$compiler" -O1 -std=c++20 $here/measure.cpp -o $out/measure || exit 1

# Rows of the budget: FILE,LINES,MEGABYTES,SECONDS.
rows() { grep -vE '^(#|file,|$)' $here/budget.csv; }

# FILE's place under build/compile_cost, without an ending.
place() { echo "$out/$(tr / - <<< "$1")"; }

# cost FILE: writes "LINES MEGABYTES SECONDS" of compiling it to .cost; a header is compiled as the one line that a user writes.
cost() {
  local unit=$1 at lines seconds megabytes
  at=$(place "$1")
  rm -f "$at.cost"
  if [[ $1 == *.hpp ]]; then unit=$at.cpp && echo "#include <${1#include/}>" > "$unit"; fi
  lines=$("$compiler" -std=c++20 -Iinclude -E -P "$unit" 2> /dev/null | wc -l)
  read -r seconds megabytes < <($out/measure "$compiler" -std=c++20 -O2 -Iinclude -c "$unit" -o "$at.o" 2> "$at.errors")
  if [[ ! -s $at.errors ]]; then echo "$lines $megabytes $seconds" > "$at.cost"; fi
}

# As many at once as there are cores, the longest first: the seconds are the compiler's own.
while IFS=, read -r file _; do
  while (($(jobs -rp | wc -l) >= job_limit)); do wait -n; done
  if [[ -e $file ]]; then cost "$file" & fi
done < <(rows | sort -t, -k4,4nr)
wait

# over MEASURED... BUDGETED...: the names of what is over.
over() {
  awk -v l="$1" -v m="$2" -v s="$3" -v lines="$4" -v megabytes="$5" -v seconds="$6" \
    'BEGIN { if (l > lines) printf " lines"; if (m > megabytes) printf " memory"; if (s > 2 * seconds) printf " seconds" }'
}

propose=false
[[ ${1:-} == --propose ]] && propose=true
$propose || printf '%-42s %17s %17s %17s\n' file 'lines / budget' 'MB / budget' 's / budget'

while IFS=, read -r file lines megabytes seconds; do
  if [[ ! -e $file ]]; then skip "$file: not written yet"; continue; fi
  if ! read -r l m s 2> /dev/null < "$(place "$file").cost"; then fail "$file: $(grep -m1 -E 'error|warning' "$(place "$file").errors")"; continue; fi
  if $propose; then
    awk -v f="$file" -v l="$l" -v m="$m" -v s="$s" 'BEGIN { printf "%s,%d,%d,%.1f\n", f, l * 1.1, m * 1.1 + 1, s * 1.1 + 0.1 }'
    continue
  fi
  printf '%-42s %17s %17s %17s\n' "$file" "$l / $lines" "$m / $megabytes" "$s / $seconds"
  excess=$(over "$l" "$m" "$s" "$lines" "$megabytes" "$seconds")
  if [[ $this_one != "$counted_with" ]]; then skip "$file: this is $this_one, the budget was counted with $counted_with"
  elif [[ -n $excess ]]; then fail "$file: over its budget of$excess"
  else passed=$((passed + 1)); fi
done < <(rows)
$propose || summary
