#!/usr/bin/env bash
# benchmarks/msm/window_report.sh plot [--cpu] [--median] [--only REGEX] FILE.json...     one SVG on standard output: time over the window, the model's choice marked
# benchmarks/msm/window_report.sh tables [--cpu] [--median] [--only REGEX] FILE.json...   the best window and the chosen one of each sum, as a table for a page of results
# FILE.json: what bench_msm_window_sweep wrote with --benchmark_out, better with --benchmark_repetitions=7 --benchmark_enable_random_interleaving=true.
# --cpu: time of the processor instead of wall time, for sums on one thread on a machine that does something else too. --median: not the least of the
# repetitions but the middle one, where the clock is not constant. --only: sums whose names match.
set -euo pipefail
support=$(dirname "${BASH_SOURCE[0]}")/../support
usage() { sed -n '2,6s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; }

case ${1:-} in
  plot | tables) kind=$1 && shift ;;
  *) usage ;;
esac
clock=real_time middle=0 only=.
while (($# > 0)); do
  case $1 in
    --cpu) clock=cpu_time && shift ;;
    --median) middle=1 && shift ;;
    --only) (($# > 1)) || usage; only=$2 && shift 2 ;;
    -*) usage ;;
    *) break ;;
  esac
done
(($# > 0)) || { echo "window_report: no file" >&2; exit 2; }
# A decimal point, and one byte a character for every awk.
LC_ALL=C awk -v kind="$kind" -v clock="$clock" -v middle="$middle" -v only="$only" -f "$support/measured.awk" -f "$support/window_table.awk" -f "$support/window_plot.awk" "$@"
