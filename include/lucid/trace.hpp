// Span sinks.
#pragma once

#include <lucid/trace/text.hpp>
