# The figures of bench_msm_window_sweep, gathered by what was swept: sweeps[1..n_sweeps] are names without their window, in order; c_of[sweep, i] the windows in ascending
# order, time_of[sweep, c] the least time in ms, or where `middle` is set the median. As a table where `kind` is "table". After measured.awk. POSIX awk.

function gather(    i, j, c, sweep, place, key) {
  for (i = 1; i <= n_names; ++i) {
    place = match(names[i], /\/c=[0-9]+$/)
    if (place == 0 || names[i] !~ only) continue
    sweep = substr(names[i], 1, place - 1)
    c = substr(names[i], place + 3) + 0
    if (!(sweep in windows)) {
      key = sweep
      sub(/2\^[0-9]+/, sprintf("%02d", size_of_sweep(sweep)), key)
      for (j = n_sweeps++; j >= 1 && key_of[j] > key; --j) { sweeps[j + 1] = sweeps[j]; key_of[j + 1] = key_of[j] }
      sweeps[j + 1] = sweep
      key_of[j + 1] = key
    }
    for (j = windows[sweep]++; j >= 1 && c_of[sweep, j] > c; --j) c_of[sweep, j + 1] = c_of[sweep, j]
    c_of[sweep, j + 1] = c
    time_of[sweep, c] = middle ? median(names[i], clock) : least(names[i], clock)
    # What a second reading of the same may differ by: as much as least and median do.
    spread_of[sweep, c] = median(names[i], clock) / least(names[i], clock) - 1
    model_of[sweep, c] = value[names[i], "model", 1]
    readings[sweep] = count[names[i]]
    chosen_in[sweep] = value[names[i], "chosen", 1]
    if (!(sweep in best_in) || time_of[sweep, c] < time_of[sweep, best_in[sweep]]) best_in[sweep] = c
  }
}
# log2 of the terms.
function size_of_sweep(sweep) { match(sweep, /2\^[0-9]+/); return substr(sweep, RSTART + 2, RLENGTH - 2) + 0 }
function measured(sweep, c) { return (sweep, c) in time_of }

function print_table(    i, s, best, chosen, worst, over, within) {
  print "| sum | best c | ms | spread | chosen c | ms | over the best |"
  print "|---|---|---|---|---|---|---|"
  for (i = 1; i <= n_sweeps; ++i) {
    s = sweeps[i]
    best = best_in[s]
    chosen = chosen_in[s]
    printf "| %s | %d | %s | %.1f %% | %d |", s, best, short(time_of[s, best]), 100 * spread_of[s, best], chosen
    if (!measured(s, chosen)) { print " not measured | |"; continue }
    over = time_of[s, chosen] / time_of[s, best] - 1
    if (over > worst) worst = over
    within += over <= 0.05 || over <= spread_of[s, best]
    printf " %s | %.1f %% |\n", short(time_of[s, chosen]), 100 * over
  }
  printf "\nWithin 5 %% of the best, or its spread: %d of %d sums; the worst is %.1f %% over.\n", within, n_sweeps, 100 * worst
}

END {
  if (clock == "") clock = "real_time"
  gather()
  if (n_sweeps == 0) { print "window_report: no sweep in these files" > "/dev/stderr"; exit 1 }
  if (kind == "tables") print_table()
}
