// The version, and the name of the inline namespace that keeps two versions apart in one program.
#pragma once

#define LUCID_VERSION_MAJOR 0
#define LUCID_VERSION_MINOR 1
#define LUCID_VERSION_PATCH 0

namespace lucid::inline v0 {

inline constexpr int version_major = LUCID_VERSION_MAJOR;
inline constexpr int version_minor = LUCID_VERSION_MINOR;
inline constexpr int version_patch = LUCID_VERSION_PATCH;

}  // namespace lucid::inline v0
