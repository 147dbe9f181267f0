# The figures of bench_end_to_end_release as one SVG: what release costs by size, who waits for it, where it lies in a round, and proofs one after another.
# After measured.awk. Text is placed by hand: there is no layout engine, and none is wanted.

function esc(s) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); return s }
function text(x, y, s, class) { printf "<text x=\"%.1f\" y=\"%.1f\"%s>%s</text>\n", x, y, class == "" ? "" : " class=\"" class "\"", esc(s) }
function box(x, y, w, h, fill, extra) { printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"%s/>\n", x, y, w, h, fill, extra == "" ? "" : " " extra }
function line(x1, y1, x2, y2, class) { printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1, x2, y2, class }
function mark(x, y, pages, color) {
  if (pages == "4k") printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>\n", x, y, color
  else printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"7\" height=\"7\" fill=\"#fff\" stroke=\"%s\" stroke-width=\"1.8\"/>\n", x - 3.5, y - 3.5, color
}
function log10(x) { return log(x) / log(10) }
function thousands(x,    s, out) {
  s = sprintf("%d", x + 0.5)
  while (length(s) > 3) { out = "," substr(s, length(s) - 2) out; s = substr(s, 1, length(s) - 3) }
  return s out
}
# A time of ms milliseconds in the unit that suits it.
function duration(ms) { return ms >= 1000 ? short(ms / 1000) " s" : short(ms) " ms" }
# 1, 2 or 5 times a power of ten, so that about n of them fill the range.
function step_of(range, n,    raw, unit) {
  raw = range / n
  unit = 10 ^ int(log10(raw) - (raw < 1))
  return raw / unit > 5 ? 10 * unit : raw / unit > 2 ? 5 * unit : raw / unit > 1 ? 2 * unit : unit
}
function name_of(pages) { return pages == "4k" ? "4 KiB pages" : pages == "huge" ? "2 MiB pages" : "C++ heap" }

# Immediate release over size, with the lines that were fitted.
function plot_cost(x0, y0, w, h,    k, i, n, gb, top, wide, s, v, y) {
  text(x0 - 46, y0 - 42, "What it costs to give memory back", "title")
  text(x0 - 46, y0 - 23, "seconds by size; each mark is one round", "note")
  n = sizes_of("immediate", "4k", gb)
  wide = gb[n]
  top = 1.02 * most(at("immediate", "4k", wide), "gap_ms") / 1000
  s = step_of(top, 4)
  for (v = 0; v <= top; v += s) {
    y = y0 + h - h * v / top
    line(x0, y, x0 + w, y, "grid")
    text(x0 - 8, y + 4, v > 0 ? sprintf("%g s", v) : "0", "end")
  }
  s = step_of(wide, 5)
  for (v = 0; v <= wide; v += s) text(x0 + w * v / wide, y0 + h + 19, sprintf("%g", v), "mid")
  text(x0 + w + 12, y0 + h + 19, "GB", "")
  for (k = 1; k <= 2; ++k) {
    printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"1.6\"/>\n", x0, y0 + h - h * intercept["immediate", kinds[k]] / top, x0 + w,
      y0 + h - h * (intercept["immediate", kinds[k]] + slope["immediate", kinds[k]] * wide) / top, color["immediate"]
    n = sizes_of("immediate", kinds[k], gb)
    for (i = 1; i <= n; ++i) {
      s = at("immediate", kinds[k], gb[i])
      for (v = 1; v <= count[s]; ++v) mark(x0 + w * gb[i] / wide, y0 + h - h * value[s, "gap_ms", v] / 1000 / top, kinds[k], color["immediate"])
    }
  }
  text(x0 + 0.10 * w, y0 + 0.12 * h, "4 KiB pages: " short(1000 * slope["immediate", "4k"]) " ms a GB", "strong")
  text(x0 + 0.10 * w, y0 + 0.12 * h + 18, sprintf("R² = %.4f", r2["immediate", "4k"]), "note")
  text(x0 + 0.52 * w, y0 + h - 46 - h * slope["immediate", "huge"] * wide / top, "2 MiB pages: " short(1000 * slope["immediate", "huge"]) " ms a GB", "strong")
  text(x0 + 0.52 * w, y0 + h - 28 - h * slope["immediate", "huge"] * wide / top, sprintf("R² = %.4f", r2["immediate", "huge"]), "note")
}

# Wrapper minus inner over size for each policy, both axes logarithmic.
function plot_gap(x0, y0, w, h,    p, k, i, n, gb, lo, hi, first, last, v, y, x, name, points, l) {
  text(x0 - 62, y0 - 42, "What the caller waits for: wrapper − inner", "title")
  text(x0 - 62, y0 - 23, "median by size, both axes logarithmic", "note")
  lo = -2.3
  hi = log10(1.6 * median(at("immediate", "4k", biggest), "gap_ms"))
  n = sizes_of("immediate", "4k", gb)
  first = log10(gb[1]); last = log10(gb[n])
  for (v = -2; v <= hi; ++v) {
    y = y0 + h - h * (v - lo) / (hi - lo)
    line(x0, y, x0 + w, y, "grid")
    text(x0 - 8, y + 4, v < 3 ? 10 ^ v " ms" : 10 ^ (v - 3) " s", "end")
  }
  for (i = 1; i <= n; ++i) text(x0 + w * (log10(gb[i]) - first) / (last - first), y0 + h + 19, gb[i], "mid")
  text(x0 + w + 14, y0 + h + 19, "GB", "")
  for (p = 1; p <= 3; ++p) {
    for (k = 1; k <= 2; ++k) {
      n = sizes_of(policies[p], kinds[k], gb)
      points = ""
      for (i = 1; i <= n; ++i) {
        x = x0 + w * (log10(gb[i]) - first) / (last - first)
        y = y0 + h - h * (log10(median(at(policies[p], kinds[k], gb[i]), "gap_ms")) - lo) / (hi - lo)
        points = points sprintf(" %.1f,%.1f", x, y)
        px[i] = x; py[i] = y
      }
      printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"%s/>\n", substr(points, 2), color[policies[p]], k == 2 ? " stroke-dasharray=\"5 4\"" : ""
      for (i = 1; i <= n; ++i) mark(px[i], py[i], kinds[k], color[policies[p]])
      if (p == 1) text(px[3] - 4, py[3] - 12, name_of(kinds[k]), "small end")
    }
  }
}

# One round at the largest size as a line of time: what the caller sees above, who gives the memory back and when.
function plot_round(x0, y0, w,    p, k, y, wide, s, v, name, inner, gap, flush, x, at_gb) {
  at_gb = biggest
  text(40, y0 - 36, "One round of " at_gb " GB as time goes by", "title")
  text(40, y0 - 17, "the caller has its result where solid colour ends", "note")
  wide = 0
  for (p = 1; p <= 3; ++p) for (k = 1; k <= 2; ++k) {
    v = median(at(policies[p], kinds[k], at_gb), "wrapper_ms") + median(at(policies[p], kinds[k], at_gb), "flush_ms")
    if (v > wide) wide = v
  }
  wide *= 1.02
  s = step_of(wide, 8)
  for (v = 0; v <= wide; v += s) {
    line(x0 + w * v / wide, y0 - 2, x0 + w * v / wide, y0 + 6 * 30 + 8, "grid")
    text(x0 + w * v / wide, y0 + 6 * 30 + 24, sprintf("%g", v / 1000), "mid")
  }
  text(x0 + w + 12, y0 + 6 * 30 + 24, "s", "")
  y = y0 + 4
  for (k = 1; k <= 2; ++k) for (p = 1; p <= 3; ++p) {
    name = at(policies[p], kinds[k], at_gb)
    inner = w * median(name, "inner_ms") / wide
    gap = w * median(name, "gap_ms") / wide
    flush = p == 1 ? 0 : w * median(name, "flush_ms") / wide
    text(x0 - 10, y + 14, policies[p] ", " (kinds[k] == "4k" ? "4 KiB" : "2 MiB"), "end")
    box(x0, y, inner, 18, inner_tone)
    x = x0 + inner
    if (p == 1) {
      box(x, y, gap, 18, color["immediate"])
      x += gap
    } else if (p == 2) {
      box(x, y + 3, flush, 12, "url(#later)", "stroke=\"" color["immediate"] "\"")
      x += flush
    }
    v = "gap " duration(median(name, "gap_ms"))
    if (x + 130 > x0 + w) text(x0 + inner - 8, y + 14, v, "end in")
    else text(x + 7, y + 14, v, "small")
    y += 30
  }
}

# Proofs one after another: time of each, and what the kernel had to do for it.
function plot_proofs(x0, y0, w,    p, k, y, wide, name, m, log2, part, any, columns) {
  for (k = 1; k <= n_names; ++k) {
    split(names[k], part, "/")
    if (part[1] == "proofs" && (log2 == "" || part[4] == "2^18")) log2 = part[4]
  }
  text(40, y0 - 50, log2 == "2^18" ? "Twenty proofs one after another, M(2¹⁸)" : "Proofs, M(" log2 ")", "title")
  text(40, y0 - 31, "median of the rounds; the whisker is the least and the most", "note")
  wide = 0
  for (k = 1; k <= 3; ++k) for (p = 1; p <= 3; ++p) {
    name = "proofs/" policies[p] "/" all_kinds[k] "/" log2
    if (name in count && most(name, "ms_per_proof") > wide) wide = most(name, "ms_per_proof")
  }
  wide *= 1.03
  columns = x0 + w + 24
  text(columns + 84, y0 - 22, "page faults", "end")
  text(columns + 84, y0 - 7, "a proof", "end")
  text(columns + 178, y0 - 22, "kernel time", "end")
  text(columns + 178, y0 - 7, "a proof", "end")
  text(columns + 272, y0 - 22, "peak", "end")
  text(columns + 272, y0 - 7, "resident", "end")
  y = y0 + 4
  for (k = 1; k <= 3; ++k) {
    any = 0
    for (p = 1; p <= 3; ++p) {
      name = "proofs/" policies[p] "/" all_kinds[k] "/" log2
      if (!(name in count)) continue
      any = 1
      m = median(name, "ms_per_proof")
      text(x0 - 10, y + 13, policies[p] ", " (all_kinds[k] == "4k" ? "4 KiB" : all_kinds[k] == "huge" ? "2 MiB" : "heap"), "end")
      box(x0, y, w * m / wide, 16, color[policies[p]])
      line(x0 + w * least(name, "ms_per_proof") / wide, y + 8, x0 + w * most(name, "ms_per_proof") / wide, y + 8, "whisker")
      text(x0 + 8, y + 12.5, duration(m), "in")
      text(columns + 84, y + 13, thousands(median(name, "page_faults_per_proof")), "end")
      text(columns + 178, y + 13, short(median(name, "system_ms_per_proof")) " ms", "end")
      text(columns + 272, y + 13, sprintf("%.0f MiB", median(name, "peak_rss_mib")), "end")
      y += 24
    }
    if (any) y += 8
  }
}

END {
  n_kinds = split("4k huge", kinds, " ")
  split("4k huge heap", all_kinds, " ")
  split("immediate deferred recycling", policies, " ")
  color["immediate"] = "#c2410c"; color["deferred"] = "#1d5fa8"; color["recycling"] = "#15803d"
  inner_tone = "#94a3b8"
  for (k = 1; k <= 2; ++k) {
    n = fit("immediate", kinds[k], "gap_ms")
    if (n < 2) { print "release_plot: no release/immediate/" kinds[k] " of two sizes" > "/dev/stderr"; exit 1 }
  }
  n = sizes_of("immediate", "4k", gb)
  biggest = gb[n]

  rows = 0
  for (k = 1; k <= n_names; ++k) rows += names[k] ~ /^proofs\/.*\/2\^18$/
  height = 812 + (rows > 0 ? 24 * rows + 8 * int(rows / 3) : 24 * 3)
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 %d\" width=\"960\" height=\"%d\" font-family=\"system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif\" font-size=\"13\" fill=\"#334155\">\n", height, height
  print "<title>Releasing memory: its cost, and who waits for it</title>"
  print "<style>.title{font-size:16px;font-weight:600;fill:#0f172a}.note{fill:#64748b}.strong{font-weight:600}.small{font-size:12px}.end{text-anchor:end}.mid{text-anchor:middle}.in{fill:#fff;font-size:12px}" \
    ".grid{stroke:#e2e8f0}.whisker{stroke:#0f172a;stroke-width:1.5}</style>"
  print "<defs><pattern id=\"later\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#fff\"/><rect width=\"2.4\" height=\"6\" fill=\"" color["immediate"] "\"/></pattern></defs>"
  box(0.5, 0.5, 959, height - 1, "#fff", "rx=\"8\" stroke=\"#e2e8f0\"")
  plot_cost(86, 84, 330, 250)
  plot_gap(560, 84, 340, 250)

  # The legend of all four.
  x = 40; y = 392
  for (p = 1; p <= 3; ++p) {
    box(x, y - 10, 12, 12, color[policies[p]], "rx=\"2\"")
    text(x + 18, y, policies[p], "")
    x += 38 + 7 * length(policies[p])
  }
  mark(x + 14, y - 4, "4k", "#334155"); text(x + 24, y, "4 KiB pages", "")
  mark(x + 122, y - 4, "huge", "#334155"); text(x + 132, y, "2 MiB pages", "")
  box(x + 232, y - 10, 20, 12, inner_tone); text(x + 258, y, "work", "")
  box(x + 308, y - 10, 20, 12, color["immediate"]); text(x + 334, y, "release", "")
  box(x + 400, y - 9, 20, 10, "url(#later)", "stroke=\"" color["immediate"] "\""); text(x + 426, y, "release, nobody waits", "")

  plot_round(170, 470, 730)
  plot_proofs(170, 776, 450)
  text(40, height - 14, context["kernel"] ", " context["num_cpus"] " cores, transparent huge pages " context["transparent_huge_pages"] ", " substr(context["date"], 1, 10) "; bench_end_to_end_release", "note")
  print "</svg>"
}
