# shellcheck shell=bash
# The test programs once more under AddressSanitizer and UndefinedBehaviorSanitizer. Cases marked [heavy] are left out: these tools cost a factor.

run_sanitized() {
  local out=build/sanitize tests
  configure sanitize $out || return
  mapfile -t tests < <(programs $out test)
  build $out "${tests[@]}"
  ASAN_OPTIONS=detect_stack_use_after_return=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 run_tests $out '--test-case-exclude=*[heavy]*'
}

# What a machine without oneTBB sees: configured, built and run with cpu::seq.
run_without_tbb() {
  local out=build/without_tbb
  configure release $out "-DLUCID_WITHOUT=TBB" || return
  if ! programs $out test | grep -qx test_groth16; then skip "without TBB: no test_groth16 yet"; return; fi
  build $out test_groth16 && judge "test_groth16 without TBB" $out/test_groth16.log $out/bin/test_groth16 '--test-case-exclude=*[heavy]*'
}
