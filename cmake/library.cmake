# The library targets. All are headers: a target carries an include directory, a language level, and what its headers include.
#
#   lucid::lucid   the core; the standard library only
#   lucid::par     adds oneTBB, for lucid/backend/cpu/par.hpp
#   lucid::json    adds nlohmann-json, for the JSON headers of lucid/interop
#   lucid::cuda    adds the CUDA runtime and C++20 for .cu files
#
# A name with :: exists only if what it needs was found, so `if(TARGET lucid::par)` is the question to ask.
add_library(lucid INTERFACE)
add_library(lucid::lucid ALIAS lucid)
target_compile_features(lucid INTERFACE cxx_std_20)
target_include_directories(lucid INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

# The parts are described whether their package is here or not: an installed copy may meet a machine that has it.
add_library(lucid_par INTERFACE)
set_target_properties(lucid_par PROPERTIES EXPORT_NAME par)
target_link_libraries(lucid_par INTERFACE lucid TBB::tbb)
if(LUCID_HAS_TBB)
  add_library(lucid::par ALIAS lucid_par)
endif()

add_library(lucid_json INTERFACE)
set_target_properties(lucid_json PROPERTIES EXPORT_NAME json)
target_link_libraries(lucid_json INTERFACE lucid nlohmann_json::nlohmann_json)
if(LUCID_HAS_JSON)
  add_library(lucid::json ALIAS lucid_json)
endif()

# CMake before 3.30 does not know C++20 for every nvcc, so the level is given as an option, to our consumers too. The runtime is the one that the consumer's
# target links anyway (CUDA_RUNTIME_LIBRARY, static unless said otherwise): a program with two of them has two sets of contexts.
add_library(lucid_cuda INTERFACE)
set_target_properties(lucid_cuda PROPERTIES EXPORT_NAME cuda)
target_link_libraries(lucid_cuda INTERFACE lucid
                                           $<IF:$<STREQUAL:$<TARGET_PROPERTY:CUDA_RUNTIME_LIBRARY>,Shared>,CUDA::cudart,CUDA::cudart_static>)
target_compile_options(lucid_cuda INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>)
if(LUCID_CUDA)
  enable_language(CUDA)
  find_package(CUDAToolkit REQUIRED)
  add_library(lucid::cuda ALIAS lucid_cuda)
endif()
