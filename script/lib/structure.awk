# Reads the tables of docs/01-layers.md, then headers, and prints each include that the tables forbid.
#   awk -f structure.awk docs/01-layers.md include/lucid/**/*.hpp
# A row of the first table:   | `field` | L2 | config integer exec | |        (the last column: only from a .cuh)
# A row of the second table:  | `<tbb/` | backend/cpu | why |                  (a header from elsewhere, and who may include it)

BEGIN { FS = "|" }

function trim(s) { gsub(/^[ \t`]+|[ \t`]+$/, "", s); return s }

# The room of a path below include/lucid: the longest folder that the table names; a file beside the rooms is the list of its room.
function room_of(path,    p) {
  p = path
  sub(/\.(hpp|cuh)$/, "", p)
  while (p != "") {
    if (p in may) return p
    if (p !~ /\//) return ""
    sub(/\/[^\/]*$/, "", p)
  }
  return ""
}

function complain(why) { printf "%s:%d: %s\n", FILENAME, FNR, why; bad = 1 }

FILENAME ~ /\.md$/ {
  if ($2 ~ /^ *`</) outside[trim($2)] = " " trim($3) " "
  else if ($3 ~ /^ *L[0-9] *$/) { may[trim($2)] = " " trim($2) " " trim($4) " "; device[trim($2)] = " " trim($5) " " }
  next
}

FNR == 1 {
  here = FILENAME
  sub(/^.*include\/lucid\//, "", here)
  room = room_of(here)
  if (room == "") complain("is in no room of docs/01-layers.md")
  is_list = (room != "" && here !~ ("^" room "/"))
}

/^[ \t]*#[ \t]*include[ \t]*"/ { complain("includes by quotes; write <lucid/...>") }

/^[ \t]*#[ \t]*include[ \t]*</ {
  name = $0
  sub(/^[^<]*</, "", name)
  sub(/>.*$/, "", name)
  if (name ~ /^lucid\//) {
    sub(/^lucid\//, "", name)
    there = room_of(name)
    if (there == "") complain("includes <lucid/" name ">, which is in no room of docs/01-layers.md")
    else if (is_list && there != room) complain("a list of includes names its own room only, not " there)
    else if (!index(may[room], " " there " ") && !(here ~ /\.cuh$/ && index(device[room], " " there " ")))
      complain(room " may not include " there)
    if (name ~ /\.cuh$/ && here !~ /\.cuh$/) complain("a .hpp may not include a .cuh")
  } else {
    for (prefix in outside)
      if (index("<" name ">", prefix) == 1 && !index(outside[prefix], " " room " "))
        complain("<" name "> belongs to" (outside[prefix] ~ /[a-z]/ ? outside[prefix] "only" : " no public header"))
  }
}

END { exit bad }
