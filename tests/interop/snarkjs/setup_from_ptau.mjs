// The beginning of a second phase: our `setup --ptau` gives the file of `snarkjs groth16 setup`, byte for byte, and snarkjs carries it on: it verifies
// the key against circuit and powers, contributes, and accepts the proofs that we make with the result.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { check, data, expect, expectStatus, finish, need, own, readJson, sameBytes, scratch, snarkjs } from "./_snarkjs.mjs";

need("circom_prover");
const power = 8;
const fitting = ["multiplier", "no_public", "unused_signals", "range_check", "multi_square_pow2"];
for (const [curve, name] of [["bn254", "bn128"], ["bls12-381", "bls12-381"]]) {
  const folder = join(scratch, curve);
  mkdirSync(folder, { recursive: true });
  const file = (path) => join(folder, path);
  const set = (circuit, path) => join(data, "circom", curve, circuit, path);
  const powers = file("powers.ptau");
  await check(`${curve}: powers of tau up to 2^${power}`, async () => {
    await snarkjs.powersOfTau.newAccumulator(await snarkjs.curves.getCurveFromName(name), power, file("new.ptau"));
    await snarkjs.powersOfTau.contribute(file("new.ptau"), file("contributed.ptau"), "test", "entropy of a test");
    await snarkjs.powersOfTau.preparePhase2(file("contributed.ptau"), powers);
    expectStatus(own("circom_prover", ["info", powers]), 0);
  });

  for (const circuit of fitting) {
    await check(`${curve} ${circuit}: the file of snarkjs's setup`, async () => {
      expectStatus(own("circom_prover", ["setup", set(circuit, "circuit.r1cs"), file(`${circuit}.zkey`), file(`${circuit}.json`), "--ptau", powers]), 0);
      await snarkjs.zKey.newZKey(set(circuit, "circuit.r1cs"), powers, file(`${circuit}.theirs.zkey`));
      expect(sameBytes(file(`${circuit}.zkey`), file(`${circuit}.theirs.zkey`)), "the files differ");
    });
  }

  const circuit = "range_check";
  await check(`${curve} ${circuit}: an unfinished key is refused without the flag`, async () => {
    const prove = (...more) => own("circom_prover", ["prove", file(`${circuit}.zkey`), set(circuit, "witness.wtns"), file("p.json"), file("i.json"), ...more]);
    expectStatus(prove(), 2);
    expectStatus(prove("--accept-unfinished-key"), 0);
  });
  await check(`${curve} ${circuit}: a contribution on top of our key`, async () => {
    await snarkjs.zKey.contribute(file(`${circuit}.zkey`), file("final.zkey"), "test", "more entropy");
    expect(await snarkjs.zKey.verifyFromR1cs(set(circuit, "circuit.r1cs"), powers, file("final.zkey")), "snarkjs does not verify the key");
    const key = await snarkjs.zKey.exportVerificationKey(file("final.zkey"));
    expectStatus(own("circom_prover", ["prove", file("final.zkey"), set(circuit, "witness.wtns"), file("proof.json"), file("public.json")]), 0);
    expect(await snarkjs.groth16.verify(key, readJson(file("public.json")), readJson(file("proof.json"))), "snarkjs refuses our proof");
  });
}
finish();
