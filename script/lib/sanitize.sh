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

# What runs on several threads, under ThreadSanitizer: all loops of the CPU's backend, and whole proofs. tests/support/std_threads stands in for oneTBB, whose own orders the tool
# cannot see, so that nothing is suppressed and any report is a failure.
threaded_tests=(backend/cpu/{par,share,bucket_sort,bucket_sum,fixed_base,pippenger_parallel,precomputed_bases,sparse_product,radix2_ntt} circuit/independent groth16/plan)
run_under_thread_sanitizer() {
  local out=build/threads test fixed=() flags
  if ! present clang:-fsanitize=thread; then skip "ThreadSanitizer: no clang++ or not its runtime"; return; fi
  rm -rf "$out" && mkdir -p "$out"
  # The tool wants its addresses where some kernels put a program's.
  have setarch && setarch -R true 2> /dev/null && fixed=(setarch -R)
  flags=(-std=c++20 -O1 -g1 -fsanitize=thread -Itests/support/std_threads -Iinclude -Itests "-DLUCID_TEST_DATA=\"$root/tests/data\""
    -DDOCTEST_CONFIG_SUPER_FAST_ASSERTS -DLUCID_TEST_HAS_TBB=1 -DLUCID_TEST_HAS_GMP=0 -DLUCID_TEST_HAS_JSON=0)
  nice clang++ "${flags[@]}" -c tests/main.cpp -o "$out/main.o" || { fail "ThreadSanitizer: tests/main.cpp does not compile"; return; }
  for test in "${threaded_tests[@]}"; do queue "ThreadSanitizer: $test" "$out/${test//\//-}.log" one_under_thread_sanitizer "$test" "$out/${test//\//-}"; done
}
# Sums of points take a second a case there: of the longer files only the cases that say that they have threads.
one_under_thread_sanitizer() {
  local cases='*thread*,*at once*,*several*,cpu::par*,share:*,independent:*,*rows that are cut*,add_images*,*more scalars than one chunk*'
  nice clang++ "${flags[@]}" "tests/$1.cpp" "$out/main.o" -o "$2" -pthread || return
  "${fixed[@]}" "$2" --no-colors=true --no-intro=true "--test-case=$cases" '--test-case-exclude=*[heavy]*,*terms on all threads*,*extremal scalars on all threads*'
}
