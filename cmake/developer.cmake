# Everything that only we build. One line per program goes to programs.txt in the build folder; the scripts read it there.
lucid_find(DOCTEST doctest doctest::doctest)
lucid_find(CLI11 CLI11 CLI11::CLI11)
lucid_find(BENCHMARK benchmark benchmark::benchmark)

# GMP has no CMake package; it is an oracle of the tests and never linked by the library.
find_path(LUCID_GMP_INCLUDE gmp.h)
find_library(LUCID_GMP_LIBRARY gmp)
mark_as_advanced(LUCID_GMP_INCLUDE LUCID_GMP_LIBRARY)
set(LUCID_HAS_GMP OFF)
if(LUCID_GMP_INCLUDE AND LUCID_GMP_LIBRARY AND NOT GMP IN_LIST LUCID_WITHOUT)
  set(LUCID_HAS_GMP ON)
endif()

foreach(package IN ITEMS TBB JSON CLI11 GMP BENCHMARK DOCTEST)
  if(NOT LUCID_HAS_${package})
    message(STATUS "lucid: without ${package}")
  endif()
endforeach()

set(LUCID_FILES_PER_UNIT 1 CACHE STRING "Files of a test program compiled as one unit: 8 halves a whole build, 1 is quicker while working on one file")

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_CXX_EXTENSIONS OFF)

add_library(lucid_warnings INTERFACE)
# unsigned __int128 is what -Wpedantic would refuse; the integer room marks it with __extension__.
target_compile_options(lucid_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic>)
if(LUCID_WERROR)
  target_compile_options(lucid_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()

# Our warnings and every library part that was found here.
function(lucid_parts_for name)
  target_link_libraries(${name} PRIVATE lucid::lucid lucid_warnings)
  foreach(part IN ITEMS par json cuda)
    if(TARGET lucid::${part})
      target_link_libraries(${name} PRIVATE lucid::${part})
    endif()
  endforeach()
  # What __has_include would find although LUCID_WITHOUT hides it.
  if(NOT LUCID_HAS_TBB)
    target_compile_definitions(${name} PRIVATE LUCID_NO_TBB)
  endif()
endfunction()

# lucid_program(kind name source...): an executable with them.
function(lucid_program kind name)
  add_executable(${name} ${ARGN})
  lucid_parts_for(${name})
  file(APPEND ${PROJECT_BINARY_DIR}/programs.txt "${kind} ${name}\n")
endfunction()

# What script/gpu builds: programs that run from ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} on a machine with a card and nothing else of ours.
if(LUCID_CUDA)
  add_custom_target(gpu_programs)
endif()

file(WRITE ${PROJECT_BINARY_DIR}/programs.txt "")
add_subdirectory(examples)
if(LUCID_HAS_DOCTEST)
  add_subdirectory(tests)
endif()
if(LUCID_HAS_BENCHMARK)
  add_subdirectory(benchmarks)
endif()
