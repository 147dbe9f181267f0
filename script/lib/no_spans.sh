# shellcheck shell=bash
# Spans that nobody watches cost nothing: functions compiled from the headers, and from a copy in which every line that opens a span or counts is blank,
# have the same instructions, function by function.

# run_no_spans COMPILER...: queued.
run_no_spans() {
  local compiler
  for compiler; do
    rm -rf "build/no_spans/$compiler"
    mkdir -p "build/no_spans/$compiler"
    queue "spans that nobody watches are no instructions ($compiler)" "build/no_spans/$compiler.log" same_instructions "$compiler" "build/no_spans/$compiler"
  done
}

# same_instructions COMPILER FOLDER
same_instructions() {
  local spans='exec\.(open|count)\('
  have "$1" || { echo "no $1"; return 77; }
  have objdump || { echo "no objdump"; return 77; }
  cp -r include tests/no_spans/phases.cpp "$2"
  mapfile -t files < <(grep -rlE "$spans" "$2")
  (($(grep -hE "$spans" "${files[@]}" | tee "$2/deleted.txt" | wc -l) > 10)) || { echo "hardly a span was found: they are written otherwise now"; return 1; }
  # Blank, not gone: the numbers of lines are in the texts of assertions.
  sed -i -E "s/.*$spans.*//" "${files[@]}" || return
  if grep -vE ';$' "$2/deleted.txt"; then echo "these are no whole statements"; return 1; fi
  instructions "$1" include tests/no_spans/phases.cpp > "$2/with.txt" && instructions "$1" "$2/include" "$2/phases.cpp" > "$2/without.txt" || return
  (($(wc -l < "$2/with.txt") > 1000)) || { echo "hardly an instruction was found"; return 1; }
  if cmp -s "$2/with.txt" "$2/without.txt"; then echo "$(wc -l < "$2/with.txt") lines, the same"; return; fi
  # A lambda holds what it captures in the order of its first use, so that without a span the same moves may stand in another order.
  census "$2/with.txt" > "$2/with.census" && census "$2/without.txt" > "$2/without.census"
  diff "$2/with.census" "$2/without.census" && echo "$(wc -l < "$2/with.txt") lines, the same instructions in every function, some in another order"
}

# Per function each instruction and how often it stands there, but for padding.
census() {
  awk '/^[0-9a-f]+ <.*>:$/ { name = $2 }
    /^ +[0-9a-f]+:\t/ && $2 !~ /^(nop|cs$|data16|xchg)/ { n[name " " $2]++ }
    END { for (k in n) print k, n[k] }' "$1" | sort
}

# With relocations, so that calls and constants are compared; without the name of the file, the symbols that objdump guesses for them before, and the numbers
# that clang gives to texts.
instructions() {
  local object
  object=$(mktemp)
  nice "$1" -std=c++20 -O2 -g0 -I"$2" -c "$3" -o "$object" && objdump -dr --no-show-raw-insn "$object" | tail -n +4 | sed -E '/^ /s/ <[^>]*>$//; s/\.L\.str[.0-9]*(\+0x[0-9a-f]+)?/.L.str/g'
  local rc=$?
  rm -f "$object"
  return $rc
}
