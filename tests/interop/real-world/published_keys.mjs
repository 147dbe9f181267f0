// Proofs for proving keys that others published on npm: witness by the published program, proof by ours, verdict by snarkjs against the key's own
// verification key. LUCID_REAL_WORLD=small takes one key of domain 2^13, =all takes every one. Downloads are kept under LUCID_SCRATCH.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const { LUCID_BIN: bin, LUCID_NPM: npm, LUCID_DATA: data, LUCID_SCRATCH: scratch } = process.env;
const all = process.env.LUCID_REAL_WORLD === "all";
const snarkjs = join(npm, "node_modules/snarkjs/build/cli.cjs");
const prover = join(bin, "circom_prover");

const unirep = "@unirep/circuits@2.0.0";
const semaphore = "@zk-kit/semaphore-artifacts@4.13.0";
const darkForest = "@darkforest_eth/snarks@6.7.29";
const iden3 = "@rarimo/zkp-gen-iden3@2.0.0-rc.34";
const iden3Key = (name) => ({ set: `iden3-${name}`, npmPackage: iden3, wasm: `assets/${name}/circuit.wasm`, key: `assets/${name}/circuit_final.zkey` });
const unirepKey = (name) => ({ set: `unirep-${name}`, npmPackage: unirep, wasm: `zksnarkBuild/${name}.wasm`, key: `zksnarkBuild/${name}.zkey` });
const semaphoreKey = (depth) => ({ set: `semaphore-${depth}`, npmPackage: semaphore, wasm: `semaphore-${depth}.wasm`, key: `semaphore-${depth}.zkey` });
const darkForestKey = (name) => ({ set: `df-${name}`, npmPackage: darkForest, wasm: `${name}.wasm`, key: `${name}.zkey` });

const small = [unirepKey("scopeNullifier")]; // 6 555 constraints, domain 2^13
const large = [
  unirepKey("signup"), unirepKey("userStateTransition"),
  semaphoreKey(10), semaphoreKey(16), semaphoreKey(32),
  darkForestKey("reveal"), darkForestKey("move"),
  // Its published witness program accepts an input that breaks a constraint: the only right answer is "no", with nothing written.
  { ...darkForestKey("init"), set: "df-init-unsatisfied", unsatisfied: true },
  iden3Key("authV2"), iden3Key("credentialAtomicQueryMTPV2"), iden3Key("credentialAtomicQuerySigV2"),
  iden3Key("credentialAtomicQueryMTPV2OnChain"), iden3Key("credentialAtomicQuerySigV2OnChain"),
];

// The folder of a published package, downloaded once.
function fetched(npmPackage, files) {
  const folder = join(scratch, npmPackage.replace(/[@/]/g, "_"));
  mkdirSync(folder, { recursive: true });
  if (!files.every((file) => existsSync(join(folder, "package", file)))) {
    const archive = execFileSync("npm", ["pack", "--silent", npmPackage], { cwd: folder, encoding: "utf8" }).trim().split("\n").pop();
    execFileSync("tar", ["xzf", archive, ...files.map((file) => `package/${file}`)], { cwd: folder });
  }
  return join(folder, "package");
}

const answer = (command, ...args) => spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 26 });
const own = (...args) => answer(prover, ...args);
const theirs = (...args) => answer("node", snarkjs, ...args);

function check({ set, npmPackage, wasm, key, unsatisfied }) {
  const published = fetched(npmPackage, [wasm, key]);
  const folder = join(scratch, set);
  mkdirSync(folder, { recursive: true });
  const file = (name) => join(folder, name);
  const given = (name) => join(data, "real-world", set, name);

  const calculated = theirs("wtns", "calculate", join(published, wasm), given("input.json"), file("witness.wtns"));
  if (calculated.status !== 0) return `snarkjs could not calculate the witness: ${calculated.stdout}${calculated.stderr}`;
  const proved = own("prove", join(published, key), file("witness.wtns"), file("proof.json"), file("public.json"));
  if (unsatisfied) {
    if (proved.status !== 1) return `exit code ${proved.status} for a witness that does not satisfy its circuit`;
    return existsSync(file("proof.json")) || existsSync(file("public.json")) ? "something was written" : "";
  }
  if (proved.status !== 0) return `prove: exit code ${proved.status}: ${proved.stderr}`;
  const inputs = (path) => JSON.stringify(JSON.parse(readFileSync(path, "utf8")));
  if (inputs(file("public.json")) !== inputs(given("public.json"))) return "public inputs differ from the published ones";
  const verdict = theirs("groth16", "verify", given("verification_key.json"), file("public.json"), file("proof.json"));
  if (!verdict.stdout.includes("OK!")) return `snarkjs refuses the proof: ${verdict.stdout}`;
  const ours = own("verify", given("verification_key.json"), file("public.json"), file("proof.json"));
  return ours.status === 0 ? "" : `our own verifier refuses the proof: ${ours.stderr}`;
}

if (!existsSync(prover)) {
  console.log("circom_prover is not built");
  process.exit(77);
}
let passed = 0, failed = 0, skipped = 0;
for (const published of all ? [...small, ...large] : small) {
  let fault;
  try {
    fault = check(published);
  } catch (error) {
    if (/npm/.test(String(error.message))) {
      console.log(`skip  ${published.set}: ${published.npmPackage} could not be downloaded`);
      skipped += 1;
      continue;
    }
    fault = String(error);
  }
  console.log(fault === "" ? `ok    ${published.set}` : `FAIL  ${published.set}: ${fault}`);
  if (fault === "") passed += 1; else failed += 1;
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
