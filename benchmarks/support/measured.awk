# Reads the JSON of Google Benchmark, a key a line, and keeps each repetition's counters: count[name], value[name, counter, i]. Names lose what the library appends
# ("/iterations:1/manual_time") and "/large". Least, median and most of a counter; the line through medians. POSIX awk.

function stripped(name) {
  sub(/\/iterations:.*$/, "", name)
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

# Least squares through the medians of seconds over GB: slope[pages], intercept[pages], r2[pages]; r2_all[pages]: of every repetition about the same line.
function fit(pages,    gb, n, i, j, name, x, y, sx, sy, sxx, sxy, mean, residual, total) {
  n = sizes_of("immediate", pages, gb)
  for (i = 1; i <= n; ++i) {
    x = gb[i]; y = median(at("immediate", pages, x), "gap_ms") / 1000
    sx += x; sy += y; sxx += x * x; sxy += x * y
  }
  if (n < 2) return 0
  slope[pages] = (n * sxy - sx * sy) / (n * sxx - sx * sx)
  intercept[pages] = (sy - slope[pages] * sx) / n
  for (i = 1; i <= n; ++i) {
    y = median(at("immediate", pages, gb[i]), "gap_ms") / 1000
    residual += (y - intercept[pages] - slope[pages] * gb[i]) ^ 2
    total += (y - sy / n) ^ 2
  }
  r2[pages] = 1 - residual / total
  sy = residual = total = 0; j = 0
  for (i = 1; i <= n; ++i) {
    name = at("immediate", pages, gb[i])
    for (x = 1; x <= count[name]; ++x) { sy += value[name, "gap_ms", x] / 1000; ++j }
  }
  mean = sy / j
  for (i = 1; i <= n; ++i) {
    name = at("immediate", pages, gb[i])
    for (x = 1; x <= count[name]; ++x) {
      y = value[name, "gap_ms", x] / 1000
      residual += (y - intercept[pages] - slope[pages] * gb[i]) ^ 2
      total += (y - mean) ^ 2
    }
  }
  r2_all[pages] = 1 - residual / total
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
