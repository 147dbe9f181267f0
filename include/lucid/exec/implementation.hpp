// The seam between a described algorithm and the backend that carries it out.
#pragma once

namespace lucid::inline v0 {

// Specialised by a backend, with a static run(exec, algorithm, arguments…), for each algorithm that it carries; defined nowhere else.
template <class Algorithm, class Backend>
struct implementation;

}  // namespace lucid::inline v0
