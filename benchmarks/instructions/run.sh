#!/usr/bin/env bash
# benchmarks/instructions/run.sh [CIRCUIT [VARIANT...]]: instructions and branches a row of each variant of synthesis, counted by Valgrind: figures that do not
# depend on what else the machine does. CIRCUIT is S or M. Two sizes are run, and what they differ by is divided, so that set-up and the first block do not count.
# Branches are conditional and indirect ones; a processor's own counter adds jumps, calls and returns.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
command -v valgrind > /dev/null || { echo "instructions: no valgrind" >&2; exit 1; }
out=build/instructions
mkdir -p $out
"${CXX:-g++}" -std=c++20 -O2 -DNDEBUG -g -Iinclude -Ibenchmarks benchmarks/instructions/synthesis.cpp -o $out/synthesis

circuit=${1:-S}
(($# > 0)) && shift
(($# > 0)) || set -- baseline append append_recycle append_recycle_prefetch synthesize assign product

# counts VARIANT BLOCKS PRODUCTS: "rows instructions conditional-branches indirect-branches"
counts() {
  local log=$out/$1.$circuit.$2.$3
  valgrind --tool=callgrind --branch-sim=yes --collect-atstart=no --toggle-collect=counted --callgrind-out-file="$log.callgrind" \
    $out/synthesis "$1" "$circuit" "$2" "$3" > "$log.rows" 2> "$log.log"
  awk 'NR == FNR { rows = $1; next } /Collected/ { print rows, $4, $5, $7 }' "$log.rows" "$log.log"
}

printf '%-26s %-3s %-10s %14s %14s\n' variant on products instructions branches
for products in rows portable; do
  for variant; do
    printf '%-26s %-3s %-10s ' "$variant" "$circuit" $products
    { counts "$variant" 2 $products; counts "$variant" 6 $products; } |
      awk 'NR == 1 { r = $1; i = $2; b = $3 + $4 } NR == 2 { printf "%14.1f %14.1f\n", ($2 - i) / ($1 - r), ($3 + $4 - b) / ($1 - r) }'
  done
done
