# shellcheck shell=bash
# What must be on the machine, asked by capability (a tool that runs, a header that compiles), so that the answer
# does not depend on who installed it.

# capability : Debian : Fedora : Arch : openSUSE : Homebrew.  "-" where the distribution brings it with another package.
needed='
tool:g++             g++                    gcc-c++                gcc             gcc-c++                gcc
tool:cmake           cmake                  cmake                  cmake           cmake                  cmake
tool:ninja           ninja-build            ninja-build            ninja           ninja                  ninja
header:doctest/doctest.h      doctest-dev            doctest-devel          doctest         doctest-devel          doctest
header:tbb/parallel_for.h     libtbb-dev             tbb-devel              onetbb          tbb-devel              tbb
header:nlohmann/json.hpp      nlohmann-json3-dev     json-devel             nlohmann-json   nlohmann_json-devel    nlohmann-json
header:CLI/CLI.hpp            libcli11-dev           cli11-devel            cli11           cli11-devel            cli11
header:gmp.h                  libgmp-dev             gmp-devel              gmp             gmp-devel              gmp
header:benchmark/benchmark.h  libbenchmark-dev       google-benchmark-devel benchmark       benchmark-devel        google-benchmark
file:/etc/ssl/certs/ca-certificates.crt  ca-certificates  ca-certificates   ca-certificates ca-certificates        -
'
needed_full='
tool:clang++         clang                  clang                  clang           clang                  llvm
clang:-fsanitize=address,undefined  libclang-rt-dev  compiler-rt      compiler-rt     -                      -
tool:clang-format-16 clang-format-16        clang-tools-extra      clang           clang-tools            clang-format
tool:node            nodejs                 nodejs                 nodejs          nodejs                 node
tool:npm             npm                    nodejs-npm             npm             npm                    -
tool:codespell       codespell              codespell              codespell       codespell              codespell
'

needed_nehalem='
tool:qemu-x86_64     qemu-user              qemu-user              qemu-user       qemu-linux-user        -
'
# Fedora's and openSUSE's cross compilers come without a C++ library.
needed_aarch64='
tool:qemu-aarch64    qemu-user              qemu-user              qemu-user       qemu-linux-user        -
tool:aarch64-linux-gnu-g++ g++-aarch64-linux-gnu -                 aarch64-linux-gnu-gcc -                -
'

package_manager() {
  local manager
  for manager in apt-get dnf pacman zypper brew; do
    if have $manager; then echo $manager && return; fi
  done
  echo none
}

present() {
  local kind=${1%%:*} what=${1#*:}
  case $kind in
    tool) have "$what" ;;
    # The compiler knows its own search path, wherever a package was put. Only asked, not compiled: that takes seconds.
    header) printf '#if __has_include(<%s>)\nyes\n#endif\n' "$what" | "${CXX:-g++}" -E -P -x c++ - 2> /dev/null | grep -q yes ;;
    # What clang++ has to link with. Homebrew's brings it, as openSUSE's does.
    clang) have clang++ && clang++ "$what" -x c++ - -o /dev/null <<< 'int main() {}' > /dev/null 2>&1 ;;
    file) [[ -e $what || $(uname) != Linux ]] ;;
  esac
}

# missing TABLE COLUMN: the names, in one distribution's words, of what is not there.
missing() {
  local capability names
  while read -r capability names; do
    [[ -n $capability ]] || continue
    present "$capability" || awk -v n="$2" '$n != "-" { print $n }' <<< "$names"
  done <<< "$1"
}

column_of() {
  case $1 in
    dnf) echo 2 ;;
    pacman) echo 3 ;;
    zypper) echo 4 ;;
    brew) echo 5 ;;
    *) echo 1 ;;
  esac
}

# install_command MANAGER PACKAGE...: the words to run as root (brew: as oneself).
install_command() {
  local manager=$1
  shift
  case $manager in
    apt-get) echo "apt-get update && apt-get install -y --no-install-recommends $*" ;;
    pacman) echo "pacman -S --needed --noconfirm $*" ;;
    zypper) echo "zypper --non-interactive install $*" ;;
    brew) echo "brew install $*" ;;
    *) echo "$manager install -y $*" ;;
  esac
}
