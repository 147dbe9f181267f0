# shellcheck shell=bash
# Every test program and example on processors that are not here, emulated: an x86-64 of 2008, and AArch64. An emulator costs a factor of ten,
# so that what is [heavy] is left out, and what is below.

# Cases that take seconds as it is: large sums, every window, files with each byte changed.
elsewhere_left_out='*[heavy]*,pippenger: every window*,pippenger: prepared scalars*,fixed_base: every window*,ntt_lanes: as many levels*'
elsewhere_left_out+=',*changed bit*,*changed byte*,*flipped bit*,*truncated*,*truncation*,filecoin_seal*,bellman_key: what was*,bellman_parameters: in*,eip_2537: bls*Exp*,batch_subgroup: points of*'
elsewhere_left_out+=',*every number of terms*,jacobian and xyzz: every pair*,prove: one key and one prover*,icicle 231*,constantine *,arkworks-groth16*,*10^5*'
# The emulator of a program with threads does not survive a fork, and what such a program starts is not emulated. A limit of memory is not the program's alone there.
elsewhere_left_out+=',*[process]*,process_member: *,*fork*,*would be noticed*'

# run_programs_under FOLDER LOGS EMULATOR [options...]
# To the system a process is what was started, the emulator; under a link with the program's name a thread is called as it would be without.
run_programs_under() {
  local folder=$1 program
  logs=$2
  mkdir -p "$folder/$logs/as"
  for program in $(programs "$folder" test) $(programs "$folder" example); do ln -sf "$(command -v "$3")" "$folder/$logs/as/$program"; done
  emulator=("$folder/$logs/as/NAME" "${@:4}")
  note "left out: $elsewhere_left_out"
  run_tests "$folder" "--test-case-exclude=$elsewhere_left_out"
  run_examples "$folder"
  emulator=() logs=logs
}

# An illegal instruction ends a program, so that this proves what the disassembly cannot: that nobody gets where such an instruction stands.
run_on_nehalem() {
  if [[ $(uname -m) != x86_64 ]]; then skip "an x86-64 of 2008: not an x86-64 machine" && return; fi
  if ! have qemu-x86_64; then skip "an x86-64 of 2008: no qemu-x86_64 (Debian package qemu-user)" && return; fi
  configure release build/release || return
  build build/release
  run_programs_under build/release nehalem qemu-x86_64 -cpu Nehalem
}

# In C++ alone, where char is unsigned and memory is ordered weakly. Without oneTBB and GMP, which the cross compiler does not have.
run_on_aarch64() {
  if [[ $(uname -m) == aarch64 ]]; then skip "AArch64: this is one, and script/test tests it" && return; fi
  if ! have aarch64-linux-gnu-g++ || ! have qemu-aarch64; then
    skip "AArch64: no aarch64-linux-gnu-g++ or no qemu-aarch64 (Debian packages g++-aarch64-linux-gnu, qemu-user)" && return
  fi
  configure aarch64 build/aarch64 || return
  build build/aarch64
  # Where the cross compiler keeps its dynamic linker and libstdc++.
  run_programs_under build/aarch64 logs qemu-aarch64 -L /usr/aarch64-linux-gnu
}
