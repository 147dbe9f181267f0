# shellcheck shell=bash
# Spans that nobody watches cost nothing: functions compiled from the headers, and from a copy in which every line that opens a span or counts is blank,
# have the same instructions.

# run_no_spans COMPILER...
run_no_spans() {
  local compiler
  rm -rf build/no_spans
  for compiler; do
    mkdir -p "build/no_spans/$compiler"
    queue "spans that nobody watches are no instructions ($compiler)" "build/no_spans/$compiler.log" same_instructions "$compiler" "build/no_spans/$compiler"
  done
  settle
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
  cmp "$2/with.txt" "$2/without.txt" && (($(wc -l < "$2/with.txt") > 1000)) && echo "$(wc -l < "$2/with.txt") lines, the same"
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
