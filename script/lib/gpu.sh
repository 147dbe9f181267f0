# shellcheck shell=bash
# The CUDA backend, where it can be tried: script/gpu says what it needs. Building it takes nvcc minutes, so without a card only --full does.

run_gpu() {
  if [[ -z $(files 'include/lucid/*.cuh' 'tests/*.cu') ]]; then skip "gpu: the CUDA backend is not written yet"; return; fi
  if ! nvidia-smi -L > /dev/null 2>&1 && ! $full; then skip "gpu: no card"; return; fi
  judge "gpu" build/gpu.log gpu_or_skipped
}

gpu_or_skipped() {
  local said rc=0
  said=$(script/gpu) || rc=$?
  echo "$said"
  if [[ $said == skipped:* ]]; then return 77; fi
  return $rc
}
