# shellcheck shell=bash
# The structural checks: each takes about a second and is one test. What they look at is what git would commit.

files() {
  # files PATTERN...: tracked, or new and not ignored. Outside a git checkout (an archive), everything but the build folder.
  if git rev-parse --is-inside-work-tree > /dev/null 2>&1; then
    git ls-files -co --exclude-standard -- "$@" 2> /dev/null | sort -u | while read -r f; do [[ -e $f ]] && echo "$f"; done
  else
    local pattern
    for pattern in "$@"; do find . -path ./build -prune -o -path "./$pattern" -type f -print; done | sed 's|^\./||' | sort -u
  fi
}
headers() { files 'include/lucid/*.hpp' 'include/lucid/*.cuh'; }
sources() { files 'include/*.hpp' 'include/*.cuh' 'tests/*.hpp' 'tests/*.cpp' 'tests/*.cu' 'benchmarks/*.[ch]pp' 'examples/*.[ch]pp' 'examples/*.cu'; }

# verdict NAME COMPLAINTS: nothing to complain about is a pass.
verdict() {
  if [[ -z $2 ]]; then
    pass "$1"
  else
    fail "$1: $(wc -l <<< "$2") complaints"
    head -n 40 <<< "$2" | indent
  fi
}

check_layers() { verdict "layers of docs/01-layers.md" "$(headers | xargs -r awk -f script/lib/structure.awk docs/01-layers.md)"; }

# Target 120 lines, soft limit 300, hard limit 400: a room past its limit gets a door, not an extension.
check_length() {
  verdict "headers of at most 400 lines" "$(headers | xargs -r wc -l | awk '$2 != "total" && $1 > 400 { print $2 ": " $1 " lines" }')"
  headers | xargs -r wc -l | awk '$2 != "total" && $1 > 300 && $1 <= 400 { print $2 ": " $1 " lines, the soft limit is 300" }' | indent
}

# include/lucid/poly/domain.hpp is tested by tests/poly/domain.cpp, a .cuh by a .cu; tests/mirror.txt lists the exceptions.
check_mirror() {
  local header stem missing='' unmeasured=0 hot=' integer field group poly msm qap backend '
  while read -r header; do
    stem=${header#include/lucid/} stem=${stem%.*}
    [[ $stem == */* ]] || continue  # the list of a room's headers holds no code
    excused "$stem" && continue
    [[ -e tests/$stem.cpp || -e tests/$stem.cu ]] || missing+="tests/$stem.cpp is missing"$'\n'
    [[ $hot != *" ${stem%%/*} "* || -e benchmarks/$stem.cpp || -e benchmarks/$stem.cu ]] || unmeasured=$((unmeasured + 1))
  done < <(headers)
  verdict "every header has its test" "${missing%$'\n'}"
  ((unmeasured == 0)) || note "$unmeasured headers of hot rooms have no benchmark of their name"
}

# An exception is a line "pattern  reason"; a pattern is matched against the path below include/lucid, without its ending.
excused() {
  local pattern reason
  while read -r pattern reason; do
    # shellcheck disable=SC2053  # the right side is a pattern on purpose
    [[ -n $pattern && $pattern != '#'* && $1 == $pattern ]] && return 0
  done < tests/mirror.txt
  return 1
}

# One room names the CUDA runtime, so that every call is checked and every failure can be rehearsed.
check_cuda_calls() {
  verdict "no cuda*() outside cuda_api" \
    "$(headers | grep -v '^include/lucid/cuda_api/' | xargs -r grep -nE '\bcuda[A-Z][A-Za-z0-9]*[[:space:]]*\(' | grep -vE ':[[:space:]]*//')"
}

# A committed file speaks for itself: no path of one machine, no promise instead of code.
check_words() {
  verdict "no machine paths, no unfinished business" \
    "$(files '*' | grep -vE '^(tests/data/|LICENSE|script/lib/checks\.sh)' \
      | xargs -r grep -nIE '(^|[^A-Za-z0-9_./-])/(home|root|work|Users)/|\b(TODO|FIXME|XXX|HACK)\b|\b[Ii]ssue #?[0-9]|[[:space:]]$' | cut -c1-160)"
}

# Relative links of the pages lead somewhere.
check_links() {
  local page link target broken=''
  while IFS=: read -r page link; do
    target=$(dirname "$page")/${link%%#*}
    [[ -e $target ]] || broken+="$page: $link"$'\n'
  done < <(files '*.md' | xargs -r grep -oHE '\]\([^)#:]+(#[^)]*)?\)' | sed -E 's/\]\(([^)]*)\)/\1/')
  verdict "links between pages" "${broken%$'\n'}"
}

# The C++ of docs/NN-some-page.md stands in tests/docs/some_page.cpp, where there is one, block by block, but for its indentation: what a page shows is compiled and run.
check_snippets() {
  local page name source bad=''
  while read -r page; do
    name=$(basename "$page" .md) name=${name#[0-9][0-9]-} source=tests/docs/${name//-/_}.cpp
    [[ -e $source ]] || continue
    bad+=$(awk -v page="$page" -v source="$source" '
      { bare = $0; sub(/^[ \t]+/, "", bare) }
      NR == FNR { text = text "\n" bare; next }
      bare == "```cpp" { open = 1; block = ""; line = FNR; next }
      open && bare == "```" { open = 0; if (!index(text "\n", block "\n")) print page ":" line ": not in " source; next }
      open { block = block "\n" bare }' "$source" "$page")
  done < <(files 'docs/*.md')
  verdict "code of the pages is compiled" "$bad"
}

# A key such as [Gro16] in a comment leads to docs/papers.md.
check_papers() {
  verdict "papers cited are listed" "$(sources | xargs -r grep -onE '\[[A-Z][A-Za-z]{1,7}[0-9]{2}\]' | awk -F: '
    NR == FNR { if (match($0, /^\| \[[^]]*\]/)) listed[substr($0, 3, RLENGTH - 2)]; next }
    !($3 in listed) { print }' docs/papers.md -)"
}

# CMake and config/version.hpp each state the version, for readers who see only one of them.
check_version() {
  local cmake header
  [[ -e include/lucid/config/version.hpp ]] || return 0
  cmake=$(sed -nE 's/^project\(lucid VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
  header=$(awk '/version_(major|minor|patch)|VERSION_(MAJOR|MINOR|PATCH)/ && match($0, /[0-9]+[^0-9]*$/) { v = v (v == "" ? "" : ".") substr($0, RSTART) + 0 } END { print v }' include/lucid/config/version.hpp)
  if [[ $header == "$cmake" ]]; then pass "one version, $cmake"; else fail "version: CMakeLists.txt says $cmake, config/version.hpp says $header"; fi
}

check_scripts() {
  local script bad=''
  while read -r script; do
    bash -n "$script" 2>&1 || bad+="$script: bash cannot read it"$'\n'
    [[ $script == */lib/* || -x $script ]] || bad+="$script is not executable"$'\n'
  done < <(files 'script/*' 'tests/*.sh' 'benchmarks/*.sh' '.ci/run' | grep -vE '\.(awk|txt|md)$')
  if have shellcheck; then
    bad+=$(files 'script/*' 'tests/*.sh' 'benchmarks/*.sh' '.ci/run' | grep -vE '\.(awk|txt|md)$' | xargs -r -P "$job_limit" -n 8 shellcheck -S warning -f gcc 2>&1 | sort)
  fi
  verdict "scripts" "${bad%$'\n'}"
}

# Version 16 and no other: older ones break concepts apart, newer ones differ in small things.
clang_format() {
  if have clang-format-16; then echo clang-format-16; return; fi
  [[ $(clang-format --version 2> /dev/null) == *' version 16.'* ]] && echo clang-format
}

check_format() {
  local formatter
  if ! formatter=$(clang_format); then skip "formatting: no clang-format 16"; return; fi
  # Compared, not asked by --dry-run: that complains of a namespace comment which it would replace by itself.
  # shellcheck disable=SC2016  # the inner shell expands
  verdict "formatting (script/check --fix does it)" \
    "$(sources | xargs -r -P "$job_limit" -n 8 sh -c 'for f; do "$0" "$f" | cmp -s - "$f" || echo "$f"; done' "$formatter" | sort)"
}

check_spelling() {
  if ! have codespell; then skip "spelling: no codespell"; return; fi
  verdict "spelling (codespell)" "$(files '*' | grep -vE '^(tests/data/|LICENSE)' | xargs -r codespell 2>&1)"
}

run_checks() {
  check_layers
  check_mirror
  check_length
  check_cuda_calls
  check_version
  check_words
  check_links
  check_snippets
  check_papers
  check_scripts
  check_format
  check_spelling
}
