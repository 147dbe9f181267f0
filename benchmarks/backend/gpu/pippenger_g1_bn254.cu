// Sums of 2^16 to 2^24 terms in g1 of bn254 on a device: msm_rows.cuh says what the rows are.
#include <lucid/curve/bn254.hpp>

#include "msm_rows.cuh"

int main(int argc, char** argv) {
  lucid_bench::add_device_sums<lucid::bn254::g1>("g1/bn254", 24, lucid_bench::products_of_four_limbs);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
