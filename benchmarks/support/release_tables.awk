# The figures of bench_end_to_end_release as the tables of a page of results. After measured.awk.

function range(name, counter) { return short(median(name, counter)) " (" short(least(name, counter)) " – " short(most(name, counter)) ")" }
function row(name, counters,    list, n, i, line) {
  n = split(counters, list, " ")
  line = "| `" name "` | " count[name]
  for (i = 1; i <= n; ++i) line = line " | " range(name, list[i])
  print line " |"
}
function head(counters,    list, n, i, line) {
  gsub(/ /, " | ", counters)
  print "\n| | rounds | " counters " |"
  n = split(counters, list, " \\| ")
  for (i = 1; i <= n + 2; ++i) line = line "|---"
  print line "|"
}
function family(prefix, counters,    i, found) {
  for (i = 1; i <= n_names; ++i) {
    if (index(names[i], prefix) != 1) continue
    if (!found++) head(counters)
    row(names[i], counters)
  }
}

END {
  print context["kernel"] ", transparent huge pages: " context["transparent_huge_pages"] ", " context["num_cpus"] " cores, " context["date"]
  print "\nMedian (least – most)."
  n_kinds = split("4k huge", kinds, " ")
  n_policies = split("immediate deferred recycling", policies, " ")
  print "\n| pages | policy | what | seconds a GB | of immediate's | at 0 GB, ms | R² of medians | R² of all rounds | sizes |"
  print "|---|---|---|---|---|---|---|---|---|"
  for (k = 1; k <= n_kinds; ++k) {
    for (p = 1; p <= n_policies; ++p) {
      if (!(n = fit(policies[p], kinds[k], p == 1 ? "gap_ms" : "flush_ms"))) continue
      printf "| %s | %s | %s | %.4f | %.2f | %.2f | %.4f | %.4f | %d |\n", kinds[k], policies[p], p == 1 ? "wrapper − inner" : "flush", slope[policies[p], kinds[k]],
        slope[policies[p], kinds[k]] / slope["immediate", kinds[k]], 1000 * intercept[policies[p], kinds[k]], r2[policies[p], kinds[k]], r2_all[policies[p], kinds[k]], n
    }
  }
  for (k = 1; k <= n_kinds; ++k) {
    if (!(n = sizes_of("immediate", kinds[k], gb))) continue
    print "\n| " kinds[k] ", GB | rounds | policy | inner, ms | wrapper − inner, ms | share of the wrapper | flush, ms | flush of immediate's gap | page faults |"
    print "|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= n; ++i) {
      for (p = 1; p <= n_policies; ++p) {
        name = at(policies[p], kinds[k], gb[i])
        if (!(name in count)) continue
        printf "| %s | %d | %s | %s | %s | %.3f %% | %s | %s | %d |\n", gb[i], count[name], policies[p], range(name, "inner_ms"), range(name, "gap_ms"),
          100 * median(name, "gap_ms") / median(name, "wrapper_ms"), p == 1 ? "" : range(name, "flush_ms"),
          p == 1 ? "" : sprintf("%.2f", median(name, "flush_ms") / median(at("immediate", kinds[k], gb[i]), "gap_ms")), median(name, "page_faults")
      }
    }
  }
  family("proofs/", "ms_per_proof least_ms_per_proof cpu_ms_per_proof system_ms_per_proof page_faults_per_proof start_rss_mib peak_rss_mib waiting_mib covered_percent")
  family("gains/", "wrapper_ms synthesis_ms prove_ms gap_ms release_ms")
  family("timers/", "off_ms on_ms overhead_percent")
}
