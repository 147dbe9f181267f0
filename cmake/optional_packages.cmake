# Finds the packages that the library can do without. LUCID_WITHOUT hides one, so that its absence can be tried on a machine that has it.
#   lucid_find(TBB TBB TBB::tbb) sets LUCID_HAS_TBB to ON or OFF.
function(lucid_find short package target)
  set(found OFF)
  if(NOT short IN_LIST LUCID_WITHOUT)
    find_package(${package} QUIET)
    if(TARGET ${target})
      set(found ON)
      # find_package makes targets of this directory only; ours are used by whoever adds this directory.
      get_target_property(imported ${target} IMPORTED)
      get_target_property(global ${target} IMPORTED_GLOBAL)
      if(imported AND NOT global)
        set_target_properties(${target} PROPERTIES IMPORTED_GLOBAL TRUE)
      endif()
    endif()
  endif()
  set(LUCID_HAS_${short} ${found} PARENT_SCOPE)
endfunction()

lucid_find(TBB TBB TBB::tbb)
lucid_find(JSON nlohmann_json nlohmann_json::nlohmann_json)
