#!/usr/bin/env bash
# benchmarks/end_to_end/scaling.sh KEY.zkey WITNESS.wtns [THREADS [ROUNDS]]: how much sooner each phase of a proof ends on THREADS cores (2) than on one.
# In turn, ROUNDS times each (7), whole processes kept to the first cores; the shortest time of each phase, and how many times the other it is.
# Finds circom_prover in build/release/bin, or where LUCID_BIN says.
set -euo pipefail

(($# >= 2)) || { sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; }
key=$1 witness=$2 threads=${3:-2} rounds=${4:-7}
prover=${LUCID_BIN:-$(dirname "${BASH_SOURCE[0]}")/../../build/release/bin}/circom_prover
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

for ((i = 0; i < rounds; ++i)); do
  for n in 1 "$threads"; do
    taskset -c "0-$((n - 1))" "$prover" prove --threads "$n" --trace "$out/$n.$i.txt" "$key" "$witness" "$out/proof.json" "$out/public.json" > /dev/null
  done
done

# Phases down to the parts of a sum or a quotient, each under the name of what it is part of.
LC_ALL=C awk -v threads="$threads" '
  BEGIN { deepest = 4 }
  FNR == 1 { n = FILENAME; sub(/.*\//, "", n); sub(/\..*/, "", n); delete here }
  match($0, /^ */) {
    depth = RLENGTH / 2
    if (depth > deepest || !match($0, / +[0-9.]+ ms/)) next
    time = substr($0, RSTART, RLENGTH) + 0
    name = substr($0, 2 * depth + 1, RSTART - 1 - 2 * depth)
    if (name ~ /^memory\/|^\(in no part\)/) next
    path[depth] = name
    place = ""
    for (i = 0; i <= depth; ++i) place = place SUBSEP path[i]
    if (!(place in label)) { label[place] = sprintf("%*s%s", 2 * depth, "", name); order[++places] = place }
    if (!((place, n) in best) || time < best[place, n]) best[place, n] = time
  }
  END {
    printf "%-44s %12s %12s %8s\n", "shortest of each, ms", "1 core", threads " cores", "times"
    for (i = 1; i <= places; ++i) {
      one = best[order[i], 1]; more = best[order[i], threads]
      if (one >= 1) printf "%-44s %12.2f %12.2f %8.2f\n", label[order[i]], one, more, (more > 0 ? one / more : 0)
    }
  }' "$out"/*.txt
