# shellcheck shell=bash
# The test programs once more under AddressSanitizer and UndefinedBehaviorSanitizer. Cases marked [heavy] are left out: these tools cost a factor.

# clang++ compiles instrumented code in two thirds of g++'s time, without optimising in a quarter; it checks all that g++ checks. Where it or its runtime is missing,
# g++ does the work. CMakePresets.json names the rooms that are not optimised: what they spare the compiler is more than they take longer to run.
run_sanitized() {
  local out=build/sanitize tests quick=()
  if present clang:-fsanitize=address,undefined; then
    # The shared runtime gives way to a program's own operator new; the other one does not.
    quick=(-DCMAKE_CXX_COMPILER=clang++ "-DCMAKE_EXE_LINKER_FLAGS=-shared-libasan -Wl,-rpath,$(dirname "$(clang++ -print-file-name="libclang_rt.asan-$(uname -m).so")")")
  fi
  configure sanitize $out "${quick[@]}" || return
  mapfile -t tests < <(programs $out test)
  build $out "${tests[@]}"
  ASAN_OPTIONS=detect_stack_use_after_return=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 run_tests $out '--test-case-exclude=*[heavy]*'
}

# What a machine without oneTBB sees: configured, built and run with cpu::seq.
run_without_tbb() {
  local out=build/without_tbb
  configure release $out -DLUCID_WITHOUT=TBB -DLUCID_TESTS_READ_ONCE=OFF || return
  if ! programs $out test | grep -qx test_groth16; then skip "without TBB: no test_groth16 yet"; return; fi
  build $out test_groth16 && judge "test_groth16 without TBB" $out/test_groth16.log $out/bin/test_groth16 '--test-case-exclude=*[heavy]*'
}
