# The figures of bench_msm_window_sweep as one SVG: for each sum a panel, time over the window, the model's choice marked, its prediction dashed. Panels stand by
# group and curve in rows, by size in columns. After window_table.awk. POSIX awk; text is placed by hand.

function esc(s) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); return s }
function text(x, y, s, class) { printf "<text x=\"%.1f\" y=\"%.1f\"%s>%s</text>\n", x, y, class == "" ? "" : " class=\"" class "\"", esc(s) }
function line(x1, y1, x2, y2, class) { printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1, x2, y2, class }
function superscript(n,    i, s, out) {
  split("⁰ ¹ ² ³ ⁴ ⁵ ⁶ ⁷ ⁸ ⁹", digit_above, " ")
  s = n ""
  for (i = 1; i <= length(s); ++i) out = out digit_above[substr(s, i, 1) + 1]
  return out
}
function duration(ms) { return ms >= 1000 ? short(ms / 1000) " s" : short(ms) " ms" }

# Times over the least of the panel, from 1 to `top`; what is dearer leaves the panel.
function panel(sweep, x0, y0, w, h,    i, n, c, x, y, first, last, best, chosen, points, cut, over, step) {
  n = windows[sweep]
  best = time_of[sweep, best_in[sweep]]
  chosen = chosen_in[sweep]
  first = c_of[sweep, 1]
  last = c_of[sweep, n]
  step = w / (last - first + 1)
  printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"band\"/>\n", x0, y_of(1.05, y0, h), w, y_of(1, y0, h) - y_of(1.05, y0, h)
  for (i = 1.1; i < top + 0.01; i += 0.1) line(x0, y_of(i, y0, h), x0 + w, y_of(i, y0, h), "grid")
  line(x0, y_of(1, y0, h), x0 + w, y_of(1, y0, h), "axis")
  points = cut = ""
  for (i = 1; i <= n; ++i) {
    c = c_of[sweep, i]
    x = x0 + (c - first + 0.5) * step
    if (measured(sweep, chosen) && model_of[sweep, chosen] > 0) {
      y = model_of[sweep, c] / model_of[sweep, chosen] * time_of[sweep, chosen] / best
      cut = cut sprintf(" %.1f,%.1f", x, y_of(y, y0, h))
    }
    points = points sprintf(" %.1f,%.1f", x, y_of(time_of[sweep, c] / best, y0, h))
    text(x, y0 + h + 13, c, c == chosen ? "mid chosen" : "mid tick")
  }
  printf "<svg x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" viewBox=\"%.1f %.1f %.1f %.1f\">\n", x0, y0, w, h + 6, x0, y0, w, h + 6
  if (cut != "") printf "<polyline points=\"%s\" class=\"model\"/>\n", substr(cut, 2)
  printf "<polyline points=\"%s\" class=\"time\"/>\n", substr(points, 2)
  for (i = 1; i <= n; ++i) {
    c = c_of[sweep, i]
    x = x0 + (c - first + 0.5) * step
    y = time_of[sweep, c] / best
    over = middle ? 1 / (1 + spread_of[sweep, c]) : 1 + spread_of[sweep, c]
    printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"whisker\"/>\n", x, y_of(y, y0, h), x, y_of(y * over, y0, h)
    printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\" class=\"%s\"/>\n", x, y_of(y, y0, h), c == chosen ? "4.5" : "2.5", c == chosen ? "pick" : "dot"
  }
  print "</svg>"
  text(x0 + w / 2, y0 - 6, "2" superscript(size_of_sweep(sweep)) ", best " duration(best), "mid")
}
function y_of(over, y0, h) { return y0 + h - h * (over - 1) / (top - 1) }

END {
  if (kind != "plot") exit 0
  top = 1.4
  for (i = 1; i <= n_sweeps; ++i) {
    s = sweeps[i]
    row = s
    sub(/\/2\^[0-9]+/, "", row)
    if (!(row in row_of)) { rows[++n_rows] = row; row_of[row] = n_rows }
    k = size_of_sweep(s)
    if (!(k in is_size)) { is_size[k] = 1; for (j = n_sizes++; j >= 1 && sizes[j] > k; --j) sizes[j + 1] = sizes[j]; sizes[j + 1] = k }
    sweep_at[row, k] = s
  }
  left = 64; panel_w = 148; panel_h = 104; across = 168; down = 172
  width = left + across * n_sizes + 8
  if (width < 560) width = 560
  height = 74 + down * n_rows + 40
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" font-family=\"system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif\" font-size=\"12\" fill=\"#334155\">\n", width, height, width, height
  print "<title>Time of a sum of multiples over the window, and the window that the model chooses</title>"
  print "<style>.title{font-size:16px;font-weight:600;fill:#0f172a}.note{fill:#64748b}.strong{font-weight:600;fill:#0f172a}.mid{text-anchor:middle}.end{text-anchor:end}.tick{fill:#64748b;font-size:10.5px}" \
    ".chosen{fill:#c2410c;font-weight:700;font-size:11px}.grid{stroke:#eef2f6}.axis{stroke:#94a3b8}.band{fill:#dcfce7}.time{fill:none;stroke:#1d5fa8;stroke-width:1.6}" \
    ".model{fill:none;stroke:#c2410c;stroke-width:1.2;stroke-dasharray:4 3}.whisker{stroke:#1d5fa8;stroke-width:1}.dot{fill:#1d5fa8}.pick{fill:#c2410c;stroke:#fff;stroke-width:1.2}</style>"
  printf "<rect x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#fff\" stroke=\"#e2e8f0\"/>\n", width - 1, height - 1
  text(20, 28, "Time over the window c, as a multiple of the best", "title")
  x = 20
  printf "<line x1=\"%d\" y1=\"44\" x2=\"%d\" y2=\"44\" class=\"time\"/>", x, x + 22; text(x + 28, 48, middle ? "measured, median; whisker: least" : "measured, least; whisker: median", "")
  x += 250
  printf "<circle cx=\"%d\" cy=\"44\" r=\"4.5\" class=\"pick\"/>", x; text(x + 10, 48, "the model's choice", "")
  x += 134
  printf "<line x1=\"%d\" y1=\"44\" x2=\"%d\" y2=\"44\" class=\"model\"/>", x, x + 22; text(x + 28, 48, "its prediction", "")
  x += 124
  printf "<rect x=\"%d\" y=\"39\" width=\"14\" height=\"10\" class=\"band\"/>", x; text(x + 20, 48, "5 %", "")
  for (r = 1; r <= n_rows; ++r) {
    y0 = 74 + down * (r - 1)
    text(20, y0 + 8, rows[r], "strong")
    for (i = 1; i <= n_sizes; ++i) {
      if (!((rows[r], sizes[i]) in sweep_at)) continue
      if (i == 1) for (v = 1; v < top + 0.01; v += 0.1) text(left - 8, y_of(v, y0 + 32, panel_h) + 4, sprintf("%.1f", v), "end tick")
      panel(sweep_at[rows[r], sizes[i]], left + across * (i - 1), y0 + 32, panel_w, panel_h)
    }
  }
  text(20, height - 16, (context["processor"] != "" ? context["processor"] ", " : "") context["instruction_set"] ", " substr(context["date"], 1, 10) ", " (middle ? "median" : "least") " of " readings[sweeps[1]] ", " \
    (clock == "cpu_time" ? "time of the processor" : "wall time") "; bench_msm_window_sweep", "note")
  print "</svg>"
}
