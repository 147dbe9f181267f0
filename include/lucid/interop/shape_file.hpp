// A shape as a file of this library: its streams as they lie in memory, behind a header, so that a mapped file is a shape without parsing or copying.
// docs/09-shape-files.md has the format byte by byte. A warp of a device may read a page of the same bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include <lucid/circuit/shape.hpp>
#include <lucid/circuit/sparse_matrix.hpp>
#include <lucid/config/error.hpp>
#include <lucid/exec/buffer.hpp>
#include <lucid/exec/bulk.hpp>
#include <lucid/exec/policy.hpp>
#include <lucid/exec/view.hpp>
#include <lucid/field/codec.hpp>
#include <lucid/interop/atomic_file.hpp>
#include <lucid/interop/block_checksum.hpp>
#include <lucid/interop/mapped_file.hpp>
#include <lucid/interop/shape_streams.hpp>

namespace lucid::inline v0 {

// How much a reader believes.
enum class trust : std::uint8_t {
  checked,  // nothing: the checksum is computed, and every row, column, code and coefficient looked at
  unchecked_from_self,  // everything but the header: a damaged or foreign file makes products read and write anywhere. For files that this process can vouch for
};

namespace detail {

struct shape_file_header {
  struct streams {
    std::uint64_t terms = 0, words = 0, code_bytes = 0;  // words: columns, and the lengths of long rows
    std::uint64_t descriptors_at = 0, pages_at = 0, columns_at = 0, codes_at = 0;
  };

  char magic[8] = {'L', 'U', 'C', 'I', 'D', 'S', 'H', 'P'};
  std::uint32_t version = 1;
  std::uint32_t element_bytes = 0;
  std::uint64_t checksum = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t variables = 0, public_inputs = 0, rows = 0, has_c = 0, coefficients = 0;
  std::uint64_t dictionary_at = 0;
  streams matrix[3];
  std::uint64_t reserved = 0;

  [[nodiscard]] std::uint64_t pages() const noexcept { return rows == 0 ? 0 : (rows + 63) / 64 + 1; }

  // Sets all offsets and the size of the file: sections in the order of the format, each at a multiple of 64. Precondition: the counts fit in memory.
  void lay_out() noexcept {
    std::uint64_t end = sizeof *this;
    auto const place = [&end](std::uint64_t bytes) {
      std::uint64_t const at = end;
      end += (bytes + 63) / 64 * 64;
      return at;
    };
    place(element_bytes);  // the modulus
    dictionary_at = place(coefficients * element_bytes);
    for (streams& m : matrix) {
      m.descriptors_at = place(rows);
      m.pages_at = place(pages() * sizeof(page_start));
      m.columns_at = place(m.words * sizeof(std::uint32_t));
      m.codes_at = place(m.code_bytes);
    }
    file_bytes = end;
  }
};
static_assert(sizeof(shape_file_header) == 256 && std::is_trivially_copyable_v<shape_file_header>);

// The header's own line and the modulus, then the sections.
template <class F>
[[nodiscard]] std::uint64_t shape_checksum(execution_policy auto const& exec, shape_file_header header,
                                           constraint_matrices<F> const& matrices) {
  header.checksum = 0;
  auto const modulus = F::modulus();
  std::uint64_t sum = checksum_of_lines({reinterpret_cast<std::byte const*>(&header), sizeof header});
  auto const add = [&](auto const& stream) {
    auto const bytes = std::as_bytes(std::span{stream.data(), stream.size()});
    sum = checksum_step(sum, block_checksum(exec, view<std::byte const>{bytes.data(), bytes.size()}));
  };
  add(std::span{modulus.limb});
  add(matrices.dictionary);
  for (sparse_matrix<F> const* m : {&matrices.a, &matrices.b, &matrices.c}) {
    add(m->descriptors());
    add(m->pages());
    add(m->columns());
    add(m->codes());
  }
  return sum;
}

// The header of a file of that field, every count and offset of it consistent. Throws decode_error.
template <class F>
[[nodiscard]] shape_file_header read_shape_header(view<std::byte const> bytes, std::string const& source) {
  auto const fail = [&](std::uint64_t at, std::string const& reason) { throw decode_error(source, "header", at, reason); };
  shape_file_header h;
  shape_file_header const expected;
  if (bytes.size() < sizeof h + F::bytes) fail(bytes.size(), "the file ends within its header");
  std::memcpy(&h, bytes.data(), sizeof h);
  if (std::memcmp(h.magic, expected.magic, sizeof h.magic) != 0) fail(0, "the file does not begin with \"LUCIDSHP\" as a shape does");
  if (h.version != expected.version) fail(8, "version " + std::to_string(h.version) + " is not supported; version 1 is");
  if (h.element_bytes != F::bytes)
    fail(12, "elements of " + std::to_string(h.element_bytes) + " bytes; the field has " + std::to_string(F::bytes));
  if (load_integer<F::limbs>(std::span{bytes.data() + sizeof h, F::bytes}, byte_order::little) != F::modulus())
    fail(sizeof h, "the modulus is that of another field");
  if (h.file_bytes != bytes.size())
    fail(24, "a file of " + std::to_string(h.file_bytes) + " bytes is announced, " + std::to_string(bytes.size()) + " are there");

  constexpr std::uint64_t most = sparse_matrix_builder<F>::most;
  if (h.variables > most || h.public_inputs >= h.variables)
    fail(32, std::to_string(h.public_inputs) + " public inputs among " + std::to_string(h.variables) + " variables");
  if (h.rows > most || h.rows > h.file_bytes) fail(48, std::to_string(h.rows) + " rows do not fit in the file");
  if (h.has_c > 1) fail(56, "neither 0 nor 1");
  if (h.coefficients < 2 || h.coefficients > h.file_bytes / F::bytes)
    fail(64, std::to_string(h.coefficients) + " coefficients: fewer than two, or more than fit in the file");
  for (auto const& m : h.matrix) {
    auto const at = static_cast<std::uint64_t>(reinterpret_cast<char const*>(&m) - reinterpret_cast<char const*>(&h));
    if (m.words > h.file_bytes / sizeof(std::uint32_t)) fail(at + 8, std::to_string(m.words) + " columns do not fit in the file");
    if (m.code_bytes > h.file_bytes) fail(at + 16, std::to_string(m.code_bytes) + " bytes of codes do not fit in the file");
  }
  shape_file_header laid_out = h;
  laid_out.reserved = 0;
  laid_out.lay_out();
  if (std::memcmp(&laid_out, &h, sizeof h) != 0) fail(72, "the sections are not where their sizes put them");
  return h;
}

// The matrices in the bytes. Precondition: the header is theirs; bytes at a multiple of 64.
template <class F>
[[nodiscard]] constraint_matrices<F> matrices_in(view<std::byte const> bytes, shape_file_header const& h) noexcept {
  static_assert(sizeof(F) == F::bytes && std::is_trivially_copyable_v<F>);
  auto const section = [bytes]<class T>(std::uint64_t at, std::uint64_t count, T const*) {
    return view<T const>{reinterpret_cast<T const*>(bytes.data() + at), static_cast<std::size_t>(count)};
  };
  auto const matrix = [&](shape_file_header::streams const& m) {
    return sparse_matrix<F>{m.terms, section(m.descriptors_at, h.rows, static_cast<std::uint8_t const*>(nullptr)),
                            section(m.pages_at, h.pages(), static_cast<page_start const*>(nullptr)),
                            section(m.columns_at, m.words, static_cast<std::uint32_t const*>(nullptr)),
                            section(m.codes_at, m.code_bytes, static_cast<std::uint8_t const*>(nullptr))};
  };
  return {static_cast<std::size_t>(h.variables),
          static_cast<std::size_t>(h.public_inputs),
          h.has_c != 0,
          matrix(h.matrix[0]),
          matrix(h.matrix[1]),
          matrix(h.matrix[2]),
          section(h.dictionary_at, h.coefficients, static_cast<F const*>(nullptr))};
}

// Throws decode_error: bytes that are no shape of this field, or, where nothing is trusted, one that save_shape did not write.
template <class F>
[[nodiscard]] constraint_matrices<F> decode_shape(execution_policy auto const& exec, view<std::byte const> bytes, std::string const& source,
                                                  trust believed) {
  shape_file_header const h = read_shape_header<F>(bytes, source);
  auto const matrices = matrices_in<F>(bytes, h);
  if (believed == trust::unchecked_from_self) return matrices;
  if (shape_checksum(exec, h, matrices) != h.checksum)
    throw decode_error(source, "header", 16, "the checksum is wrong: the file is damaged");
  expect_padding(bytes, source, sizeof h + F::bytes);
  expect_padding(bytes, source, h.dictionary_at + h.coefficients * F::bytes);
  expect_dictionary(exec, matrices.dictionary, source, h.dictionary_at);
  constexpr char names[] = {'A', 'B', 'C'};
  sparse_matrix<F> const* const all[] = {&matrices.a, &matrices.b, &matrices.c};
  for (int i = 0; i < 3; ++i) {
    auto const& m = h.matrix[i];
    expect_padding(bytes, source, m.descriptors_at + h.rows);
    expect_padding(bytes, source, m.pages_at + h.pages() * sizeof(page_start));
    expect_padding(bytes, source, m.columns_at + m.words * sizeof(std::uint32_t));
    expect_padding(bytes, source, m.codes_at + m.code_bytes);
    if (i == 2 && h.has_c == 0 && m.terms + m.words + m.code_bytes != 0)
      throw decode_error(source, "header", 56, "C has terms but is not there");
    stream_places const places{names[i], m.descriptors_at, m.pages_at, m.columns_at, m.codes_at};
    expect_streams(exec, *all[i], {h.variables, h.coefficients}, source, places);
  }
  return matrices;
}

// A file in memory of some kind, and the matrices in it.
template <class F, class Bytes>
struct shape_in_file {
  explicit shape_in_file(Bytes&& file) noexcept : bytes(std::move(file)) {}

  Bytes bytes;
  constraint_matrices<F> matrices;
};

template <class F, class Bytes>
[[nodiscard]] shape<F> shape_in(execution_policy auto const& exec, Bytes&& bytes, std::string const& source, trust believed) {
  auto const file = std::make_shared<shape_in_file<F, Bytes>>(std::move(bytes));
  view<std::byte const> all;
  if constexpr (requires { file->bytes.bytes(); }) {
    all = file->bytes.bytes();
  } else {
    all = file->bytes.all();
  }
  {
    auto const span = exec.open("interop/decode shape");
    exec.count("bytes", all.size());
    file->matrices = decode_shape<F>(exec, all, source, believed);
  }
  return shape<F>{std::shared_ptr<constraint_matrices<F> const>{file, &file->matrices}};
}

}  // namespace detail

// The file of the shape. Does not commit. Throws io_error. The streams are read twice: once for the checksum, in parallel, and once to be written.
template <class F>
void save_shape(execution_policy auto const& exec, atomic_file& out, shape<F> const& circuit) {
  auto const span = exec.open("interop/save shape");
  sparse_matrix<F> const* const matrices[] = {&circuit.a(), &circuit.b(), &circuit.c()};
  detail::shape_file_header h;
  h.element_bytes = F::bytes;
  h.variables = circuit.variables();
  h.public_inputs = circuit.public_inputs();
  h.rows = circuit.constraints();
  h.has_c = circuit.has_c() ? 1 : 0;
  h.coefficients = circuit.dictionary().size();
  for (int i = 0; i < 3; ++i) {
    h.matrix[i].terms = matrices[i]->terms();
    h.matrix[i].words = matrices[i]->columns().size();
    h.matrix[i].code_bytes = matrices[i]->codes().size();
  }
  h.lay_out();
  h.checksum = detail::shape_checksum(exec, h, circuit.matrices());

  auto const section = [&out](auto const& stream) {
    static constexpr std::byte zeros[64] = {};
    auto const bytes = std::as_bytes(std::span{stream.data(), stream.size()});
    out.write(bytes);
    out.write(std::span{zeros, (64 - bytes.size() % 64) % 64});
  };
  auto const modulus = F::modulus();
  section(std::span{&h, 1});
  section(std::span{modulus.limb});
  section(circuit.dictionary());
  for (auto const* m : matrices) {
    section(m->descriptors());
    section(m->pages());
    section(m->columns());
    section(m->codes());
  }
}
// The same under a path, whole or not at all.
template <class F>
void save_shape(execution_policy auto const& exec, std::string const& path, shape<F> const& circuit) {
  atomic_file out{path};
  save_shape(exec, out, circuit);
  out.commit();
}

// The shape in a file, which stays mapped for as long as a copy of the handle lives: pages are fetched when touched, and shared by all processes that map it.
// Checked, the file is read once, in parallel; who changes it afterwards, in place, changes the shape (load_shape). Throws io_error, and decode_error for a file that is damaged, of another field or no shape.
template <class F>
[[nodiscard]] shape<F> map_shape(execution_policy auto const& exec, std::string const& path, trust believed = trust::checked) {
  auto const span = exec.open("interop/map shape");
  return detail::shape_in<F>(exec, mapped_file{path}, path, believed);
}

// The same with the file copied into the policy's memory, which must outlive the shape: for files that others may shorten or change meanwhile.
template <class F>
[[nodiscard]] shape<F> load_shape(execution_policy auto const& exec, std::string const& path, trust believed = trust::checked) {
  auto const span = exec.open("interop/load shape");
  return detail::shape_in<F>(exec, read_file(exec, path), path, believed);
}

}  // namespace lucid::inline v0
