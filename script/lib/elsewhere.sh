# shellcheck shell=bash
# Every test program and example on processors that are not here, emulated: an x86-64 of 2008, and AArch64. An emulator costs a factor of ten,
# so that what is [heavy] is left out, and what is below.

# Cases that take seconds as it is; and those of a thread without a name, which has the emulator's.
elsewhere_left_out='*[heavy]*,pippenger: every window*,pippenger: prepared scalars*,fixed_base: every window*,ntt_lanes: as many levels*'
elsewhere_left_out+=',gap_report: wrapper*,gap_report: how much*,gap_report: parts that*,span_tree: each thread*,this_thread: one identity*'

# run_programs_under FOLDER NAME EMULATOR...: logs go to FOLDER/NAME.
run_programs_under() {
  local folder=$1 name=$2
  shift 2
  emulator=("$@") logs=$name
  mkdir -p "$folder/$name"
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
