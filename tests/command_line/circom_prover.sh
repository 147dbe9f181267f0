#!/usr/bin/env bash
# circom_prover: --trace, --progress, --memory, --limit, --gpu. Finds LUCID_BIN (programs), LUCID_DATA (tests/data), LUCID_SCRATCH (a folder to fill).
# Closes with "N passed, N failed, N skipped".
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../script/lib/expect.sh"

prover=$LUCID_BIN/circom_prover set=$LUCID_DATA/circom/bn254/multiplier larger=$LUCID_DATA/circom/bn254/sha256_8rounds
out=$(mktemp -d "$LUCID_SCRATCH/XXXXXX")
# prove [options...]: exit code in rc, standard output and error in files.
prove() {
  rc=0
  "$prover" prove "$@" "${circuit:-$set}/circuit.zkey" "${circuit:-$set}/witness.wtns" "$out/proof.json" "$out/public.json" > "$out/stdout" 2> "$out/stderr" || rc=$?
}
says() { grep -qF -- "$1" "$out/stderr"; }
# In the tree of phases, two columns further in than anything outermost.
phase() { grep -qE "^ +$1 " "$2"; }

for memory in immediate deferred recycling; do
  circuit=$larger prove --memory $memory --threads 2
  expect "--memory $memory proves" [ $rc = 0 ]
  expect "--memory $memory: the proof is valid" "$prover" verify "$larger/verification_key.json" "$out/public.json" "$out/proof.json" > /dev/null
  cp "$out/proof.json" "$out/$memory.json"
done
prove --insecure-seed 7 --memory immediate; cp "$out/proof.json" "$out/immediate.json"
prove --insecure-seed 7 --memory recycling
expect "the same proof under every policy" cmp "$out/proof.json" "$out/immediate.json"
prove --memory sometimes
expect "an unknown policy is bad usage" [ $rc = 2 ]

prove --trace "$out/trace.txt"
expect "--trace FILE: quiet" [ ! -s "$out/stderr" ]
expect "--trace FILE: the tree" phase groth16/prove "$out/trace.txt"
prove --trace -
expect "--trace -: the tree on standard error" phase groth16/prove "$out/stderr"
expect "--trace -: nothing on standard output" [ ! -s "$out/stdout" ]
prove --trace "$out/trace.txt" --limit 1k
expect "--trace FILE: how far a failed command came" grep -q "^circom_prover prove" "$out/trace.txt"
rm -f "$out/proof.json"
prove --trace "$out/no/such/folder.txt"
expect "--trace FILE that cannot be: refused" [ $rc = 2 ]
expect "--trace FILE that cannot be: before any work" [ ! -e "$out/proof.json" ]
prove --trace "$out/no/such/folder.json"
expect "--trace FILE.json that cannot be: refused" [ $rc = 2 ]
if [ -c /dev/full ]; then
  ln -sf /dev/full "$out/full.json"
  prove --trace "$out/full.json"
  expect "a trace that fails later is said" says "the trace is not whole"
  expect "a trace that fails later costs no proof" [ $rc = 0 -a -e "$out/proof.json" ]
fi

circuit=$larger prove --trace "$out/trace.json" --memory deferred
expect "--trace FILE.json proves" [ $rc = 0 ]
expect "--trace FILE.json: an array" [ "$(head -c 1 "$out/trace.json")$(tail -c 2 "$out/trace.json")" = "[]" ]
expect "--trace FILE.json: the release thread has its track" grep -q '"thread_name".*"lucid-release"' "$out/trace.json"
expect "--trace FILE.json: bytes held" grep -q '"bytes held","ph":"C"' "$out/trace.json"
if command -v node > /dev/null; then
  expect "--trace FILE.json: JSON" node -e 'JSON.parse(require("fs").readFileSync(process.argv[1]))' "$out/trace.json"
else
  skipped=$((skipped + 1))
fi

# No hidden seconds: what no part of a proof accounts for, in percent. Another program may take the processor between two parts: one of three will do.
gap_of_proof() { awk '/^  [^ ]/ { inside = ($1 == "groth16/prove") } inside && /^    \(in no part\)/ { print $(NF - 1) }' "$out/gaps.txt"; }
parts_cover() {
  local i
  for i in 1 2 3; do
    circuit=$larger prove --memory "$1" --trace "$out/gaps.txt"
    awk -v gap="$(gap_of_proof)" 'BEGIN { exit !(gap != "" && gap <= 1.0) }' && return
  done
  echo "in no part of the proof: $(gap_of_proof) %"
  return 1
}
for memory in immediate deferred recycling; do
  expect "--memory $memory: its parts cover 99 % of the proof" parts_cover $memory
done

prove --progress
expect "--progress: a line a step" says "groth16/msm h:"
expect "--progress: to the end" grep -q '^100 %' "$out/stderr"
expect "--progress: no bar where there is no terminal" bash -c '! grep -q "$(printf "\r")" "$1"' _ "$out/stderr"
prove --progress --trace "$out/both.txt"
expect "--progress and --trace" [ $rc = 0 -a -s "$out/both.txt" ]

prove --limit 8G
expect "--limit 8G" [ $rc = 0 ]
rm -f "$out/proof.json"
for memory in immediate deferred recycling; do
  circuit=$larger prove --memory $memory --limit 1M
  expect "--limit 1M with $memory: exit code 2" [ $rc = 2 ]
  expect "--limit 1M with $memory: both numbers" grep -qE '[0-9]+ bytes .*1048576' "$out/stderr"
  expect "--limit 1M with $memory: no proof" [ ! -e "$out/proof.json" ]
done
if ! nvidia-smi -L > /dev/null 2>&1; then
  rm -f "$out/proof.json"
  prove --gpu
  expect "--gpu without a card: exit code 2" [ $rc = 2 ]
  expect "--gpu without a card: why" grep -qE 'without CUDA|no CUDA-capable device|cudaGetDeviceCount' "$out/stderr"
  expect "--gpu without a card: no proof" [ ! -e "$out/proof.json" ]
fi
circuit=$larger prove --limit 2M --progress
expect "--limit 2M, enough for the key: refused before the proof" says "plan: a proof takes"
expect "--limit 2M: nothing was begun" bash -c '! grep -q "groth16/msm h: " "$1"' _ "$out/stderr"
for bytes in -3 12Q 1.5G 99999999999G many; do
  prove --limit=$bytes
  expect "--limit $bytes is bad usage" [ $rc = 2 ]
done

"$prover" setup --single-party --memory recycling --progress --trace "$out/setup.txt" "$set/circuit.r1cs" "$out/own.zkey" "$out/own.json" 2> "$out/stderr"
expect "setup takes the same options" [ $? = 0 ]
expect "setup --progress: a line a phase" says "groth16/setup:"
expect "setup --trace: the tree" phase groth16/setup "$out/setup.txt"

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
