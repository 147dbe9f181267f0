// Sums of 2^16 to 2^24 terms in g1 of bls12_381 on a device: msm_rows.cuh says what the rows are.
#include <lucid/curve/bls12_381.hpp>

#include "msm_rows.cuh"

int main(int argc, char** argv) {
  lucid_bench::add_device_sums<lucid::bls12_381::g1>("g1/bls12_381", 24, lucid_bench::products_of_six_limbs);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
