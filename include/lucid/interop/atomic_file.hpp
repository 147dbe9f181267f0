// A file that appears whole or not at all: written under a temporary name in the same folder, flushed to the disk, renamed. Knows no
// format.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lucid/config/error.hpp>
#include <lucid/exec/entropy.hpp>
#include <lucid/interop/mapped_file.hpp>

namespace lucid::inline v0 {

// Move-only. Until commit() nothing is seen under the path, and what stood there stays; an atomic_file that dies uncommitted leaves no
// trace.
class atomic_file {
 public:
  // Throws io_error when the path cannot become a file: no such folder, no permission, a folder or a device stands there, a file that may
  // not be written.
  explicit atomic_file(std::string path) : path_(resolved(std::move(path))) {
    if (path_.empty() || path_.back() == '/') throw io_error(path_ + ": is not the name of a file");
    struct stat status {};
    bool const replaces = ::stat(path_.c_str(), &status) == 0;
    if (replaces && !S_ISREG(status.st_mode)) throw io_error(path_ + ": is not a regular file");
    if (replaces && ::access(path_.c_str(), W_OK) != 0) detail::throw_io_error(path_, "cannot be written");
    open_temporary();
    if (replaces) static_cast<void>(::fchmod(fd_, status.st_mode & 07777));
  }
  atomic_file(atomic_file const&) = delete;
  atomic_file& operator=(atomic_file const&) = delete;
  atomic_file(atomic_file&& other) noexcept
      : path_(std::move(other.path_)),
        temporary_(std::exchange(other.temporary_, {})),
        fd_(std::exchange(other.fd_, -1)),
        pending_(std::move(other.pending_)) {}
  atomic_file& operator=(atomic_file&&) = delete;
  ~atomic_file() { abandon(); }

  [[nodiscard]] std::string const& path() const noexcept { return path_; }

  // Throws io_error (no space, a quota, a failing disk).
  void write(std::span<std::byte const> bytes) {
    constexpr std::size_t gathered = std::size_t{1} << 16;
    if (pending_.size() + bytes.size() < gathered) {
      pending_.insert(pending_.end(), bytes.begin(), bytes.end());
      return;
    }
    write_now(std::exchange(pending_, {}));
    write_now(bytes);
  }
  void write(std::string_view text) { write(std::as_bytes(std::span{text.data(), text.size()})); }

  // Everything written is on the disk, still under the temporary name. After this only the renaming can fail.
  void flush() {
    write_now(std::exchange(pending_, {}));
    if (fd_ >= 0 && ::fsync(fd_) != 0) detail::throw_io_error(path_, "cannot be flushed to the disk");
    if (fd_ >= 0 && ::close(std::exchange(fd_, -1)) != 0) detail::throw_io_error(path_, "cannot be closed");
  }

  // flush(), then the file stands under its path.
  void commit() { commit_together({this}); }

  // All of the files or none: each is flushed before the first is renamed, and a failing rename puts back what the earlier ones replaced.
  // Throws argument_error when two have the same path. A crash between two renames can leave some of them new and the others old; each is
  // whole.
  static void commit_together(std::initializer_list<atomic_file*> files) {
    for (auto i = files.begin(); i != files.end(); ++i) {
      for (auto j = files.begin(); j != i; ++j) {
        if ((*i)->path_ == (*j)->path_) throw argument_error((*i)->path_ + ": two outputs have this path");
      }
    }
    for (atomic_file* const f : files) f->flush();
    for (auto i = files.begin(); i != files.end(); ++i) {
      if ((*i)->put_in_place()) continue;
      int const reason = errno;
      for (auto j = i + 1; j != files.begin();) (*--j)->take_back();
      errno = reason;
      detail::throw_io_error((*i)->path_, "cannot be put in its place");
    }
    for (atomic_file* const f : files) f->forget_replaced();
  }

 private:
  // The file that a symbolic link points to: the link stays.
  static std::string resolved(std::string path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return path;
    char* const target = ::realpath(path.c_str(), nullptr);
    if (target == nullptr) detail::throw_io_error(path, "is a link that leads nowhere");
    path = target;
    std::free(target);  // NOLINT: realpath allocates with malloc
    return path;
  }

  [[nodiscard]] std::string folder() const {
    auto const slash = path_.rfind('/');
    return slash == std::string::npos ? std::string{"."} : slash == 0 ? std::string{"/"} : path_.substr(0, slash);
  }

  // A name of its own in the same folder, hence on the same file system, and short whatever the path's name.
  void open_temporary() {
    constexpr int attempts = 16;
    for (int i = 0; i < attempts; ++i) {
      unsigned long long random = 0;
      os_entropy::fill(std::as_writable_bytes(std::span{&random, 1}));
      char name[32];
      std::snprintf(name, sizeof name, "/.%016llx.tmp", random);
      temporary_ = folder() + name;
      fd_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (fd_ >= 0) return;
      if (errno != EEXIST) break;
    }
    temporary_.clear();
    detail::throw_io_error(path_, "cannot be created");
  }

  void write_now(std::span<std::byte const> bytes) {
    while (!bytes.empty()) {
      ssize_t const done = ::write(fd_, bytes.data(), bytes.size());
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) detail::throw_io_error(path_, "cannot be written");
      bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
  }

  // Exchanges the names where something stands under the path, so that the old file is kept until all is well; else renames. False with
  // errno set, and then take_back() is still due.
  bool put_in_place() noexcept {
#if defined(RENAME_EXCHANGE)
    if (::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) == 0) {
      state_ = state::exchanged;
      struct stat replaced {};
      if (::lstat(temporary_.c_str(), &replaced) == 0 && S_ISREG(replaced.st_mode)) return true;
      errno = EEXIST;  // a folder or a device took the place meanwhile; the caller takes the exchange back
      return false;
    }
#endif
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) return false;
    state_ = state::renamed;
    temporary_.clear();
    return true;
  }

  void take_back() noexcept {
#if defined(RENAME_EXCHANGE)
    if (state_ == state::exchanged) ::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE);
#endif
    if (state_ == state::renamed) ::unlink(path_.c_str());
    state_ = state::writing;
  }

  void forget_replaced() noexcept {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    temporary_.clear();
    int const fd = ::open(folder().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);  // the renaming reaches the disk with its folder
    if (fd < 0) return;
    static_cast<void>(::fsync(fd));
    ::close(fd);
  }

  void abandon() noexcept {
    if (fd_ >= 0) ::close(fd_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }

  enum class state : unsigned char { writing, exchanged, renamed };

  std::string path_;
  std::string temporary_;
  int fd_ = -1;
  std::vector<std::byte> pending_;
  state state_ = state::writing;
};

// The usual case: one text, whole or not at all.
inline void write_file(std::string const& path, std::string_view text) {
  atomic_file file{path};
  file.write(text);
  file.commit();
}

}  // namespace lucid::inline v0
