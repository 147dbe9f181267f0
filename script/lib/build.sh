# shellcheck shell=bash
# Configuring and building. A target that does not build is one named failure; all others are still built and run.

# configure PRESET FOLDER [cmake arguments...]
configure() {
  local preset=$1 folder=$2
  shift 2
  mkdir -p "$folder"
  if ! cmake --preset "$preset" -B "$folder" "$@" > "$folder/configure.log" 2>&1; then
    fail "configure $preset (log: $folder/configure.log)"
    tail -n 20 "$folder/configure.log" | indent
    return 1
  fi
  sed -n 's/^-- lucid: without \(.*\)/\1/p' "$folder/configure.log" | while read -r package; do
    note "without $package"
  done
}

# programs FOLDER KIND: what CMake was told to build: test, example, tool or benchmark.
programs() { awk -v kind="$2" '$1 == kind { print $2 }' "$1/programs.txt"; }

# build FOLDER TARGET...: goes on after an error, then names each target that failed and shows its first errors.
build() {
  local folder=$1 log=$1/build.log target
  shift
  nice ninja -C "$folder" -k 0 -j "$job_limit" "$@" > "$log" 2>&1 && return 0
  for target in $(failed_targets "$log"); do
    fail "build of $target (log: $log)"
    first_errors "$log" "$target" | indent
  done
  # Ninja itself may have refused (a cycle, a broken file): that, too, is a failure.
  if [[ -z $(failed_targets "$log") ]]; then
    fail "build (log: $log)"
    tail -n 15 "$log" | indent
  fi
  return 1
}

# Ninja says "FAILED: tests/CMakeFiles/test_field.dir/field/x.cpp.o" for a unit and "FAILED: bin/test_field" for a link.
failed_targets() {
  sed -nE 's|^FAILED: ([^ ]*/)?CMakeFiles/([^/ ]+)\.dir/.*|\2|p; s|^FAILED: bin/([^/ ]+).*|\1|p' "$1" | sort -u
}

first_errors() {
  awk -v target="$2" '
    /^FAILED: /                   { ours = index($0, "/" target ".dir/") || index($0, "bin/" target " "); next }
    ours && /error:|undefined reference/ { print; if (++n == 5) exit }' "$1"
}

# runnable FOLDER NAME: built now, not left over from an earlier build.
runnable() { [[ -x $1/bin/$2 ]] && ! failed_targets "$1/build.log" | grep -qx -e "$2" -e test_main; }
