// Span sinks.
#pragma once

#include <lucid/trace/chrome.hpp>
#include <lucid/trace/device_timer.hpp>
#include <lucid/trace/event_file.hpp>
#include <lucid/trace/event_text.hpp>
#include <lucid/trace/gap_report.hpp>
#include <lucid/trace/json_text.hpp>
#include <lucid/trace/progress.hpp>
#include <lucid/trace/sampled.hpp>
#include <lucid/trace/sink_ref.hpp>
#include <lucid/trace/span_tree.hpp>
#include <lucid/trace/tee.hpp>
#include <lucid/trace/text.hpp>
#include <lucid/trace/this_thread.hpp>
