#!/usr/bin/env bash
# benchmarks/compile/run.sh: what including a room costs a user, against budget.csv.
# A row fails on preprocessed lines or compiler memory above its budget, or on twice its seconds: lines and memory are
# facts of the source, seconds depend on the machine. A row whose file is not there yet is named and skipped.
# With --propose it prints a budget.csv of today's numbers plus a tenth.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../script/lib/report.sh"
compiler=${CXX:-g++}
here=benchmarks/compile out=build/compile_cost
mkdir -p $out
"$compiler" -O1 -std=c++20 $here/measure.cpp -o $out/measure || exit 1

# A header is compiled as the one line that a user writes.
unit_of() {
  if [[ $1 == *.cpp ]]; then echo "$1"; return; fi
  echo "#include <${1#include/}>" > "$out/unit.cpp" && echo "$out/unit.cpp"
}

propose=false
[[ ${1:-} == --propose ]] && propose=true
$propose && sed -n '/^#/p; /^file,/p' $here/budget.csv
$propose || printf '%-42s %17s %17s %17s\n' file 'lines / budget' 'MB / budget' 's / budget'

while IFS=, read -r file lines_budget megabytes_budget seconds_budget; do
  [[ $file == file || $file == '#'* || -z $file ]] && continue
  if [[ ! -e $file ]]; then skip "$file: not written yet"; continue; fi
  unit=$(unit_of "$file")
  lines=$("$compiler" -std=c++20 -Iinclude -E -P "$unit" 2> /dev/null | wc -l)
  if ! read -r seconds megabytes < <($out/measure "$compiler" -std=c++20 -O2 -Iinclude -c "$unit" -o "$out/unit.o" 2> "$out/errors.log") || [[ -s $out/errors.log ]]; then
    fail "$file: does not compile: $(grep -m1 -E 'error|warning' $out/errors.log)"
    continue
  fi
  if $propose; then
    awk -v f="$file" -v l="$lines" -v m="$megabytes" -v s="$seconds" 'BEGIN { printf "%s,%d,%d,%.1f\n", f, l * 1.1, m * 1.1 + 1, s * 1.1 + 0.1 }'
    continue
  fi
  printf '%-42s %17s %17s %17s\n' "$file" "$lines / $lines_budget" "$megabytes / $megabytes_budget" "$seconds / $seconds_budget"
  over=$(awk -v l="$lines" -v lb="$lines_budget" -v m="$megabytes" -v mb="$megabytes_budget" -v s="$seconds" -v sb="$seconds_budget" \
    'BEGIN { if (l > lb) printf "lines "; if (m > mb) printf "memory "; if (s > 2 * sb) printf "seconds " }')
  if [[ -z $over ]]; then passed=$((passed + 1)); else fail "$file: over its budget of ${over% }"; fi
done < $here/budget.csv
$propose || summary
