# shellcheck shell=bash
# One binary runs on every x86-64 machine: wide instructions stand in the entry points that are chosen at run time, and nowhere else.

# AVX outside the functions whose name the pattern has; at the end how many instructions the entry points have of it.
wide_instructions() {
  objdump -d -C --no-show-raw-insn "$1" | awk -v entry='cpu::detail::ifma_(passes|batches)::' '
    /^[0-9a-f]+ <.*>:$/ { name = $0; ours = name ~ entry; next }
    /%[yz]mm[0-9]/ || /^ +[0-9a-f]+:\tv[a-z0-9]+ .*%xmm/ {
      if (ours) inside++; else if (!(name in seen)) { seen[name]; print "AVX in " substr(name, 1, 160) } }
    END { print inside + 0 " in the entry points" }'
}

# run_instructions FOLDER: what an ordinary program is linked to, and its tests on a processor of 2008.
run_instructions() {
  local folder=$1 program=$1/bin/circom_prover log=$1/logs/instructions.log
  if [[ $(uname -m) != x86_64 ]]; then skip "instructions: not an x86-64 machine" && return; fi
  mkdir -p "$folder/logs"
  if ! have objdump; then
    skip "no AVX outside its entry points: no objdump"
  elif [[ ! -x $program ]]; then
    fail "no AVX outside its entry points: $program was not built"
  else
    wide_instructions "$program" > "$log"
    if [[ $(wc -l < "$log") -eq 1 && $(< "$log") != "0 in"* ]]; then
      pass "no AVX outside its entry points, $(< "$log")"
    else
      fail "AVX outside its entry points, or none inside (log: $log)"
      head -n 10 "$log" | indent
    fi
  fi
  if ! have qemu-x86_64; then
    skip "a processor without AVX: no qemu-x86_64 (Debian package qemu-user)"
  else
    judge "test_field on a processor without AVX" "$folder/logs/nehalem_field.log" \
      timeout 600 qemu-x86_64 -cpu Nehalem "$folder/bin/test_field" '--test-case-exclude=*[heavy]*,*10^5*' --no-colors=true
    judge "transforms and sums on a processor without AVX" "$folder/logs/nehalem_backend.log" \
      timeout 600 qemu-x86_64 -cpu Nehalem "$folder/bin/test_backend" '--test-case=radix2_ntt*2^16*,affine_adder*,instruction_set*,ifma*' --no-colors=true
  fi
}
