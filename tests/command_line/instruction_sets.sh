#!/usr/bin/env bash
# circom_prover: the same seed gives the same bytes by every path that the machine has, one after another named by LUCID_ISA; and on an emulated processor
# that has none of them. Finds LUCID_BIN (programs), LUCID_DATA (tests/data), LUCID_SCRATCH (a folder to fill). Closes with "N passed, N failed, N skipped".
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../script/lib/expect.sh"

prover=$LUCID_BIN/circom_prover
out=$(mktemp -d "$LUCID_SCRATCH/XXXXXX")
# lacks WHAT: skipped, and counted once.
lacking='|'
lacks() {
  if [[ $lacking != *"|$1|"* ]]; then skipped=$((skipped + 1)) lacking+="$1|"; echo "skipped  this machine has no $1"; fi
}

# prove SET NAME COMMAND...: the proof of a circuit for one seed in NAME.proof, what the command said in NAME.said.
prove() {
  local set=$1 name=$2
  shift 2
  rm -f "$out/$name.proof"
  "$@" prove --insecure-seed 11 --threads 2 "$set/circuit.zkey" "$set/witness.wtns" "$out/$name.proof" "$out/public.json" > /dev/null 2> "$out/$name.said"
}

quietly() { "$@" > /dev/null; }

says() { grep -qF -- "$1" "$out/$2.said"; }

for circuit in {bn254,bls12-381}/{sha256_8rounds,poseidon3,multi_square_pow2}; do
  set=$LUCID_DATA/circom/$circuit
  LUCID_ISA=portable prove "$set" portable "$prover"
  expect "$circuit: the proof by portable is valid" quietly "$prover" verify "$set/verification_key.json" "$out/public.json" "$out/portable.proof"
  for path in mulx ifma; do
    if LUCID_ISA=$path prove "$set" $path "$prover"; then
      expect "$circuit: $path gives the bytes of portable" cmp "$out/$path.proof" "$out/portable.proof"
    elif says "LUCID_ISA: this machine has no $path" $path; then
      lacks $path
    else
      expect "$circuit: $path proves" false
    fi
  done
  prove "$set" chosen env -u LUCID_ISA "$prover"
  expect "$circuit: what the machine chooses gives the bytes of portable" cmp "$out/chosen.proof" "$out/portable.proof"
  if [[ $(uname -m) != x86_64 ]] || ! command -v qemu-x86_64 > /dev/null; then
    lacks "x86-64 emulator (qemu-x86_64)"
  else
    prove "$set" nehalem env -u LUCID_ISA qemu-x86_64 -cpu Nehalem "$prover"
    expect "$circuit: a processor of 2008 gives the bytes of portable" cmp "$out/nehalem.proof" "$out/portable.proof"
  fi
done

LUCID_ISA=avx9 prove "$LUCID_DATA/circom/bn254/multiplier" unknown "$prover"
expect "a path that nobody knows: bad usage" [ $? = 2 ]
expect "a path that nobody knows: named" says '"avx9" is none of portable, mulx, ifma' unknown
expect "a path that nobody knows: no proof" [ ! -e "$out/unknown.proof" ]

echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0))
