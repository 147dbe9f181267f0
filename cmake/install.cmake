# Headers, and one export file per part: the config file includes those whose package it finds on the consumer's machine.
include(CMakePackageConfigHelpers)
set(lucid_package_dir ${CMAKE_INSTALL_DATADIR}/cmake/lucid)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/lucid DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")

foreach(part IN ITEMS lucid par json cuda)
  if(part STREQUAL "lucid")
    set(target lucid)
  else()
    set(target lucid_${part})
  endif()
  install(TARGETS ${target} EXPORT lucid-${part}-targets)
  install(EXPORT lucid-${part}-targets NAMESPACE lucid:: DESTINATION ${lucid_package_dir})
endforeach()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/lucid-config.cmake.in ${PROJECT_BINARY_DIR}/lucid-config.cmake
                              INSTALL_DESTINATION ${lucid_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lucid-config-version.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/lucid-config.cmake ${PROJECT_BINARY_DIR}/lucid-config-version.cmake DESTINATION ${lucid_package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
