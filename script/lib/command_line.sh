# shellcheck shell=bash
# What the command line promises beyond its proofs (those are compared with snarkjs): options, exit codes, what is on which stream.

run_command_line() {
  local folder=$1 script
  if ! programs "$folder" tool | grep -qx circom_prover; then skip "command line: circom_prover needs CLI11 and nlohmann-json"; return; fi
  runnable "$folder" circom_prover || return  # counted as a failed build
  rm -rf build/command_line && mkdir -p build/command_line
  for script in $(files 'tests/command_line/*.sh'); do
    queue "command line: $(basename "$script" .sh)" "build/command_line/$(basename "$script").log" \
      env LUCID_BIN="$root/$folder/bin" LUCID_DATA="$root/tests/data" LUCID_SCRATCH="$root/build/command_line" timeout 300 bash "$script"
  done
  settle
}
