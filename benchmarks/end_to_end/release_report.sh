#!/usr/bin/env bash
# benchmarks/end_to_end/release_report.sh plot FILE.json...     one SVG on standard output
# benchmarks/end_to_end/release_report.sh tables FILE.json...   the same figures as tables for a page of results
# FILE.json: what bench_end_to_end_release wrote with --benchmark_out, better with --benchmark_repetitions=7 --benchmark_enable_random_interleaving=true.
set -euo pipefail
support=$(dirname "${BASH_SOURCE[0]}")/../support

case ${1:-} in
  plot | tables) kind=$1 && shift ;;
  *) sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
esac
(($# > 0)) || { echo "release_report: no file" >&2; exit 2; }
# A decimal point, and one byte a character for every awk.
LC_ALL=C awk -f "$support/measured.awk" -f "$support/release_$kind.awk" "$@"
