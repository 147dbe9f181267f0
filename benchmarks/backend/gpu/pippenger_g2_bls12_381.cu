// Sums of 2^16 to 2^22 terms in g2 of bls12_381 on a device: msm_rows.cuh says what the rows are.
#include <lucid/curve/bls12_381.hpp>

#include "msm_rows.cuh"

int main(int argc, char** argv) {
  lucid_bench::add_device_sums<lucid::bls12_381::g2>("g2/bls12_381", 22, lucid_bench::products_of_six_limbs / 3);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
