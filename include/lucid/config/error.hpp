// The family of exceptions: one type for each way in which the world can be wrong. "The answer is no" is never an exception but a bool or an optional.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace lucid::inline v0 {

// Root of the family: catch this to catch everything that the library throws on purpose.
struct error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// An argument that a caller got from elsewhere is unusable: wrong count, value out of range, unsupported size. `what()` names the argument.
struct argument_error : error {
  using error::error;
};

// A circuit asked for the value of a variable that its owner left open. `what()` names the variable's place where it is known.
struct missing_value : argument_error {
  using argument_error::argument_error;
};

// A circuit had to divide by zero to compute a witness: there is none for these values.
struct division_by_zero : argument_error {
  using argument_error::argument_error;
};

// A circuit made other variables or rows than was said of it: by its shape, by the size of one of its parts, or by another run of it.
struct shape_mismatch : argument_error {
  using argument_error::argument_error;
};

// A row names a variable that its builder never made.
struct foreign_variable : argument_error {
  using argument_error::argument_error;
};

// A variable or a row came to a builder whose result has been taken.
struct builder_closed : argument_error {
  using argument_error::argument_error;
};

// Memory of the named size could not be had.
struct out_of_memory : error {
  using error::error;
};

// The operating system refused a file operation. `what()` names the path and the system's reason.
struct io_error : error {
  using error::error;
};

// The source of randomness failed, or delivered something that cannot be random.
struct entropy_error : error {
  using error::error;
};

// Bytes that are not what their format says. Names the source (a path or the name of the argument), the section, and the byte offset in the source.
class decode_error : public error {
 public:
  decode_error(std::string source, std::string section, std::uint64_t offset, std::string const& reason)
      : error(source + ": " + section + " at byte " + std::to_string(offset) + ": " + reason),
        source_(std::move(source)),
        section_(std::move(section)),
        offset_(offset) {}

  [[nodiscard]] std::string const& source() const noexcept { return source_; }
  [[nodiscard]] std::string const& section() const noexcept { return section_; }
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }

 private:
  std::string source_;
  std::string section_;
  std::uint64_t offset_;
};

// A call of a device's runtime failed. `what()` names the call or the kernel and gives the runtime's own words; code() is the runtime's number.
// Memory that a device refuses is out_of_memory, as on the host.
class device_error : public error {
 public:
  device_error(std::string const& message, int code) : error(message), code_(code) {}
  [[nodiscard]] int code() const noexcept { return code_; }

 private:
  int code_;
};

// There is no device to work on: no card, no driver, a driver too old for this program, or a number that no card has.
struct no_device : device_error {
  using device_error::device_error;
};

// The program holds no code for this card's architecture.
struct wrong_architecture : device_error {
  using device_error::device_error;
};

// A kernel was not started: more threads, registers or shared memory than the card has. The device goes on working.
struct launch_error : device_error {
  using device_error::device_error;
};

// A kernel went wrong (a bad address, an illegal instruction, a time-out). Every later call of this process on the device fails alike; only a new process helps.
struct context_lost : device_error {
  using device_error::device_error;
};

// The device itself is gone or damaged: uncorrectable memory, a broken link, a card that no longer answers.
struct device_lost : context_lost {
  using context_lost::context_lost;
};

// The device was used before a fork and is asked for again in the child, or when the process is at its end. The host goes on working.
struct device_closed : device_error {
  using device_error::device_error;
};

// A key that must not be used: phase 2 never run, a group element at infinity, halves that do not match.
struct key_error : error {
  using error::error;
};

// The witness does not satisfy the circuit. `what()` names the first violated constraint where the circuit is known.
struct unsatisfied_error : error {
  using error::error;
};

// A proof that was just made does not verify: damaged key, failing hardware, or a witness that does not satisfy the circuit. The proof is not returned.
struct self_verification_error : error {
  using error::error;
};

}  // namespace lucid::inline v0
