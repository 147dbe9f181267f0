// A whole file as memory, read-only: mapped (mapped_file), or read once into a policy's memory (read_file). Knows no format. A mapped file
// that somebody shortens meanwhile ends the process (SIGBUS): map files that are replaced by renaming, as every writer of this library
// does; read_file is for all others.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/view.hpp>

namespace lucid::inline v0 {

namespace detail {

[[noreturn]] inline void throw_io_error(std::string const& path, char const* verb) {
  throw io_error(path + ": " + verb + ": " + std::strerror(errno));
}

// An open file descriptor, closed at the end.
class descriptor {
 public:
  explicit descriptor(int fd) noexcept : fd_(fd) {}
  descriptor(descriptor const&) = delete;
  descriptor& operator=(descriptor const&) = delete;
  descriptor(descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  ~descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

struct opened_file {
  descriptor file;
  std::size_t size;
};

// A regular file that is not empty. Nothing waits: O_NONBLOCK keeps a pipe from blocking before it is told from a file.
inline opened_file open_regular(std::string const& path) {
  descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.get() < 0) throw_io_error(path, "cannot be opened");
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw_io_error(path, "cannot be examined");
  if (!S_ISREG(status.st_mode)) throw io_error(path + ": is not a regular file");
  if (status.st_size <= 0) throw io_error(path + ": the file is empty");
  return {std::move(file), static_cast<std::size_t>(status.st_size)};
}

}  // namespace detail

// Move-only; unmapped at the end. Pages are fetched when touched.
class mapped_file {
 public:
  // Throws io_error: no such file, no permission, a directory or a device, an empty file.
  explicit mapped_file(std::string path) : path_(std::move(path)) {
    auto const opened = detail::open_regular(path_);
    void* const p = ::mmap(nullptr, opened.size, PROT_READ, MAP_PRIVATE, opened.file.get(), 0);
    if (p == MAP_FAILED) detail::throw_io_error(path_, "cannot be mapped");
    data_ = static_cast<std::byte const*>(p);
    size_ = opened.size;
  }
  mapped_file(mapped_file const&) = delete;
  mapped_file& operator=(mapped_file const&) = delete;
  mapped_file(mapped_file&& other) noexcept
      : path_(std::move(other.path_)), data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  mapped_file& operator=(mapped_file&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~mapped_file() {
    if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
  }

  [[nodiscard]] std::string const& path() const noexcept { return path_; }
  [[nodiscard]] view<std::byte const> bytes() const noexcept { return {data_, size_}; }

 private:
  std::string path_;
  std::byte const* data_ = nullptr;
  std::size_t size_ = 0;
};

// The bytes of a regular file that is not empty, in the policy's memory. Throws io_error as mapped_file does, and when the file has become
// shorter by the time it is read. One copy, in parallel.
template <class Exec>
[[nodiscard]] buffer<std::byte> read_file(Exec const& exec, std::string const& path) {
  auto const span = exec.open("interop/read file");
  auto const opened = detail::open_regular(path);
  exec.count("bytes", opened.size);
  buffer<std::byte> bytes{exec, opened.size};
  constexpr std::size_t grain = std::size_t{4} << 20;
  for_ranges(exec, bytes.size(), grain, [&](std::size_t begin, std::size_t end) {
    while (begin < end) {
      ssize_t const got = ::pread(opened.file.get(), bytes.data() + begin, end - begin, static_cast<off_t>(begin));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) detail::throw_io_error(path, "cannot be read");
      if (got == 0)
        throw io_error(path + ": has become shorter while it was read: it had " + std::to_string(opened.size) + " bytes, now ends at " +
                       std::to_string(begin));
      begin += static_cast<std::size_t>(got);
    }
  });
  return bytes;
}

}  // namespace lucid::inline v0
