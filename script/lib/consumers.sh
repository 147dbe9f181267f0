# shellcheck shell=bash
# Three ways to use the library, each with one tiny program: an installed copy, a subdirectory, one line of a compiler.

run_consumers() {
  local out=build/consumer
  rm -rf $out && mkdir -p $out
  queue "consumer: one compiler line" $out/plain.log consume_plain $out
  queue "consumer: find_package of an installed copy" $out/installed.log consume_installed $out
  queue "consumer: add_subdirectory" $out/subdirectory.log consume_subdirectory $out
}

consume_plain() { "${CXX:-g++}" -std=c++20 -Iinclude tests/consumer/main.cpp -o "$1/plain" && "$1/plain"; }

consume_installed() {
  cmake --install build/release --prefix "$1/prefix" \
    && cmake -G Ninja -S tests/consumer/installed -B "$1/installed" -DCMAKE_PREFIX_PATH="$root/$1/prefix" \
    && ninja -C "$1/installed" && "$1/installed/consumer"
}

consume_subdirectory() {
  cmake -G Ninja -S tests/consumer/subdirectory -B "$1/subdirectory" -DLUCID_SOURCE="$root" \
    && ninja -C "$1/subdirectory" && "$1/subdirectory/consumer"
}
