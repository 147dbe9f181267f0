# shellcheck shell=bash
# One binary runs on every x86-64 machine: what a processor of 2008 lacks stands where somebody has asked for it, and nowhere else.

# misplaced_instructions PROGRAM: one line for each function that has what it may not have; at the end how many there are in their places.
#   AVX            only in the entry points of backend/cpu (LUCID_IFMA_ENTRY), which the name shows
#   mulx adcx adox only in functions that read has_two_carry_chains
#   other words    of BMI, of AES and their like: nowhere. tzcnt is not one of them: compilers write it for bsf, which is what an old processor takes it for.
misplaced_instructions() {
  objdump -d -C --no-show-raw-insn "$1" | awk -v entry='cpu::detail::ifma_(passes|batches)::' '
    function complain(what) { print what " in " substr(name, 1, 160); wrong = 1 }
    function leave() {
      if (chains && !asked) complain("mulx, adcx or adox")
      if (asked || !chains) carries += chains
      if (avx) complain("AVX")
      if (other) complain(other)
      chains = asked = avx = 0; other = ""
    }
    /^[0-9a-f]+ <.*>:$/ { leave(); name = $0; ours = name ~ entry; next }
    /\t(mulx|adcx|adox)[lq]? / { chains++ }
    /has_two_carry_chains>/ { asked = 1 }
    /%[yz]mm[0-9]|%k[0-7]/ || /^ +[0-9a-f]+:\tv/ { if (ours) wide++; else avx = 1; next }
    match($0, /\t(andn|bextr|blsi|blsmsk|blsr|bzhi|pdep|pext|rorx|sarx|shlx|shrx|lzcnt|movbe|aes[a-z0-9]+|pclmul[a-z]+|sha[0-9][a-z0-9]+|rdrand|rdseed)[lqw]? /) {
      other = substr($0, RSTART + 1, RLENGTH - 2) }
    END { leave(); print wide + 0 " of AVX, " carries + 0 " of two carry chains" }'
}

# in_their_places PROGRAM...: fails where a line is a complaint, or where none of them has AVX and two carry chains: the check would be of nothing.
in_their_places() {
  local program found wrong=0 some=0
  for program; do
    found=$(misplaced_instructions "$program")
    printf '%s: %s\n' "$(basename "$program")" "$found"
    if [[ $found == *$'\n'* ]]; then wrong=1; fi
    if [[ $found =~ [1-9][0-9]*" of AVX, "[1-9] ]]; then some=1; fi
  done
  if ((some == 0)); then echo "no program has AVX and two carry chains in their places"; wrong=1; fi
  return $wrong
}

# A check that cannot fail proves nothing: a program with two functions that have no business to be as they are.
finds_what_is_misplaced() {
  local program=$1
  "${CXX:-g++}" -O2 -x c++ - -o "$program" << 'END' || return
__attribute__((target("avx2"), noinline)) void wide(int* p) { for (int i = 0; i < 64; ++i) p[i] ^= p[i + 64] + 1; }
__attribute__((noinline)) unsigned long carries(unsigned long a) { unsigned long b; asm("mulx %1, %0, %1" : "=&r"(b), "+r"(a) : "d"(a)); return a ^ b; }
__attribute__((target("bmi"), noinline)) unsigned long other(unsigned long a, unsigned long b) { return ~a & b; }
int main(int n, char**) { static int p[128]; asm volatile("" : : "r"(p) : "memory"); wide(p); return p[n & 127] + int(carries(n) + other(n, 5)); }
END
  misplaced_instructions "$program" | tee "$program.txt"
  [[ $(grep -cE '^AVX in .*<wide\(|^mulx, adcx or adox in .*<carries\(|^andn in .*<other\(' "$program.txt") -eq 3 && $(wc -l < "$program.txt") -eq 4 ]]
}

# run_instructions FOLDER: what ordinary programs are linked to, and some tests on a processor of 2008. Queued, the longest first.
run_instructions() {
  local folder=$1 name programs=()
  if [[ $(uname -m) != x86_64 ]]; then skip "instructions: not an x86-64 machine" && return; fi
  mkdir -p "$folder/logs"
  if ! have qemu-x86_64; then
    skip "a processor without AVX: no qemu-x86_64 (Debian package qemu-user)"
  else
    queue "test_field on a processor without AVX" "$folder/logs/nehalem_field.log" \
      timeout 600 qemu-x86_64 -cpu Nehalem "$folder/bin/test_field" '--test-case-exclude=*[heavy]*,*10^5*' --no-colors=true
    queue "transforms and sums on a processor without AVX" "$folder/logs/nehalem_backend.log" \
      timeout 600 qemu-x86_64 -cpu Nehalem "$folder/bin/test_backend" '--test-case=radix2_ntt*2^16*,affine_adder*,instruction_set*,ifma*' --no-colors=true
  fi
  if ! have objdump; then
    skip "instructions in their places: no objdump"
  else
    for name in $(programs "$folder" tool) $(programs "$folder" example); do
      if runnable "$folder" "$name"; then programs+=("$folder/bin/$name"); fi
    done
    queue "what is misplaced is found" "$folder/logs/misplaced.log" finds_what_is_misplaced "$folder/misplaced"
    queue "instructions in their places: ${#programs[@]} programs" "$folder/logs/instructions.log" in_their_places "${programs[@]}"
  fi
}
