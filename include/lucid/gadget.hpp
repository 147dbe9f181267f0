// Circuits that people reuse.
#pragma once

#include <lucid/gadget/packing.hpp>
#include <lucid/gadget/sha256.hpp>
#include <lucid/gadget/word.hpp>
