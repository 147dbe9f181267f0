# shellcheck shell=bash
# Agreement with others' programs. The npm packages are installed under build/npm by this script and never stored with the code.
snarkjs=snarkjs@0.7.6
curves=@noble/curves@1.9.7

# npm_ready PACKAGE...: installed now or before; otherwise says why not.
npm_ready() {
  local package wanted=()
  have node || { echo "no node"; return 1; }
  have npm || { echo "no npm"; return 1; }
  for package; do
    [[ $(installed_version "${package%@*}") == "${package##*@}" ]] || wanted+=("$package")
  done
  ((${#wanted[@]} == 0)) && return 0
  mkdir -p build/npm
  timeout 300 npm install --prefix build/npm --no-audit --no-fund --fetch-retries=1 "${wanted[@]}" > build/npm/install.log 2>&1 \
    || { echo "npm could not install ${wanted[*]} (offline? log: build/npm/install.log)"; return 1; }
}

installed_version() { sed -nE 's/^ *"version": *"([^"]*)".*/\1/p' "build/npm/node_modules/$1/package.json" 2> /dev/null | head -n 1; }

# run_comparisons FOLDER WHY_NOT: every *.sh and *.mjs there is one comparison; a name that begins with _ is a helper.
# They find LUCID_BIN (our programs), LUCID_NPM (a folder with node_modules), LUCID_DATA (tests/data) and LUCID_SCRATCH (theirs to fill),
# return 0 for agreement and 77 where the last line says why it could not be tried, or close with "N passed, N failed, N skipped".
run_comparisons() {
  local script name why
  for script in $(files "$1/*.sh" "$1/*.mjs"); do
    name=$(basename "$script")
    [[ $name == _* ]] && continue
    if ! why=$(npm_ready $snarkjs $curves); then skip "$name: $why"; continue; fi
    mkdir -p "build/scratch/$name"  # kept between runs: it may hold downloads
    queue "$name" "build/scratch/$name.log" compare "$script" "$root/build/scratch/$name"
  done
  settle
}

compare() {
  local run=(bash)
  [[ $1 == *.mjs ]] && run=(node)
  LUCID_BIN=$root/build/release/bin LUCID_NPM=$root/build/npm LUCID_DATA=$root/tests/data LUCID_SCRATCH=$2 \
    timeout -k 10 2400 "${run[@]}" "$1"
}
