# shellcheck shell=bash
# Counting tests of a script: sourced, by what closes with "$passed passed, $failed failed, $skipped skipped".
# shellcheck disable=SC2034  # the counts are read there
passed=0 failed=0 skipped=0

# expect NAME CONDITION...: one test.
expect() {
  local name=$1
  shift
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED  $name: $*"; fi
}
