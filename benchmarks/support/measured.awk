# Reads the JSON of Google Benchmark, a key a line, and keeps each repetition's counters: count[name], value[name, counter, i]. Names lose what the library appends
# ("/iterations:1/manual_time", "/real_time") and "/large". Least, median and most of a counter; the line through medians. POSIX awk.

function stripped(name) {
  sub(/\/iterations:.*$/, "", name)
  sub(/\/real_time$/, "", name)
  sub(/\/large$/, "", name)
  return name
}
function unquoted(text) {
  sub(/^[ \t]*"?/, "", text)
  sub(/"?,?[ \t]*$/, "", text)
  return text
}

/^  "benchmarks": \[/ { in_runs = 1; next }
{ key = $0; sub(/^ *"/, "", key); sub(/":.*/, "", key); given = $0; sub(/^[^:]*: */, "", given); given = unquoted(given) }
!in_runs && /^    "[a-z_]+": / { context[key] = given }
in_runs && key == "name" { current = stripped(given); live = 0 }
in_runs && key == "run_type" { live = given == "iteration" }
in_runs && key == "error_occurred" { live = 0 }
in_runs && live && key == "iterations" {
  if (!(current in count)) names[++n_names] = current
  count[current]++
}
in_runs && live && current in count && /^      "[a-z_]+": -?[0-9]/ { value[current, key, count[current]] = given + 0 }

function sorted(name, counter, into,    i, j, x) {
  for (i = 1; i <= count[name]; ++i) {
    x = value[name, counter, i]
    for (j = i - 1; j >= 1 && into[j] > x; --j) into[j + 1] = into[j]
    into[j + 1] = x
  }
  return count[name]
}
function median(name, counter,    list, n) {
  n = sorted(name, counter, list)
  return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}
function least(name, counter,    list) { sorted(name, counter, list); return list[1] }
function most(name, counter,    list, n) { n = sorted(name, counter, list); return list[n] }

# The sizes of release/POLICY/PAGES/GB in ascending order.
function sizes_of(policy, pages, into,    i, j, n, part, x) {
  n = 0
  for (i = 1; i <= n_names; ++i) {
    if (split(names[i], part, "/") != 4 || part[1] != "release" || part[2] != policy || part[3] != pages) continue
    x = part[4] + 0
    for (j = n++; j >= 1 && into[j] > x; --j) into[j + 1] = into[j]
    into[j + 1] = x
  }
  return n
}
function at(policy, pages, gb) { return "release/" policy "/" pages "/" gb }

# Least squares through the medians of seconds over GB, from a counter in ms: slope, intercept and r2 of [policy, pages]; r2_all: every round about the same line.
function fit(policy, pages, counter,    gb, n, i, j, k, x, y, sx, sy, sxx, sxy, m, b, mean, residual, total, rounds, sum) {
  n = sizes_of(policy, pages, gb)
  if (n < 2) return 0
  for (i = 1; i <= n; ++i) {
    x = gb[i]; y = median(at(policy, pages, x), counter) / 1000
    sx += x; sy += y; sxx += x * x; sxy += x * y
    for (j = 1; j <= count[at(policy, pages, x)]; ++j) { sum += value[at(policy, pages, x), counter, j] / 1000; ++rounds }
  }
  slope[policy, pages] = m = (n * sxy - sx * sy) / (n * sxx - sx * sx)
  intercept[policy, pages] = b = (sy - m * sx) / n
  for (k = 1; k <= 2; ++k) {  # of the medians, of the rounds
    mean = k == 1 ? sy / n : sum / rounds
    residual = total = 0
    for (i = 1; i <= n; ++i) {
      x = at(policy, pages, gb[i])
      for (j = 1; j <= (k == 1 ? 1 : count[x]); ++j) {
        y = (k == 1 ? median(x, counter) : value[x, counter, j]) / 1000
        residual += (y - b - m * gb[i]) ^ 2
        total += (y - mean) ^ 2
      }
    }
    if (k == 1) r2[policy, pages] = 1 - residual / total
    else r2_all[policy, pages] = 1 - residual / total
  }
  return n
}

# Three digits that mean something.
function short(x,    a) {
  a = x < 0 ? -x : x
  if (a == 0) return "0"
  if (a < 0.1) return sprintf("%.3f", x)
  if (a < 1) return sprintf("%.2f", x)
  if (a < 10) return sprintf("%.2f", x)
  if (a < 100) return sprintf("%.1f", x)
  return sprintf("%.0f", x)
}
