# shellcheck shell=bash
# What must not compile. tests/negative/**/*.fail.cpp: the first line is "// expect: TEXT", and the compiler's complaint must hold TEXT;
# with -DLUCID_CONTROL the same file must compile, so that it fails for its reason and not for a typing error.

run_negative() {
  local source out=build/negative
  mkdir -p $out
  for source in $(files 'tests/negative/*.fail.cpp'); do
    queue "must not compile: ${source#tests/negative/}" "$out/$(basename "$source").log" must_not_compile "$source"
  done
}

must_not_compile() {
  local expected complaint flags
  expected=$(sed -nE '1s|^// expect: ||p' "$1")
  [[ -n $expected ]] || { echo "no '// expect: TEXT' in the first line"; return 1; }
  mapfile -t flags < build/release/test_flags.txt
  if complaint=$("${CXX:-g++}" "${flags[@]}" -Iinclude -fsyntax-only "$1" 2>&1); then echo "it compiles"; return 1; fi
  echo "$complaint"
  grep -qF -- "$expected" <<< "$complaint" || { echo "nowhere does the compiler say: $expected"; return 1; }
  "${CXX:-g++}" "${flags[@]}" -Iinclude -fsyntax-only -DLUCID_CONTROL "$1" || { echo "with LUCID_CONTROL it must compile"; return 1; }
}
