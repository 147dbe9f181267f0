// What the comparisons with snarkjs share: its functions in this process (its curves are built once), our programs, and the counting.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const { LUCID_BIN: bin, LUCID_DATA: data, LUCID_SCRATCH: scratch, LUCID_NPM: npm } = process.env;
export const snarkjs = createRequire(pathToFileURL(`${npm}/`))("snarkjs");

// Curves are kept by whoever builds them first. Left to itself, reading an .r1cs builds them by an older ffjavascript, whose sums over no points fail.
for (const name of ["bn128", "bls12381"]) await snarkjs.curves.getCurveFromName(name);

export const curves = ["bn254", "bls12-381"];
export const circuits = ["multiplier", "no_public", "unused_signals", "range_check", "multi_square_pow2", "many_public", "poseidon3", "merkle_proof", "sha256_8rounds"];

export const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
export const sameBytes = (a, b) => readFileSync(a).equals(readFileSync(b));

// One of our programs: { status, stdout, stderr }.
export function own(program, args, env = {}) {
  return spawnSync(join(bin, program), args, { encoding: "utf8", env: { ...process.env, ...env }, maxBuffer: 1 << 26 });
}

export function need(...programs) {
  for (const program of programs) {
    if (existsSync(join(bin, program))) continue;
    console.log(`${program} is not built`);
    process.exit(77);
  }
}

// Runs body, which throws what is wrong; a name is one test.
const counted = { passed: 0, failed: 0 };
export async function check(name, body) {
  try {
    await body();
    counted.passed++;
    console.log(`  passed  ${name}`);
  } catch (error) {
    counted.failed++;
    console.log(`  FAILED  ${name}: ${error.message}`);
  }
}
export function expect(condition, message) {
  if (!condition) throw new Error(message);
}
export function expectStatus(result, status) {
  expect(result.status === status, `exit code ${result.status}, expected ${status}: ${result.stdout}${result.stderr}`);
}

// The last line, and the exit code. snarkjs keeps its threads alive: this ends them.
export function finish() {
  console.log(`${counted.passed} passed, ${counted.failed} failed, 0 skipped`);
  process.exit(counted.failed === 0 ? 0 : 1);
}
