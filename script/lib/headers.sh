# shellcheck shell=bash
# Every header alone: a unit that includes nothing else, twice, so that it brings what it needs and guards itself.

# headers_alone COMPILER OUT: one test per compiler; the complaints name the headers.
headers_alone() {
  local compiler=$1 out=build/headers/$1 header list=() broken=''
  if ! have "$compiler"; then skip "headers alone: no $compiler"; return; fi
  rm -rf "$out" && mkdir -p "$out"
  while read -r header; do
    header=${header#include/}
    if missing_package "$header"; then note "left out: $header (its package is not here)"; continue; fi
    list+=("$header")
    while (($(jobs -rp | wc -l) >= job_limit)); do wait -n; done
    header_alone "$compiler" "$header" "$out/${header//\//-}.log" &
  done < <(headers | grep '\.hpp$')
  wait
  for header in "${list[@]}"; do
    [[ -s $out/${header//\//-}.log ]] && broken+="$header: $(head -n 1 "$out/${header//\//-}.log")"$'\n'
  done
  verdict "${#list[@]} headers alone with $compiler" "${broken%$'\n'}"
}

# The log stays empty where all is well.
header_alone() {
  printf '#include <%s>\n#include <%s>\n' "$2" "$2" \
    | nice "$1" -std=c++20 -Wall -Wextra -fsyntax-only -Iinclude -x c++ - 2>&1 | grep -E 'error|warning' > "$3"
}

# Does a header, or one that it includes, ask for TBB or nlohmann-json where these are not installed?
missing_package() {
  local package
  if [[ -z ${absent_packages+set} ]]; then
    absent_packages=()
    for package in tbb/parallel_for.h nlohmann/json.hpp; do present "header:$package" || absent_packages+=("${package%%/*}"); done
  fi
  for package in "${absent_packages[@]}"; do
    printf '#include <%s>\n' "$1" | "${CXX:-g++}" -std=c++20 -E -Iinclude -x c++ - 2>&1 > /dev/null | grep -q "fatal error: $package/" && return 0
  done
  return 1
}

# Two units with different optimisation include everything, in opposite orders, and are linked into one program:
# a definition that is not inline, or an order that matters, shows here.
one_definition() {
  local out=build/odr header
  rm -rf $out && mkdir -p $out
  headers | grep '\.hpp$' | sed 's|^include/||' | while read -r header; do
    missing_package "$header" || echo "#include <$header>"
  done > $out/all.hpp
  tac $out/all.hpp > $out/all_reversed.hpp
  judge "one definition: two units, different flags, one link" $out/odr.log link_two_units $out
}

link_two_units() {
  local libraries
  mapfile -t libraries < <(grep libtbb build/release/test_libraries.txt)
  "${CXX:-g++}" -std=c++20 -O0 -g0 -Iinclude -include "$1/all.hpp" -c tests/odr/first.cpp -o "$1/first.o" \
    && "${CXX:-g++}" -std=c++20 -O2 -g0 -DNDEBUG -Iinclude -include "$1/all_reversed.hpp" -c tests/odr/second.cpp -o "$1/second.o" \
    && "${CXX:-g++}" "$1/first.o" "$1/second.o" "${libraries[@]}" -pthread -o "$1/program" \
    && "$1/program"
}

# The same headers serve kernels: one .cu unit with all that a kernel's file may include. A host function called from
# a host-and-device one is a warning of nvcc and a fault of ours.
headers_in_nvcc() {
  local out=build/headers/nvcc
  PATH=$PATH:/usr/local/cuda/bin
  if ! have nvcc; then skip "headers with nvcc: no nvcc"; return; fi
  mkdir -p $out
  headers | grep -vE 'lucid/(interop|backend/cpu)[./]' | sed 's|^include/\(.*\)|#include <\1>|' > $out/all.cu
  nice nvcc -std=c++20 -arch=sm_90 -Iinclude -c $out/all.cu -o $out/all.o > $out/log 2>&1
  verdict "$(wc -l < $out/all.cu) headers in one unit of nvcc" "$(grep -E 'error|warning' $out/log)"
}
