// A file of events in the array form of the Trace Event Format: valid JSON after every write. Knows nothing of spans.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#if defined(__unix__)
#include <unistd.h>
#endif

#include <lucid/config/error.hpp>
#include <lucid/trace/this_thread.hpp>

namespace lucid::inline v0::trace {

// Events are gathered in 64 KiB and written together. On a file that can be positioned, each write begins where the last one put the closing bracket and puts
// a new one: a program that dies leaves a valid array, without what was gathered last. On a pipe the bracket comes at close(); the format's readers do without.
// A forked child leaves the file to its parent. One thread at a time. Only the constructor and close() throw.
class event_file {
 public:
  // Throws io_error when the path cannot be written.
  explicit event_file(std::string path) : path_(std::move(path)), file_(std::fopen(path_.c_str(), "wb")) {
    if (file_ == nullptr) throw io_error(path_ + ": the trace cannot be written: " + std::generic_category().message(errno));
    std::setvbuf(file_, nullptr, _IONBF, 0);
    seekable_ = std::fseek(file_, 0, SEEK_SET) == 0;
    gathered_.reserve(gathered_bytes + gathered_bytes / 4);
    gathered_ = "[";
    flush();
  }
  event_file(event_file const&) = delete;
  event_file& operator=(event_file const&) = delete;
  ~event_file() { finish(); }

  // An event is one JSON object. May throw std::bad_alloc; the file is as before then.
  void add(std::string_view event) {
    if (file_ == nullptr || error_ != 0) return;
    if (gathered_.size() + event.size() > gathered_bytes) flush();
    gathered_.reserve(gathered_.size() + event.size() + 2 + tail.size());
    gathered_ += first_ ? "\n" : ",\n";
    gathered_ += event;
    first_ = false;
  }

  // Everything added so far is the system's: it outlives the program. After the first failure nothing more is written.
  void flush() noexcept {
    if (file_ == nullptr || error_ != 0 || gathered_.empty()) return;
    if (process_number() != owner_) return gathered_.clear();
    auto const bytes = static_cast<long>(gathered_.size());
    if (seekable_) gathered_ += tail;  // within what was reserved
    if (!write_at_end(gathered_)) {
      error_ = errno == 0 ? EIO : errno;
      if (seekable_) cut_off();
      return;
    }
    end_ += bytes;
    gathered_.clear();
  }

  // Throws io_error with the first thing that went wrong since the beginning. Nothing can be added afterwards.
  void close() {
    finish();
    if (error_ != 0) throw io_error(path_ + ": the trace is not whole: " + std::generic_category().message(std::exchange(error_, 0)));
  }

  [[nodiscard]] bool is_open() const noexcept { return file_ != nullptr; }
  [[nodiscard]] std::string const& path() const noexcept { return path_; }

 private:
  static constexpr std::size_t gathered_bytes = std::size_t{1} << 16;
  static constexpr std::string_view tail = "\n]\n";

  bool write_at_end(std::string_view bytes) noexcept {
    errno = 0;
    if (seekable_ && std::fseek(file_, end_, SEEK_SET) != 0) return false;
    return std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size();
  }
  // Back to what stood there before the write that failed: the bracket replaces bytes that the file has already.
  void cut_off() noexcept {
    if (end_ == 0) return;
    static_cast<void>(write_at_end(tail));
#if defined(__unix__)
    if (::ftruncate(::fileno(file_), end_ + static_cast<long>(tail.size())) != 0)
      return;  // what is too much stays: nothing better can be done
#endif
  }
  void finish() noexcept {
    if (file_ == nullptr) return;
    flush();
    if (!seekable_ && error_ == 0 && process_number() == owner_ && !write_at_end(tail)) error_ = errno == 0 ? EIO : errno;
    if (std::fclose(std::exchange(file_, nullptr)) != 0 && error_ == 0) error_ = errno;
  }

  std::string path_;
  std::FILE* file_;
  std::uint64_t owner_ = process_number();
  std::string gathered_;
  long end_ = 0;  // where the closing bracket stands
  int error_ = 0;
  bool seekable_ = false;
  bool first_ = true;
};

}  // namespace lucid::inline v0::trace
